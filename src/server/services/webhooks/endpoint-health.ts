/** Summarizes how an endpoint answered of late, and disables one that has failed for too long, with which the deliveries queued for it fail. */
import type { HealthPeriod } from '@/contract/webhook-health';
import { figuresOf, type AttemptFigures } from '@/domain/webhooks/attempt-figures';
import { isSustained } from '@/domain/webhooks/health';
import { failQueuedDeliveries } from '@/server/db/repositories/webhooks/webhook-attempts';
import { findWebhookEndpointForUpdate, updateWebhookEndpointRow } from '@/server/db/repositories/webhooks/webhook-endpoints';
import { countAttempts, findLastFailure, type CountedAttempts, type LastFailure } from '@/server/db/repositories/webhooks/webhook-health';
import { withTransaction } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { ENDPOINT_NOT_ACTIVE } from './endpoints';

const HOUR_MS = 3_600_000;
const PERIODS = {
  '24h': { spans: 24, spanMs: HOUR_MS },
  '7d': { spans: 28, spanMs: 6 * HOUR_MS },
} as const satisfies Record<HealthPeriod, { spans: number; spanMs: number }>;

export interface SummarizedPeriod extends AttemptFigures {
  readonly from: Date;
  readonly to: Date;
}

export interface EndpointHealth extends SummarizedPeriod {
  readonly lastFailure: LastFailure | null;
}

export async function readEndpointHealth(ctx: Ctx, endpointId: string): Promise<EndpointHealth> {
  return (await readPeriod(ctx, endpointId, '24h')).health;
}

/** The same, and the figures of each span of the period. */
export async function readHealthReport(
  ctx: Ctx,
  endpointId: string,
  period: HealthPeriod,
): Promise<EndpointHealth & { spans: SummarizedPeriod[] }> {
  const { spans: count, spanMs } = PERIODS[period];
  const { health, groups } = await readPeriod(ctx, endpointId, period);
  const bySpan = Map.groupBy(groups, ({ since }) => since.getTime());
  const spans = Array.from({ length: count }, (_, span) => {
    const from = health.from.getTime() + span * spanMs;
    return { from: new Date(from), to: new Date(from + spanMs), ...figuresOf(bySpan.get(from) ?? []) };
  });
  return { ...health, spans };
}

async function readPeriod(
  ctx: Ctx,
  endpointId: string,
  period: HealthPeriod,
): Promise<{ health: EndpointHealth; groups: CountedAttempts[] }> {
  const to = ctx.clock.now();
  const { spans, spanMs } = PERIODS[period];
  const from = new Date(to.getTime() - spans * spanMs);
  const [groups, lastFailure] = await Promise.all([
    countAttempts(ctx.organization.id, endpointId, from, spanMs),
    findLastFailure(ctx.organization.id, endpointId, from),
  ]);
  return { health: { from, to, ...figuresOf(groups), lastFailure }, groups };
}

/**
 * Checks again under the lock: a success, or a person who re-enabled the endpoint or changed its URL, may have come first.
 * @param now time of the failed attempt, on the organization's clock.
 */
export async function disableFailingEndpoint(organizationId: string, id: string, now: Date): Promise<void> {
  await withTransaction(async (tx) => {
    const endpoint = await findWebhookEndpointForUpdate(tx, organizationId, id);
    if (endpoint?.status !== 'ACTIVE') return;
    if (!isSustained({ since: endpoint.failing_since, failures: endpoint.consecutive_failures }, now)) return;
    await updateWebhookEndpointRow(tx, organizationId, {
      ...endpoint,
      status: 'DISABLED',
      disabled_at: now,
      disabled_reason: 'SUSTAINED_FAILURE',
      updated_at: now,
    });
    await failQueuedDeliveries(tx, organizationId, id, ENDPOINT_NOT_ACTIVE, now);
  });
}
