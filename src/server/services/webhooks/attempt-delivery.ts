/** Signs and sends one delivery, and decides what follows from the outcome. Nothing is recorded yet. */
import { deliveryHeaders } from '@/domain/webhooks/headers';
import { outcomeOfAttempt, type NoAnswer, type AttemptOutcome } from '@/domain/webhooks/retry';
import { env } from '@/env';
import type { ClaimedDelivery } from '@/server/db/repositories/webhooks/webhook-queue';
import type { JobRun } from '@/server/platform/job';
import { log } from '@/server/platform/log';
import { sendWebhook } from '@/server/platform/outbound/webhook-sender';
import { openEndpointSecret } from './endpoint-secret';
import { envelopeBody } from './envelope';
import type { Attempt } from './record-attempt';

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
