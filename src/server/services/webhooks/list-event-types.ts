/** Lists the catalogue of webhook event types, a page at a time. */
import type { ListWebhookEventTypes } from '@/contract/webhook';
import type { WebhookType } from '@/domain/webhooks/catalog';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import { listWebhookTypeRows } from '@/server/db/repositories/webhooks/webhook-event-types';

export const listEventTypes = (ctx: Ctx, query: ListWebhookEventTypes): Promise<KeysetPage<{ type: WebhookType }>> =>
  listWebhookTypeRows(ctx.organization.id, query);
