/**
 * Records what became of each delivery: at once when nothing was recorded a moment before, otherwise a moment later with all that is ready by
 * then. One that cannot be recorded fails alone.
 */
import { healthEffectOf, isSustained, type FailureRun } from '@/domain/webhooks/health';
import { paceOf } from '@/domain/webhooks/pace';
import type { AttemptOutcome } from '@/domain/webhooks/retry';
import { isSpread } from '@/server/db/client';
import { recordDeliveries, type AttemptedDelivery } from '@/server/db/repositories/webhooks/webhook-attempts';
import type { ClaimedDelivery } from '@/server/db/repositories/webhooks/webhook-queue';
import { observeDelivery } from '@/server/observability/metrics';
import { Coalescers } from '@/server/platform/coalescer';
import { requestOfUuid } from '@/server/platform/ids';
import { log } from '@/server/platform/log';
import { wake } from '@/server/platform/wake';
import { disableFailingEndpoint } from './disable-failing-endpoint';
import { Spacing } from './spacing';
import { ENDPOINT_NOT_ACTIVE } from './update-endpoint';

const MAX_BATCH = 256;
const ALL_ORGANIZATIONS = '';
/** A commit costs as much as a dozen deliveries in it. */
const APART_MS = 20;

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
