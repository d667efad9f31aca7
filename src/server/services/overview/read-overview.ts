/** What happened in an organization, or one of its programs, in the last 24 hours of its clock. */
import type { Overview } from '@/contract/overview';
import { amountOf, formatAmount } from '@/domain/money';
import { NOTICED_FAILURES } from '@/domain/webhooks/health';
import type { Ctx } from '@/server/context';
import { countDeliveries, countEventsByHour, countParticipants, sumIssued, type EventHour } from '@/server/db/repositories/overview';
import { listTroubledEndpoints } from '@/server/db/repositories/webhook-health';

const HOUR_MS = 3_600_000;
const HOURS = 24;
const TROUBLED_SHOWN = 5;

/** @param programId undefined: the whole organization. */
export async function readOverview(ctx: Ctx, programId: string | undefined): Promise<Overview> {
  const to = ctx.clock.now();
  const from = new Date(Math.floor(to.getTime() / HOUR_MS) * HOUR_MS - (HOURS - 1) * HOUR_MS);
  const scope = { organizationId: ctx.organization.id, programId: programId ?? null, from };
  const [hours, issued, participants, deliveries, troubled] = await Promise.all([
    countEventsByHour(scope),
    sumIssued(scope),
    countParticipants(scope),
    countDeliveries(scope),
    listTroubledEndpoints(scope.organizationId, NOTICED_FAILURES, TROUBLED_SHOWN),
  ]);
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    events: { completed: total(hours, 'completed'), failed: total(hours, 'failed'), waiting: total(hours, 'waiting') },
    hours: everyHour(from, hours),
    issued: issued.map(({ asset_id, amount, scale }) => ({ asset_id, amount: formatAmount(amountOf(amount), scale) })),
    participants,
    deliveries,
    troubled_endpoints: troubled.map((row) => ({ ...row, failing_since: row.failing_since.toISOString() })),
  };
}

const total = (hours: readonly EventHour[], status: 'completed' | 'failed' | 'waiting'): number =>
  hours.reduce((sum, hour) => sum + hour[status], 0);

function everyHour(from: Date, counted: readonly EventHour[]): Overview['hours'] {
  const byHour = new Map(counted.map((row) => [row.hour.getTime(), row]));
  return Array.from({ length: HOURS }, (_, index) => {
    const at = from.getTime() + index * HOUR_MS;
    const row = byHour.get(at);
    return { hour: new Date(at).toISOString(), completed: row?.completed ?? 0, failed: row?.failed ?? 0 };
  });
}
