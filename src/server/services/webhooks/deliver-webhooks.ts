/**
 * Sends the webhook deliveries that are due, many at a time. Every delivery is attempted at least
 * once and its outcome recorded; a slow endpoint holds up only its own deliveries. A delivery in
 * flight when the process ends is returned to the queue, and another process sends it again.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { healthEffectOf, isSustained } from '@/domain/webhooks/health';
import { paceOf, SHARES, SLOW_AFTER_MS } from '@/domain/webhooks/pace';
import { judge, type NoAnswer } from '@/domain/webhooks/retry';
import { deliveryHeaders } from '@/domain/webhooks/headers';
import { env } from '@/env';
import { AutoResetEvent } from '@/server/platform/auto-reset-event';
import { recordDelivery } from '@/server/db/repositories/webhooks/webhook-attempts';
import {
  claimDeliveries,
  releaseLapsed,
  returnDeliveries,
  type ClaimedDelivery,
  type ClaimLimits,
} from '@/server/db/repositories/webhooks/webhook-queue';
import { requestOfUuid } from '@/server/platform/ids';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { log } from '@/server/platform/log';
import { observeDelivery } from '@/server/observability/metrics';
import { onWake, wake } from '@/server/platform/wake';
import { sendWebhook } from '@/server/platform/outbound/webhook-sender';
import { disableFailingEndpoint } from './disable-failing-endpoint';
import { openEndpointSecret } from './endpoint-secret';
import { envelopeBody } from './envelope';
import { ENDPOINT_NOT_ACTIVE } from './update-endpoint';

const UNDER_WAY = 128;
/** Slow sends, and those to endpoints that were slow, have a separate capacity, this many times that of the others. */
const SLOW_FOR_EACH = 4;
/** A lease outlasts the timeout of its attempt by five times that timeout, but by no more than this. */
const LONGEST_MARGIN_MS = 30_000;
const SWEEP_MS = 1_000;
/** Waits this long so that sends ending close together lead to one claim, not one each. */
const GATHER_MS = 10;

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

interface Send {
  readonly endpointId: string;
  readonly isSlow: boolean;
  readonly begunAt: number;
}

class DeliveryRun {
  readonly wakeUp = new AutoResetEvent();
  private readonly underWay = new Set<Send>();
  private readonly capacity: number;
  private readonly unsent: ClaimedDelivery[] = [];
  private begun = 0;
  private failure: { readonly error: unknown } | null = null;

  constructor(private readonly options: JobRun) {
    this.capacity = Math.min(options.limit, UNDER_WAY);
  }

  async untilNothingIsDue(): Promise<JobOutcome> {
    for (;;) {
      const wasIdle = this.underWay.size === 0;
      for (const delivery of await this.claim()) this.begin(delivery);
      // An empty claim is final only if nothing was in flight before it: it missed the capacity freed by sends that ended meanwhile.
      if (this.underWay.size === 0 && wasIdle) break;
      if (this.underWay.size > 0) await this.wakeUp.wait(SWEEP_MS);
      if (this.underWay.size > 0) await delay(GATHER_MS);
    }
    await this.giveBack();
    if (this.failure) throw this.failure.error;
    return { performed: this.begun, more: this.options.signal.aborted };
  }

  private async claim(): Promise<ClaimedDelivery[]> {
    const limits = this.limits();
    if (limits.room + limits.roomForSlow === 0 || this.failure || this.options.signal.aborted) return [];
    const now = this.options.clock.now();
    const { WEBHOOK_TIMEOUT_MS } = env();
    const lease = new Date(now.getTime() + WEBHOOK_TIMEOUT_MS + Math.min(LONGEST_MARGIN_MS, 5 * WEBHOOK_TIMEOUT_MS));
    try {
      return await claimDeliveries(now, lease, limits, this.options.organization, this.options.lane);
    } catch (error) {
      this.failure = { error }; // sends in flight are still completed
      return [];
    }
  }

  /** A send that has become slow stops counting against the prompt capacity, unless the slow capacity is exhausted too. */
  private limits(): ClaimLimits {
    const underWay = new Map<string, number>();
    const slowBefore = performance.now() - SLOW_AFTER_MS;
    let slow = 0;
    for (const { endpointId, isSlow, begunAt } of this.underWay) {
      underWay.set(endpointId, (underWay.get(endpointId) ?? 0) + 1);
      if (isSlow || begunAt <= slowBefore) slow++;
    }
    const beyond = Math.max(0, slow - SLOW_FOR_EACH * this.capacity);
    const room = this.capacity - (this.underWay.size - slow) - beyond;
    return { room: Math.max(0, room), roomForSlow: Math.max(0, SLOW_FOR_EACH * this.capacity - slow), shares: SHARES, underWay };
  }

  private begin(delivery: ClaimedDelivery): void {
    if (this.options.signal.aborted) return void this.unsent.push(delivery); // aborted while it was claimed
    this.begun++;
    const send = { endpointId: delivery.endpoint_id, isSlow: delivery.pace !== 'PROMPT', begunAt: performance.now() };
    this.underWay.add(send);
    void attemptDelivery(delivery, this.options)
      .then((isRecorded) => void (isRecorded || this.unsent.push(delivery)))
      .catch((error: unknown) => void (this.failure ??= { error }))
      .finally(() => {
        this.underWay.delete(send);
        this.wakeUp.set();
      });
  }

  private async giveBack(): Promise<void> {
    if (this.unsent.length === 0) return;
    await returnDeliveries(this.unsent);
    log().info({ deliveries: this.unsent.length }, 'webhooks on their way were given back, as the process ends');
  }
}

/** @returns false when the process end cut the attempt short: its outcome is unknown, and it does not count. */
async function attemptDelivery(delivery: ClaimedDelivery, { clock, ending }: JobRun): Promise<boolean> {
  if (delivery.endpoint_status !== 'ACTIVE') {
    await failDisabled(delivery);
    return true;
  }
  const before = { attempts: delivery.attempt_count, firstLimitedAt: delivery.first_limited_at };
  const body = envelopeBody(delivery);
  const secrets = secretsOf(delivery);
  if ('code' in secrets) {
    const attempt = { url: null, durationMs: 0, requestHeaders: {}, response: null };
    await record(delivery, judge(before, secrets, delivery.claimed_at, clock.now()), attempt);
    return true;
  }
  const timestamp = Math.floor(clock.now().getTime() / 1000);
  const requestHeaders = deliveryHeaders({ id: delivery.webhook_event_id, timestamp, body }, secrets);
  const { WEBHOOK_TIMEOUT_MS, WEBHOOK_ALLOW_PRIVATE_TARGETS } = env();
  const { outcome, response, durationMs } = await sendWebhook({
    url: delivery.url,
    headers: requestHeaders,
    body,
    timeoutMs: WEBHOOK_TIMEOUT_MS,
    allowPrivate: WEBHOOK_ALLOW_PRIVATE_TARGETS,
    cutShort: ending,
  });
  if (response === null && ending?.aborted) return false;
  await record(delivery, judge(before, outcome, delivery.claimed_at, clock.now()), {
    url: delivery.url,
    durationMs,
    requestHeaders,
    response,
  });
  return true;
}

type Judged = ReturnType<typeof judge>;
type Attempt = NonNullable<Parameters<typeof recordDelivery>[1]['attempt']>;

function tell(delivery: ClaimedDelivery, { status, failure }: Judged, { durationMs, response }: Attempt): void {
  observeDelivery(status, durationMs / 1_000);
  log().info(
    {
      request_id: delivery.request === null ? undefined : requestOfUuid(delivery.request),
      organization: delivery.organization_id,
      endpoint: delivery.endpoint_id,
      webhook_event_id: delivery.webhook_event_id,
      delivery_id: delivery.id,
      outcome: status,
      status: response?.status,
      code: failure?.code,
      ms: durationMs,
    },
    'webhook attempted',
  );
}

/** Records the attempt, then disables the endpoint if it has failed for too long, failing what is queued for it. */
async function record(delivery: ClaimedDelivery, verdict: Judged, attempt: Attempt): Promise<void> {
  const due = verdict.status === 'PENDING' ? verdict : { nextAttemptAt: null, pausedUntil: null };
  const { status, attempts, firstLimitedAt, failure } = verdict;
  const run = await recordDelivery(delivery, {
    status,
    attempts,
    firstLimitedAt,
    failure,
    nextAttemptAt: due.nextAttemptAt,
    pausedUntil: due.pausedUntil,
    healthEffect: healthEffectOf(failure),
    pace: attempt.url === null ? null : paceOf({ answered: attempt.response !== null, durationMs: attempt.durationMs, failure }),
    attempt,
  });
  tell(delivery, verdict, attempt);
  if (run && isSustained(run, delivery.claimed_at))
    await disableFailingEndpoint(delivery.organization_id, delivery.endpoint_id, delivery.claimed_at);
  if (delivery.recovery_id) wake('recover-webhooks'); // its next step may now be due
}

/** Fails a delivery that was queued just as its endpoint was disabled. */
async function failDisabled(delivery: ClaimedDelivery): Promise<void> {
  await recordDelivery(delivery, {
    status: 'FAILED',
    attempts: delivery.attempt_count,
    firstLimitedAt: null,
    nextAttemptAt: null,
    pausedUntil: null,
    failure: ENDPOINT_NOT_ACTIVE,
    healthEffect: 'NONE',
    pace: null,
    attempt: null,
  });
}

/** The newer secret first. A secret that cannot be decrypted fails only its own deliveries. */
function secretsOf(delivery: ClaimedDelivery): string[] | NoAnswer {
  const stored = [delivery.secret, delivery.previous_secret].filter((secret) => secret !== null);
  try {
    return stored.map((secret) => openEndpointSecret(delivery.endpoint_id, secret));
  } catch (error) {
    log().error({ err: error, endpoint: delivery.endpoint_id }, 'the secret of a webhook endpoint cannot be decrypted');
    return { code: 'signing_error', message: 'The secret of the endpoint cannot be read; rotate it.' };
  }
}
