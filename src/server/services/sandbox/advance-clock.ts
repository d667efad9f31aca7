/**
 * Moves a sandbox clock forward, doing everything that falls due on the way in the order in which it
 * falls due (API page: "The sandbox").
 */
import { setTimeout as delay } from 'node:timers/promises';
import { invariant } from '@/domain/assert';
import { parseDuration } from '@/domain/duration';
import { DomainError } from '@/domain/errors';
import type { Clock, Ctx } from '@/server/platform/context';
import { actingAsService } from '@/server/db/audit-scope';
import { endClockMove, failAbandonedMove, insertClockMove } from '@/server/db/repositories/organizations/clock-moves';
import { leaseClock, moveClock, releaseClock, renewClockLease, type ClockLease } from '@/server/db/organization-clock';
import { newId } from '@/server/platform/ids';
import type { ClockJob } from '@/server/platform/job';
import { wake } from '@/server/platform/wake';

/** Exactly one of `to`, an RFC 3339 timestamp, and `by`, a duration. */
interface AdvanceRequest {
  readonly to?: string;
  readonly by?: string;
}

export interface Advanced {
  /** Id of the move's record. */
  readonly moveId: string;
  /** The time the clock now shows. */
  readonly now: Date;
  /** How many items of work were done, keyed by the `counter` of their job. */
  readonly performed: Record<string, number>;
}

const LEASE_MS = 30_000;
const RENEW_EVERY_MS = 10_000;
const PATIENCE_MS = 60_000;
const POLL_MS = 20;
const BATCH = 200;
/** Longer than any lease on a row of work. */
const STALLED_MS = 15 * 60_000;
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * @param jobs do the due work, in this order within one instant.
 * @param real real time.
 * @throws DomainError sandbox_only, invalid_request (both or neither), invalid_parameter (not forward, or beyond the year 9999),
 *   retryable_conflict when another request has been moving the same clock for a minute.
 */
export async function advanceClock(ctx: Ctx, jobs: readonly ClockJob[], real: Clock, request: AdvanceRequest): Promise<Advanced> {
  const { id, mode } = ctx.organization;
  if (mode !== 'SANDBOX') throw new DomainError('sandbox_only', 'Only the clock of a SANDBOX organization can be moved.');
  if ((request.to === undefined) === (request.by === undefined))
    throw new DomainError('invalid_request', 'Send exactly one of `to` and `by`.', { param: 'to' });
  const { offsetMs: offset, lapsedAt } = await waitForLease(id, real);
  const renewal = setInterval(() => void renewClockLease(id, leaseEnd(real)).catch(() => undefined), RENEW_EVERY_MS);
  try {
    const silentSince = lapsedAt ?? real.now();
    await failAbandonedMove(id, { reached: new Date(silentSince.getTime() + offset), ended_at: silentSince });
    const start = real.now().getTime() + offset;
    const advance = new Advance(id, jobs, real, offset, start, targetOf(request, start));
    return await recorded(ctx, real, start, advance);
  } finally {
    clearInterval(renewal);
    await releaseClock(id);
    for (const job of jobs) wake(job.name); // the workers skipped this organization while its clock was leased
  }
}

/** Records the move, even one that fails on the way. */
async function recorded(ctx: Ctx, real: Clock, start: number, advance: Advance): Promise<Advanced> {
  const { id: organizationId } = ctx.organization;
  const moveId = newId();
  const [from, to] = [new Date(start), new Date(advance.target)];
  await insertClockMove(organizationId, { id: moveId, moved_from: from, moved_to: to, ...moverOf(ctx), started_at: real.now() });
  const end = (status: 'COMPLETED' | 'FAILED', reached: Date) =>
    endClockMove(organizationId, moveId, { status, reached, performed: advance.performed, ended_at: real.now() });
  try {
    const now = await advance.run();
    await end('COMPLETED', now);
    return { moveId, now, performed: advance.performed };
  } catch (error) {
    await end('FAILED', advance.position());
    throw error;
  }
}

const moverOf = ({ actor }: Ctx) => ({
  api_key_id: actor.kind === 'API_KEY' ? actor.apiKeyId : null,
  user_id: actor.kind === 'USER' ? actor.userId : null,
  on_behalf_of: actor.kind === 'API_KEY' ? actor.onBehalfOf : null,
});

const leaseEnd = (real: Clock): Date => new Date(real.now().getTime() + LEASE_MS);

async function waitForLease(id: string, real: Clock): Promise<ClockLease> {
  const deadline = real.now().getTime() + PATIENCE_MS;
  while (real.now().getTime() < deadline) {
    const lease = await leaseClock(id, real.now(), leaseEnd(real));
    if (lease) return lease;
    await delay(POLL_MS);
  }
  throw new DomainError('retryable_conflict', 'Another request is moving this clock; send this one again when it is done.');
}

function targetOf({ to, by }: AdvanceRequest, start: number): number {
  const param = to === undefined ? 'by' : 'to';
  const target = to === undefined ? start + (parseDuration(by ?? '') ?? 0) : Date.parse(to);
  if (!(target > start))
    throw new DomainError('invalid_parameter', 'The clock only moves forward; send a time after its current one.', { param });
  if (target > LAST_INSTANT) throw new DomainError('invalid_parameter', 'The clock cannot go beyond the year 9999.', { param });
  return target;
}

class Advance {
  readonly performed: Record<string, number>;
  private readonly signal = new AbortController().signal;

  constructor(
    private readonly organizationId: string,
    private readonly jobs: readonly ClockJob[],
    private readonly real: Clock,
    private offset: number,
    /** The instant whose work is being done; it never moves back, even for an overdue row. */
    private instant: number,
    readonly target: number,
  ) {
    this.performed = Object.fromEntries(jobs.map((job) => [job.counter, 0]));
  }

  /** Work may create more work for the same instant, so an instant is left only when nothing more is due at it. */
  async run(): Promise<Date> {
    let lastProgress = this.real.now().getTime();
    for (let due = await this.nextDue(); due.size > 0; due = await this.nextDue()) {
      this.instant = Math.max(this.instant, Math.min(...[...due.values()].map((date) => date.getTime())));
      await this.moveTo(this.instant);
      const progress = (await this.performDue(due, new Date(this.instant))) > 0;
      if (progress) lastProgress = this.real.now().getTime();
      else {
        invariant(
          this.real.now().getTime() - lastProgress < STALLED_MS,
          `work of organization ${this.organizationId} stays due and nobody does it`,
        );
        await delay(POLL_MS); // a worker had claimed it before the clock was leased
      }
    }
    return new Date(await this.moveTo(this.target));
  }

  /** Where the organization's clock stands so far. */
  position(): Date {
    return new Date(this.real.now().getTime() + this.offset);
  }

  /** When the first work of each job is due that has any by the target. */
  private async nextDue(): Promise<ReadonlyMap<ClockJob, Date>> {
    const until = new Date(this.target);
    const dates = await Promise.all(this.jobs.map(async (job) => [job, await job.nextDue(this.organizationId, until)] as const));
    return new Map(dates.flatMap(([job, date]) => (date === null ? [] : [[job, date] as const])));
  }

  /** @param known when the first work of each job was due, before anything of this instant was done. */
  private async performDue(known: ReadonlyMap<ClockJob, Date>, now: Date): Promise<number> {
    let total = 0;
    for (const job of this.jobs) {
      // What has been done may have made work for those that follow.
      const due = total > 0 ? await job.nextDue(this.organizationId, now) : (known.get(job) ?? null);
      if (due === null || due > now) continue;
      const { performed, counted = performed } = await actingAsService(() =>
        job.run({
          clock: this.real,
          organization: { id: this.organizationId, now },
          limit: BATCH,
          signal: this.signal,
        }),
      );
      this.performed[job.counter] = (this.performed[job.counter] ?? 0) + counted;
      total += performed;
    }
    return total;
  }

  /** Returns where the clock then stands; a time it has already passed needs no move. */
  private async moveTo(time: number): Promise<number> {
    const real = this.real.now().getTime();
    if (time - real <= this.offset) return real + this.offset;
    await moveClock(this.organizationId, time - real);
    this.offset = time - real;
    return time;
  }
}
