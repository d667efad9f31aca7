/** Does the due work of one organization: jobs in random order while clients act, and everything left afterwards. */
import type { Clock } from '@/server/platform/context';
import { statement } from '@/server/db/transaction';
import type { ClockJob, Job, JobRun } from '@/server/platform/job';
import { CLOCK_JOBS } from '@/server/services/jobs';
import { clockJob } from '@tests/support/clock-jobs';
import { sealOrganization } from '@/server/services/ledger/seal-entries';
import type { Dice } from '../dice';
import { unfinished, type Query, type Unfinished } from '../invariants';
import type { Habits } from './habits';
import { isInterruption, type Actor } from './scheduler';

/** A job listed several times runs more often. */
const WORK: readonly (Job | 'seal')[] = [
  clockJob('process-events'),
  clockJob('process-events'),
  clockJob('process-events'),
  clockJob('deliver-webhooks'),
  clockJob('deliver-webhooks'),
  clockJob('process-due-lots'),
  clockJob('expire-reservations'),
  'seal',
];
const NEVER = new AbortController().signal;

function runOf(organizationId: string, clock: Clock, limit: number): JobRun {
  return { clock, organization: { id: organizationId, now: clock.now() }, limit, signal: NEVER };
}

export interface WorkerSettings {
  readonly organizationId: string;
  readonly actor: Actor;
  readonly dice: Dice;
  readonly habits: Habits;
}

/** Runs one job after another until told to stop; work that its death leaves undone falls to a later run. */
export async function work({ organizationId, actor, dice, habits }: WorkerSettings, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const job = dice.one(WORK);
    let performed = 0;
    try {
      // One webhook at a time, so that they arrive in an order the seed decides.
      const limit = job === clockJob('deliver-webhooks') ? 1 : habits.batch;
      await actor.inProcess(async () => {
        if (job === 'seal') await sealOrganization(organizationId, actor);
        else ({ performed } = await job.run(runOf(organizationId, actor, limit)));
      });
    } catch (error) {
      if (!isInterruption(error)) throw error;
    }
    for (let turn = performed > 0 ? habits.idleTurns : 0; turn <= habits.idleTurns && !isOver(); turn++) await actor.pause();
  }
}

const ROUND_MS = 6 * 3_600_000;
const MOST_ROUNDS = 60;
const DRAINED_AT_ONCE = 200;

/** Jobs that a life can leave pending. */
const LEFT: readonly ClockJob[] = [
  clockJob('process-due-lots'),
  clockJob('expire-reservations'),
  clockJob('process-events'),
  clockJob('deliver-webhooks'),
];

interface Left extends Unfinished {
  readonly reserved: number;
}

/** One statement per process, so that it is planned only once. */
const leftOf = async (organizationId: string): Promise<Left> => {
  const query: Query = (text, values) => statement(text, values);
  const [counts, [reserved]] = await Promise.all([
    unfinished(query, organizationId),
    query<Pick<Left, 'reserved'>>(`SELECT count(*)::int AS reserved FROM redemptions WHERE organization_id = $1 AND status = 'PENDING'`, [
      organizationId,
    ]),
  ]);
  return { ...counts, ...reserved! };
};

/**
 * Advances time and does what falls due until nothing is pending.
 * @param isBrief whether to skip jobs that never find anything in these lives.
 */
export async function finish(organizationId: string, since: number, isBrief: boolean): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const clock: Clock = { now: () => new Date(since + round * ROUND_MS) };
    for (const job of isBrief ? LEFT : CLOCK_JOBS) while ((await job.run(runOf(organizationId, clock, DRAINED_AT_ONCE))).more);
    const { events, deliveries, reserved } = await leftOf(organizationId);
    if (events + deliveries + reserved === 0) return sealOrganization(organizationId, clock);
  }
  throw new Error(`after ${MOST_ROUNDS} rounds there is still work: ${JSON.stringify(await leftOf(organizationId))}`);
}
