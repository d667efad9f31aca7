/**
 * Stores webhook envelopes with one waiting delivery per subscribed endpoint, and wakes the delivery job after the commit. An envelope
 * without a subscriber is not stored. Their ids are of the same time, and a delivery's begins as its envelope's does, so that deliveries
 * sort as what they tell of.
 */
import { only } from '@/domain/assert';
import type { JournalEntry } from '@/domain/ledger/entry';
import { API_VERSION, type WebhookDraft } from '@/domain/webhooks/events';
import { newIdAt, uuidOfRequest } from '@/server/platform/ids';
import { wake } from '@/server/platform/wake';
import type { CommitScope } from './commit';
import { requestOfWebhook } from './origin';
import type { Tx } from './transaction';

/** Only the commit waits for them. */
export function insertWebhooks(
  tx: Pick<Tx, 'send' | 'afterCommit'>,
  scope: CommitScope,
  drafts: readonly WebhookDraft[],
  entries: readonly JournalEntry[] = [],
): void {
  const requestOf = requestOfWebhook(scope, entries);
  const values = [
    scope.organizationId,
    scope.now,
    API_VERSION,
    drafts.map(() => newIdAt(scope.now)),
    drafts.map((draft) => draft.type),
    drafts.map((draft) => JSON.stringify(draft.data)),
    drafts.map((draft) => uuidOfRequest(requestOf(draft) ?? '')),
  ];
  tx.send<{ deliveries: number }>(INSERT_WEBHOOKS, values, {
    done: (inserted) => {
      if (only(inserted).deliveries > 0) tx.afterCommit(() => wake('deliver-webhooks'));
    },
  });
}

/** Time and sequence of the envelope's id, and random digits of its own. */
const deliveryIdFor = (envelope: string): string => `overlay(${envelope}::text placing right(gen_random_uuid()::text, 10) from 27)::uuid`;

const INSERT_WEBHOOKS = `
  WITH drafts AS (
    SELECT * FROM unnest($4::uuid[], $5::text[], $6::json[], $7::uuid[]) AS draft (id, type, data, request_id)
  ), wanted AS (
    SELECT drafts.id, drafts.type, drafts.data, drafts.request_id, endpoint.id AS endpoint_id
    FROM drafts JOIN webhook_endpoints endpoint
      ON endpoint.organization_id = $1 AND endpoint.status = 'ACTIVE'
     AND (drafts.type = ANY (endpoint.enabled_events) OR '*' = ANY (endpoint.enabled_events))
  ), envelopes AS (
    INSERT INTO webhook_events (organization_id, id, request_id, type, api_version, data)
    SELECT DISTINCT ON (id) $1::uuid, id, request_id, type, $3, data FROM wanted
  ), deliveries AS (
    INSERT INTO webhook_queue (organization_id, endpoint_id, due_at, id, webhook_event_id, updated_at)
    SELECT $1, endpoint_id, $2::timestamptz, ${deliveryIdFor('id')}, id, $2 FROM wanted
    RETURNING 1
  )
  SELECT count(*)::int AS deliveries FROM deliveries`;

interface NewDelivery {
  readonly endpointId: string;
  readonly type: string;
  readonly data: unknown;
}

/** Queues an envelope for one endpoint, whatever it subscribes to. @returns the id of the delivery. */
export async function insertDelivery(tx: Tx, organizationId: string, { endpointId, type, data }: NewDelivery, now: Date): Promise<string> {
  const rows = await tx.query<{ id: string }>(
    `WITH envelope AS (
       INSERT INTO webhook_events (organization_id, id, type, api_version, data) VALUES ($1, $3, $5, $6, $7)
     )
     INSERT INTO webhook_queue (organization_id, endpoint_id, due_at, id, webhook_event_id, updated_at)
     VALUES ($1, $4, $2::timestamptz, ${deliveryIdFor('$3')}, $3, $2) RETURNING id`,
    [organizationId, now, newIdAt(now), endpointId, type, API_VERSION, JSON.stringify(data)],
  );
  tx.afterCommit(() => wake('deliver-webhooks'));
  return only(rows).id;
}
