/**
 * Creates, reads and changes webhook endpoints and their secrets, which are stored encrypted. A URL that deliveries must not go to is refused; when an
 * endpoint stops being active, the deliveries queued for it fail; a replaced secret signs until its overlap ends.
 */
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type {
  CreateWebhookEndpoint,
  ListWebhookEndpoints,
  ListWebhookEventTypes,
  RotateWebhookSecret,
  UpdateWebhookEndpoint,
} from '@/contract/webhook';
import { changesNothingArchived } from '@/domain/archiving';
import { parseDuration } from '@/domain/duration';
import { DomainError } from '@/domain/errors';
import type { WebhookType } from '@/domain/webhooks/catalog';
import { SECRET_BYTES, secretFrom } from '@/domain/webhooks/signature';
import { targetFault } from '@/domain/webhooks/target';
import { env } from '@/env';
import type { KeysetPage } from '@/server/db/keyset';
import { failQueuedDeliveries } from '@/server/db/repositories/webhooks/webhook-attempts';
import {
  findWebhookEndpoint,
  findWebhookEndpointForUpdate,
  insertWebhookEndpoint,
  listWebhookEndpointRows,
  updateWebhookEndpointRow,
  type WebhookEndpointRow,
} from '@/server/db/repositories/webhooks/webhook-endpoints';
import { listWebhookTypeRows } from '@/server/db/repositories/webhooks/webhook-event-types';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { decryptSecret, encryptSecret, ownerOf } from '@/server/platform/encryption';
import { newId } from '@/server/platform/ids';
import { resolvesPublicly } from '@/server/platform/outbound/webhook-target';

/** The caller has already checked the URL with `assertTarget`, which must not hold up a transaction. */
export async function createEndpoint(ctx: Ctx, tx: Tx, command: CreateWebhookEndpoint): Promise<WebhookEndpointRow> {
  const now = ctx.clock.now();
  const id = newId();
  const endpoint: WebhookEndpointRow = {
    id,
    url: command.url,
    description: command.description ?? null,
    secret: newEndpointSecret(id).stored,
    previous_secret: null,
    previous_secret_until: null,
    enabled_events: [...new Set(command.enabled_events)],
    status: 'ACTIVE',
    rate_limited_until: null,
    failing_since: null,
    consecutive_failures: 0,
    pace: 'PROMPT',
    disabled_at: null,
    disabled_reason: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
  await insertWebhookEndpoint(tx, ctx.organization.id, endpoint);
  return endpoint;
}

/** @throws DomainError not_found. */
export async function getEndpoint(ctx: Ctx, id: string): Promise<WebhookEndpointRow> {
  return (await findWebhookEndpoint(ctx.organization.id, id)) ?? unknownEndpoint();
}

/** The endpoint, locked until the transaction ends. @throws DomainError not_found. */
async function getEndpointForUpdate(ctx: Ctx, tx: Tx, id: string): Promise<WebhookEndpointRow> {
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

export const ENDPOINT_NOT_ACTIVE = { code: 'endpoint_disabled', message: 'The endpoint is not active.' } as const;

/** @throws DomainError not_found, invalid_status (archived), validation_error (url). */
export async function updateEndpoint(ctx: Ctx, { id, ...change }: UpdateWebhookEndpoint): Promise<WebhookEndpointRow> {
  if (change.url !== undefined) await assertTarget(change.url);
  return withTransaction(async (tx) => {
    const endpoint = await getEndpointForUpdate(ctx, tx, id);
    if (endpoint.status === 'ARCHIVED') {
      if (changesNothingArchived(change)) return endpoint;
      throw new DomainError('invalid_status', 'An archived endpoint cannot be changed; create a new one.', { param: 'id' });
    }
    const now = ctx.clock.now();
    const changed = applyChange(endpoint, change, now);
    await updateWebhookEndpointRow(tx, ctx.organization.id, changed);
    if (changed.status !== 'ACTIVE') await failQueuedDeliveries(tx, ctx.organization.id, id, ENDPOINT_NOT_ACTIVE, now);
    return changed;
  });
}

/** Archiving again changes nothing. @throws DomainError not_found. */
export async function archiveEndpoint(ctx: Ctx, id: string): Promise<void> {
  await withTransaction(async (tx) => {
    const endpoint = await getEndpointForUpdate(ctx, tx, id);
    if (endpoint.status === 'ARCHIVED') return;
    const now = ctx.clock.now();
    await updateWebhookEndpointRow(tx, ctx.organization.id, applyChange(endpoint, { status: 'ARCHIVED' }, now));
    await failQueuedDeliveries(tx, ctx.organization.id, id, ENDPOINT_NOT_ACTIVE, now);
  });
}

/** A new URL or re-enabling clears the endpoint's record of failures. */
function applyChange(endpoint: WebhookEndpointRow, change: Omit<UpdateWebhookEndpoint, 'id'>, now: Date): WebhookEndpointRow {
  const { url, description, enabled_events, status } = change;
  const resumes = status === 'ACTIVE' && endpoint.status !== 'ACTIVE';
  const moves = url !== undefined && url !== endpoint.url;
  return {
    ...endpoint,
    url: url ?? endpoint.url,
    description: description === undefined ? endpoint.description : description,
    enabled_events: enabled_events ? [...new Set(enabled_events)] : endpoint.enabled_events,
    status: status ?? endpoint.status,
    rate_limited_until: resumes ? null : endpoint.rate_limited_until,
    ...((resumes || moves) && { failing_since: null, consecutive_failures: 0, pace: 'PROMPT' as const }),
    ...disabling(endpoint, status ?? endpoint.status, now),
    updated_at: now,
    deleted_at: status === 'ARCHIVED' ? now : endpoint.deleted_at,
  };
}

function disabling(
  { disabled_at, disabled_reason }: WebhookEndpointRow,
  status: WebhookEndpointRow['status'],
  now: Date,
): Pick<WebhookEndpointRow, 'disabled_at' | 'disabled_reason'> {
  if (status !== 'DISABLED') return { disabled_at: null, disabled_reason: null };
  return { disabled_at: disabled_at ?? now, disabled_reason: disabled_reason ?? 'REQUESTED' };
}

/** A rotation within the overlap of an earlier one ends that overlap. @throws DomainError not_found, invalid_status (archived). */
export function rotateSecret(ctx: Ctx, { id, overlap }: RotateWebhookSecret): Promise<{ row: WebhookEndpointRow; secret: string }> {
  return withTransaction(async (tx) => {
    const endpoint = await getEndpointForUpdate(ctx, tx, id);
    if (endpoint.status === 'ARCHIVED')
      throw new DomainError('invalid_status', 'The endpoint is archived, so its secret cannot be rotated.', { param: 'id' });
    const now = ctx.clock.now();
    const { text, stored } = newEndpointSecret(id);
    const row = {
      ...endpoint,
      secret: stored,
      previous_secret: endpoint.secret,
      previous_secret_until: new Date(now.getTime() + (parseDuration(overlap) ?? 0)),
      updated_at: now,
    };
    await updateWebhookEndpointRow(tx, ctx.organization.id, row);
    return { row, secret: text };
  });
}

/** @throws DomainError not_found. */
export async function revealSecret(ctx: Ctx, id: string): Promise<string> {
  return openEndpointSecret(id, (await getEndpoint(ctx, id)).secret);
}

export const listEventTypes = (ctx: Ctx, query: ListWebhookEventTypes): Promise<KeysetPage<{ type: WebhookType }>> =>
  listWebhookTypeRows(ctx.organization.id, query);

const owner = (endpointId: string): string => ownerOf('webhook_endpoint', endpointId);

/** A new secret: its text, shown once, and its stored form. */
function newEndpointSecret(endpointId: string): { readonly text: string; readonly stored: Buffer } {
  const text = secretFrom(randomBytes(SECRET_BYTES));
  return { text, stored: encryptSecret(text, owner(endpointId)) };
}

/** @throws when the stored form cannot be decrypted. */
export function openEndpointSecret(endpointId: string, stored: Uint8Array): string {
  return decryptSecret(stored, owner(endpointId));
}

/** @throws DomainError validation_error on `url`. */
export async function assertTarget(url: string): Promise<void> {
  const allowPrivate = env().WEBHOOK_ALLOW_PRIVATE_TARGETS;
  const fault = targetFault(url, allowPrivate);
  if (fault) throw refused(fault);
  if (allowPrivate) return;
  const { hostname } = new URL(url);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  if (!isAddress && !(await resolvesPublicly(hostname))) throw refused('Must name a host that resolves to a public address.');
}

function refused(message: string): DomainError {
  return new DomainError('validation_error', `\`url\`: ${message}`, {
    param: 'url',
    fields: [{ field: 'url', message, reason: 'invalid_value', expected: 'public https URL' }],
  });
}
