/** How an endpoint answered in the last 24 hours of its organization's clock. */
import type { Ctx } from '@/server/context';
import { summarizeAttempts, type AttemptSummary } from '@/server/db/repositories/webhook-health';

const WINDOW_MS = 86_400_000;

export interface EndpointHealth extends AttemptSummary {
  readonly from: Date;
  readonly to: Date;
}

export async function readEndpointHealth(ctx: Ctx, endpointId: string): Promise<EndpointHealth> {
  const to = ctx.clock.now();
  const from = new Date(to.getTime() - WINDOW_MS);
  return { from, to, ...(await summarizeAttempts(ctx.organization.id, endpointId, from)) };
}
