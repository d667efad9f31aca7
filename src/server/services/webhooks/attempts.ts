/**
 * Sends deliveries, with the same bytes in every attempt, and records what became of each: at once when nothing was recorded a moment before, otherwise a
 * moment later with all that is ready by then. One that cannot be recorded fails alone.
 */
import { deliveryHeaders } from '@/domain/webhooks/headers';
import { healthEffectOf, isSustained, type FailureRun } from '@/domain/webhooks/health';
import { paceOf } from '@/domain/webhooks/pace';
import { outcomeOfAttempt, type AttemptOutcome, type NoAnswer } from '@/domain/webhooks/retry';
import { env } from '@/env';
import { isSpread } from '@/server/db/client';
import { recordDeliveries, type AttemptedDelivery } from '@/server/db/repositories/webhooks/webhook-attempts';
import type { ClaimedDelivery } from '@/server/db/repositories/webhooks/webhook-queue';
import { observeDelivery } from '@/server/observability/metrics';
import { Coalescers } from '@/server/platform/coalescer';
import { requestOfUuid, timeOfId } from '@/server/platform/ids';
import type { JobRun } from '@/server/platform/job';
import { log } from '@/server/platform/log';
import { sendWebhook } from '@/server/platform/outbound/webhook-sender';
import { wake } from '@/server/platform/wake';
import { disableFailingEndpoint } from './endpoint-health';
import { ENDPOINT_NOT_ACTIVE, openEndpointSecret } from './endpoints';
import { Spacing } from './spacing';

const MAX_BATCH = 256;
/** A commit costs as much as a dozen deliveries in it. */
const APART_MS = 20;
const ALL_ORGANIZATIONS = '';

export interface Attempted {
  readonly verdict: AttemptOutcome;
  readonly attempt: Attempt;
}

/** @returns null when the process end cut the attempt short: its outcome is unknown, and it does not count. */
export async function attemptDelivery(delivery: ClaimedDelivery, { clock, ending }: JobRun): Promise<Attempted | null> {
  const before = { attempts: delivery.attempt_count, firstLimitedAt: delivery.first_limited_at };
  const body = envelopeBody(delivery);
  const secrets = secretsOf(delivery);
  if ('code' in secrets) {
    const attempt = { url: null, durationMs: 0, requestHeaders: {}, response: null };
    return { verdict: outcomeOfAttempt(before, secrets, delivery.claimed_at, clock.now()), attempt };
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
  if (response === null && ending?.aborted) return null;
  return {
    verdict: outcomeOfAttempt(before, outcome, delivery.claimed_at, clock.now()),
    attempt: { url: delivery.url, durationMs, requestHeaders, response },
  };
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

const together = new Coalescers<AttemptedDelivery, FailureRun | null>(recordDeliveries, MAX_BATCH);
const spacing = new Spacing(APART_MS);

/**
 * Outcomes that are to change their endpoint are recorded apart from those of other organizations: they wait for whoever changes or disables
 * that endpoint.
 */
const laneOf = ({ claimed, update }: AttemptedDelivery): string =>
  isSpread() || update.status !== 'DELIVERED' || update.pace !== claimed.pace ? claimed.organization_id : ALL_ORGANIZATIONS;

async function recorded(attempted: AttemptedDelivery): Promise<FailureRun | null> {
  await spacing.turn();
  return together.add(laneOf(attempted), attempted);
}

export type Attempt = NonNullable<AttemptedDelivery['update']['attempt']>;

/** Records the attempt, then disables the endpoint if it has failed for too long, failing what is queued for it. */
export async function recordAttempt(delivery: ClaimedDelivery, verdict: AttemptOutcome, attempt: Attempt): Promise<void> {
  const due = verdict.status === 'PENDING' ? verdict : { nextAttemptAt: null, pausedUntil: null };
  const { status, attempts, firstLimitedAt, failure } = verdict;
  const run = await recorded({
    claimed: delivery,
    update: {
      status,
      attempts,
      firstLimitedAt,
      failure,
      nextAttemptAt: due.nextAttemptAt,
      pausedUntil: due.pausedUntil,
      healthEffect: healthEffectOf(failure),
      pace: attempt.url === null ? null : paceOf({ answered: attempt.response !== null, durationMs: attempt.durationMs, failure }),
      attempt,
    },
  });
  tell(delivery, verdict, attempt);
  if (run && isSustained(run, delivery.claimed_at))
    await disableFailingEndpoint(delivery.organization_id, delivery.endpoint_id, delivery.claimed_at);
  if (delivery.recovery_id) wake('recover-webhooks'); // its next step may now be due
}

/** Fails a delivery that was queued just as its endpoint was disabled. */
export async function failDisabled(delivery: ClaimedDelivery): Promise<void> {
  await recorded({
    claimed: delivery,
    update: {
      status: 'FAILED',
      attempts: delivery.attempt_count,
      firstLimitedAt: null,
      nextAttemptAt: null,
      pausedUntil: null,
      failure: ENDPOINT_NOT_ACTIVE,
      healthEffect: 'NONE',
      pace: null,
      attempt: null,
    },
  });
}

function tell(delivery: ClaimedDelivery, { status, failure }: AttemptOutcome, { durationMs, response }: Attempt): void {
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

interface StoredEnvelope {
  readonly webhook_event_id: string;
  readonly type: string;
  readonly api_version: string;
  readonly organization_id: string;
  /** JSON text, sent verbatim. */
  readonly data: string;
}

export function envelopeBody(envelope: StoredEnvelope): string {
  const head = {
    id: envelope.webhook_event_id,
    type: envelope.type,
    api_version: envelope.api_version,
    created_at: timeOfId(envelope.webhook_event_id).toISOString(),
    organization_id: envelope.organization_id,
  };
  return `${JSON.stringify(head).slice(0, -1)},"data":${envelope.data}}`;
}
