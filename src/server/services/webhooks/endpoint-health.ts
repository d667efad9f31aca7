/** How an endpoint answered in the last day or week of its organization's clock. */
import type { HealthPeriod } from '@/contract/webhook-health';
import type { Ctx } from '@/server/context';
import {
  findLastFailure,
  summarizeAttempts,
  summarizeSpans,
  type AttemptSummary,
  type LastFailure,
} from '@/server/db/repositories/webhook-health';

const HOUR_MS = 3_600_000;
const PERIODS = {
  '24h': { spans: 24, spanMs: HOUR_MS },
  '7d': { spans: 28, spanMs: 6 * HOUR_MS },
} as const satisfies Record<HealthPeriod, { spans: number; spanMs: number }>;

export interface SummarizedPeriod extends AttemptSummary {
  readonly from: Date;
  readonly to: Date;
}

export interface EndpointHealth extends SummarizedPeriod {
  readonly lastFailure: LastFailure | null;
}

const NONE: AttemptSummary = { attempts: 0, succeeded: 0, p50_ms: null, p95_ms: null };

export async function readEndpointHealth(ctx: Ctx, endpointId: string, period: HealthPeriod = '24h'): Promise<EndpointHealth> {
  const to = ctx.clock.now();
  const { spans, spanMs } = PERIODS[period];
  const from = new Date(to.getTime() - spans * spanMs);
  const [summary, lastFailure] = await Promise.all([
    summarizeAttempts(ctx.organization.id, endpointId, from),
    findLastFailure(ctx.organization.id, endpointId, from),
  ]);
  return { from, to, ...summary, lastFailure };
}

/** The same, and each part of the period by itself. */
export async function readHealthReport(
  ctx: Ctx,
  endpointId: string,
  period: HealthPeriod,
): Promise<EndpointHealth & { spans: SummarizedPeriod[] }> {
  const { spans: count, spanMs } = PERIODS[period];
  const health = await readEndpointHealth(ctx, endpointId, period);
  const start = health.from.getTime();
  const bySpan = new Map(
    (await summarizeSpans(ctx.organization.id, endpointId, health.from, spanMs)).map(({ span, ...summary }) => [span, summary]),
  );
  const spans = Array.from({ length: count }, (_, span) => ({
    from: new Date(start + span * spanMs),
    to: new Date(start + (span + 1) * spanMs),
    ...(bySpan.get(span) ?? NONE),
  }));
  return { ...health, spans };
}
