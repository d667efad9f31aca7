/**
 * Fills a new organization of the current database to the requested size, by a few bulk statements. Triggers are
 * disabled meanwhile and everything derived from the postings is written explicitly, so that the service's own
 * verification passes.
 */
import { databaseUrl } from '@/env';
import { organizationClock } from '@/server/platform/context';
import { statement } from '@/server/db/transaction';
import { countDays } from '@/server/services/activity/activity';
import { sealOrganization } from '@/server/services/ledger/seal-entries';
import { withConnection } from '../../../prisma/connect';
import { configure } from './configuration';
import { challengeSteps } from './challenges';
import { codeSteps } from './codes';
import { eventSteps } from './events';
import { ledgerSteps } from './ledger';
import { noticeSteps } from './notices';
import { peopleSteps } from './people';
import { namingFunctions, planOf, type Plan, type Size } from './plan';
import { leaderboardSteps } from './leaderboards';
import { referralSteps } from './referrals';
import { trafficSteps } from './traffic';

export interface PopulateOptions extends Size {
  readonly name?: string;
  /** Called as each step ends, with its duration. */
  report?(step: string, ms: number): void;
}

const SETTINGS = `SET session_replication_role = replica; SET synchronous_commit = off; SET work_mem = '512MB'; SET maintenance_work_mem = '512MB'; SET temp_buffers = '256MB'`;

/** @returns what was created. The database must be migrated, and its user a superuser, to disable triggers for this session. */
export async function populate({ name = 'A million', report = () => undefined, ...size }: PopulateOptions): Promise<Plan> {
  const plan = planOf(size, await configure(name), new Date());
  const timed = async (step: string, work: () => Promise<unknown>): Promise<void> => {
    const since = performance.now();
    await work();
    report(step, performance.now() - since);
  };
  // Rows refer to one another by computed ids, so that two halves can be written concurrently.
  const halves = [
    [...eventSteps(plan), ...codeSteps(plan), ...noticeSteps(plan), ...challengeSteps(plan), ...ledgerSteps(plan)],
    [...peopleSteps(plan), ...leaderboardSteps(plan), ...referralSteps(plan), ...trafficSteps(plan)],
  ];
  await Promise.all(
    halves.map((steps) =>
      withConnection(databaseUrl(), async (client) => {
        await client.query(SETTINGS);
        await client.query(namingFunctions(plan));
        for (const step of steps) await timed(step.name, () => client.query(step.sql));
      }),
    ),
  );
  await withConnection(databaseUrl(), (client) => timed('statistics', () => client.query('VACUUM ANALYZE')));
  await timed('seals', () => sealOrganization(plan.organizationId, organizationClock(0)));
  // The seal queue is never this long in practice: without a reindex every scan would read the dead index entries.
  await timed('queue of seals', () => statement('REINDEX TABLE entry_seal_queue'));
  await timed('days that are over', () => countDaysOf(plan));
  return plan;
}

/** Rolls up past days as the service's job would have. All writers have committed, so there is no need to wait. */
async function countDaysOf({ organizationId }: Plan): Promise<void> {
  const clock = organizationClock(0);
  await statement(
    `UPDATE activity_progress SET due_at = '-infinity', noted_through = ($2::timestamptz AT TIME ZONE 'UTC')::date - 1 WHERE organization_id = $1`,
    [organizationId, clock.now()],
  );
  const counting = { clock, limit: 200, signal: new AbortController().signal };
  while ((await countDays(counting)).performed > 0);
}
