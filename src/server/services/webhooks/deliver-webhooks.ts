/**
 * Sends the webhook deliveries that are due, many at a time. Every delivery is attempted at least
 * once and its outcome recorded; a slow endpoint holds up only its own deliveries. A delivery in
 * flight when the process ends is returned to the queue, and another process sends it again.
 */
import { SHARES, SLOW_AFTER_MS } from '@/domain/webhooks/pace';
import { env } from '@/env';
import { AutoResetEvent } from '@/server/platform/auto-reset-event';
import {
  claimDeliveries,
  releaseLapsed,
  returnDeliveries,
  type ClaimedDelivery,
  type ClaimLimits,
} from '@/server/db/repositories/webhooks/webhook-queue';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { log } from '@/server/platform/log';
import { onWake } from '@/server/platform/wake';
import { attemptDelivery, failDisabled, recordAttempt } from './attempts';
import { EndpointLine, type Taken as InLine } from './endpoint-line';
import { Spacing } from './spacing';

const UNDER_WAY = 128;
/** Slow sends, and those to endpoints that were slow, have a separate capacity, this many times that of the others. */
const SLOW_FOR_EACH = 4;
/** A lease outlasts the timeout of its attempt by five times that timeout, but by no more than this. */
const LONGEST_MARGIN_MS = 30_000;
/** The longest that a claimed delivery waits for others to its endpoint, unless the timeout is shorter: so that its lease outlasts its attempt. */
const LONGEST_WAIT_MS = 1_000;
/** As many as an endpoint under way that gets no more. */
const NO_MORE = 1_000_000;
const SWEEP_MS = 1_000;
/** Sends that end close together lead to one claim, not one each. */
const CLAIMS_APART_MS = 10;

/** Returns when nothing is in flight and either nothing is due or no new send may begin. */
export async function deliverWebhooks(options: JobRun): Promise<JobOutcome> {
  if (options.organization) await releaseLapsed(options.clock.now(), options.organization);
  const run = new DeliveryRun(options);
  const silence = onWake('deliver-webhooks', () => run.wakeUp.set());
  try {
    return await run.untilNothingIsDue();
  } finally {
    silence();
  }
}

interface Taken extends InLine {
  readonly delivery: ClaimedDelivery;
}

class DeliveryRun {
  readonly wakeUp = new AutoResetEvent();
  private readonly underWay = new Set<Taken>();
  private readonly lines = new Map<string, EndpointLine<Taken>>();
  private readonly spacing = new Spacing(CLAIMS_APART_MS);
  private readonly capacity: number;
  /** What is to be given back. */
  private readonly unsent = new Set<Taken>();
  private begun = 0;
  /** Whether the last claim may have left something for want of room. */
  private isFull = false;
  private failure: { readonly error: unknown } | null = null;

  constructor(private readonly options: JobRun) {
    this.capacity = Math.min(options.limit, UNDER_WAY);
  }

  async untilNothingIsDue(): Promise<JobOutcome> {
    for (;;) {
      const wasIdle = this.underWay.size === 0;
      await this.giveBack();
      const claimedAt = performance.now();
      this.take(await this.claim(claimedAt), claimedAt);
      // An empty claim is final only if nothing was in flight before it: it missed the capacity freed by sends that ended meanwhile.
      if (this.underWay.size === 0 && wasIdle) break;
      if (this.underWay.size > 0) await this.wakeUp.wait(SWEEP_MS);
      if (this.underWay.size > 0) await this.spacing.turn();
    }
    if (this.failure) throw this.failure.error;
    return { performed: this.begun, more: this.options.signal.aborted };
  }

  /** Whether no new send may begin. */
  private get isEnding(): boolean {
    return this.failure !== null || this.options.signal.aborted;
  }

  private async claim(at: number): Promise<ClaimedDelivery[]> {
    const limits = this.limits(at);
    if (limits.room + limits.roomForSlow === 0 || this.isEnding) return [];
    const now = this.options.clock.now();
    const { WEBHOOK_TIMEOUT_MS } = env();
    const lease = new Date(now.getTime() + WEBHOOK_TIMEOUT_MS + Math.min(LONGEST_MARGIN_MS, 5 * WEBHOOK_TIMEOUT_MS));
    try {
      const claimed = await claimDeliveries(now, lease, limits, this.options.organization, this.options.lane);
      this.isFull = claimed.length >= Math.min(limits.room, limits.roomForSlow);
      return claimed;
    } catch (error) {
      this.failure = { error }; // sends in flight are still completed
      return [];
    }
  }

  /** A send that has become slow stops counting against the prompt capacity, unless the slow capacity is exhausted too. */
  private limits(at: number): ClaimLimits {
    const underWay = new Map<string, number>();
    const slowBefore = at - SLOW_AFTER_MS;
    let slow = 0;
    for (const { delivery, begunAt } of this.underWay) {
      underWay.set(delivery.endpoint_id, (underWay.get(delivery.endpoint_id) ?? 0) + 1);
      if (delivery.pace !== 'PROMPT' || (begunAt !== null && begunAt <= slowBefore)) slow++;
    }
    for (const [id, line] of this.lines) if (line.isHeldBack(at)) underWay.set(id, NO_MORE);
    const ahead = new Map([...this.lines].flatMap(([id, line]) => (line.ahead === null ? [] : [[id, line.ahead]])));
    const beyond = Math.max(0, slow - SLOW_FOR_EACH * this.capacity);
    const room = this.capacity - (this.underWay.size - slow) - beyond;
    return { room: Math.max(0, room), roomForSlow: Math.max(0, SLOW_FOR_EACH * this.capacity - slow), shares: SHARES, underWay, ahead };
  }

  /** In the order in which they are due. */
  private take(claimed: readonly ClaimedDelivery[], takenAt: number): void {
    for (const delivery of claimed.toSorted(byDueTime)) {
      const taken: Taken = { delivery, takenAt, begunAt: null };
      const line = this.lineOf(delivery);
      this.underWay.add(taken);
      if (delivery.endpoint_status !== 'ACTIVE') this.finish(taken, failDisabled(delivery));
      else if (line.isHeldBack(takenAt)) this.unsent.add(taken);
      else line.add(taken);
    }
    for (const id of new Set(claimed.map((delivery) => delivery.endpoint_id))) this.sendNext(this.lines.get(id));
    if (this.isEnding || this.unsent.size > 0) this.wakeUp.set();
  }

  private lineOf({ endpoint_id: id }: ClaimedDelivery): EndpointLine<Taken> {
    let line = this.lines.get(id);
    if (!line) this.lines.set(id, (line = new EndpointLine()));
    return line;
  }

  private sendNext(line: EndpointLine<Taken> | undefined): void {
    for (let next; line && !this.isEnding && (next = line.begin(performance.now()));) this.finish(next, this.send(line, next));
  }

  private async send(line: EndpointLine<Taken>, taken: Taken): Promise<void> {
    const attempted = await attemptDelivery(taken.delivery, this.options);
    const dropped = line.end(taken, attempted);
    this.sendNext(line);
    try {
      if (attempted === null) this.unsent.add(taken);
      else await recordAttempt(taken.delivery, attempted.verdict, attempted.attempt);
    } finally {
      line.recorded(taken, performance.now());
      for (const one of dropped) this.unsent.add(one);
    }
  }

  /** Unless it turns out not to have been sent, the delivery is done with when the work is. */
  private finish(taken: Taken, work: Promise<void>): void {
    this.begun++;
    void work
      .catch((error: unknown) => void (this.failure ??= { error }))
      .finally(() => {
        if (!this.unsent.has(taken)) this.underWay.delete(taken);
        // As long as enough of its endpoint waits, nothing is claimed for the place that it leaves.
        const isAwaited = this.isEnding || this.isFull || this.unsent.size > 0 || this.underWay.size === 0;
        if (isAwaited || (this.lines.get(taken.delivery.endpoint_id)?.isRunningOut ?? true)) this.wakeUp.set();
      });
  }

  /** Returns to the queue what was not sent, and what has waited for too long. */
  private async giveBack(): Promise<void> {
    const now = performance.now();
    const tooLong = this.isEnding ? now : now - Math.min(LONGEST_WAIT_MS, env().WEBHOOK_TIMEOUT_MS);
    for (const [id, line] of this.lines) {
      for (const taken of line.dropWaiting(tooLong)) this.unsent.add(taken);
      if (line.isUnused(now - SWEEP_MS)) this.lines.delete(id);
    }
    const unsent = [...this.unsent];
    if (unsent.length === 0) return;
    try {
      await returnDeliveries(unsent.map(({ delivery }) => delivery));
      if (this.options.signal.aborted)
        log().info({ deliveries: unsent.length }, 'webhooks on their way were given back, as the process ends');
    } catch (error) {
      this.failure ??= { error };
    }
    for (const taken of unsent) {
      this.unsent.delete(taken);
      this.underWay.delete(taken);
    }
  }
}

const byDueTime = (a: ClaimedDelivery, b: ClaimedDelivery): number => a.due_at.getTime() - b.due_at.getTime() || (a.id < b.id ? -1 : 1);
