/** Reads one webhook endpoint, or the organization's endpoints a page at a time. */
import type { ListWebhookEndpoints } from '@/contract/webhook';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import {
  findWebhookEndpoint,
  findWebhookEndpointForUpdate,
  listWebhookEndpointRows,
  type WebhookEndpointRow,
} from '@/server/db/repositories/webhooks/webhook-endpoints';
import type { Tx } from '@/server/db/transaction';

/** @throws DomainError not_found. */
export async function getEndpoint(ctx: Ctx, id: string): Promise<WebhookEndpointRow> {
  return (await findWebhookEndpoint(ctx.organization.id, id)) ?? unknownEndpoint();
}

/** The endpoint, locked until the transaction ends. @throws DomainError not_found. */
export async function getEndpointForUpdate(ctx: Ctx, tx: Tx, id: string): Promise<WebhookEndpointRow> {
  return (await findWebhookEndpointForUpdate(tx, ctx.organization.id, id)) ?? unknownEndpoint();
}

/** The same, for operations that need an active endpoint. @throws DomainError not_found, invalid_status. */
export async function getActiveEndpointForUpdate(ctx: Ctx, tx: Tx, id: string): Promise<WebhookEndpointRow> {
  const endpoint = await getEndpointForUpdate(ctx, tx, id);
  if (endpoint.status !== 'ACTIVE')
    throw new DomainError('invalid_status', 'The endpoint is not active; activate it first.', { param: 'id' });
  return endpoint;
}

export const listEndpoints = (ctx: Ctx, query: ListWebhookEndpoints): Promise<KeysetPage<WebhookEndpointRow>> =>
  listWebhookEndpointRows(ctx.organization.id, query);

function unknownEndpoint(): never {
  throw new DomainError('not_found', 'There is no such webhook endpoint in your organization.', { param: 'id' });
}
