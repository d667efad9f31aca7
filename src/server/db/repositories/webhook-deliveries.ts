/** Reads webhook deliveries for their owners, as lists and one by one with attempts, and queues them again. */
import { prisma } from '../client';
import { equals, keysetPage, within, type KeysetList, type KeysetPage, type PageRequest } from '../keyset';
import { statement, type Tx } from '../transaction';

export interface WebhookDeliveryRow {
  id: string;
  endpoint_id: string;
  webhook_event_id: string;
  type: string;
  status: 'PENDING' | 'SENDING' | 'DELIVERED' | 'FAILED';
  attempt_count: number;
  next_attempt_at: Date | null;
  last_error: string | null;
  error_code: string | null;
  response_status: number | null;
  created_at: Date;
  updated_at: Date;
  delivered_at: Date | null;
}

export interface WebhookAttemptRow {
  number: number;
  attempted_at: Date;
  duration_ms: number;
  request_url: string | null;
  request_headers: Record<string, string>;
  response_status: number | null;
  response_headers: Record<string, string> | null;
  response_body: string | null;
  error: string | null;
  error_code: string | null;
}

export interface WebhookEnvelopeRow {
  organization_id: string;
  api_version: string;
  data: Record<string, unknown>;
  /** The same data as the text that was stored. */
  data_text: string;
  envelope_created_at: Date;
  /** The request that caused the webhook. */
  request_id: string | null;
}

const COLUMNS = `d.id, d.endpoint_id, d.webhook_event_id, v.type, d.status, d.attempt_count, d.next_attempt_at, d.last_error, d.error_code,
  d.response_status, d.created_at, d.updated_at, d.delivered_at`;
const TABLES = 'webhook_deliveries d JOIN webhook_events v ON v.id = d.webhook_event_id';
const ATTEMPTS_SHOWN = 200;

export interface WebhookDeliveriesQuery extends PageRequest<'created_at'> {
  from?: string | undefined;
  to?: string | undefined;
  status?: WebhookDeliveryRow['status'] | undefined;
  event_type?: string | undefined;
  error_code?: string | undefined;
  endpoint_id?: string | undefined;
}

const DELIVERIES: KeysetList<'created_at'> = {
  name: 'webhook-deliveries',
  select: { columns: COLUMNS, from: TABLES },
  sorts: { created_at: [{ sql: 'd.created_at', type: 'timestamptz' }] },
  id: { sql: 'd.id', type: 'uuid' },
};

export function listWebhookDeliveryRows(organizationId: string, query: WebhookDeliveriesQuery): Promise<KeysetPage<WebhookDeliveryRow>> {
  const filters = {
    'd.status': query.status,
    'v.type': query.event_type,
    'd.error_code': query.error_code,
    'd.endpoint_id': query.endpoint_id,
  };
  return keysetPage<WebhookDeliveryRow, 'created_at'>(DELIVERIES, {
    organizationId,
    query: { ...query },
    where: [
      equals('d.organization_id', organizationId),
      ...within('d.created_at', query.from, query.to),
      ...Object.entries(filters).flatMap(([column, value]) => (value === undefined ? [] : [equals(column, value)])),
    ],
  });
}

/** A delivery with its envelope and its latest attempts, oldest first. */
export async function findWebhookDelivery(
  organizationId: string,
  id: string,
): Promise<(WebhookDeliveryRow & WebhookEnvelopeRow & { attempts: WebhookAttemptRow[] }) | null> {
  const found = await prisma().webhookDelivery.findUnique({
    where: { id, organization_id: organizationId },
    include: { webhook_event: true, attempts: { orderBy: { number: 'desc' }, take: ATTEMPTS_SHOWN } },
  });
  if (!found) return null;
  const { webhook_event: envelope, attempts, ...delivery } = found;
  const [stored] = await statement<{ data: string }>(
    'SELECT data::text AS data FROM webhook_events WHERE organization_id = $1 AND id = $2',
    [organizationId, envelope.id],
  );
  return {
    ...(delivery as Omit<WebhookDeliveryRow, 'type'>),
    type: envelope.type,
    organization_id: organizationId,
    api_version: envelope.api_version,
    request_id: envelope.request_id,
    data: envelope.data as Record<string, unknown>,
    data_text: stored?.data ?? '',
    envelope_created_at: envelope.created_at,
    attempts: (attempts as WebhookAttemptRow[]).reverse(),
  };
}

/** The delivery, locked until the transaction ends. */
export async function findWebhookDeliveryForUpdate(tx: Tx, organizationId: string, id: string): Promise<WebhookDeliveryRow | null> {
  const [row] = await tx.query<WebhookDeliveryRow>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE d.organization_id = $1 AND d.id = $2 FOR NO KEY UPDATE OF d`,
    [organizationId, id],
  );
  return row ?? null;
}

/** The assignments that give a delivery a fresh set of attempts at the time `$2`. */
export const QUEUED_AGAIN = `status = 'PENDING', attempt_count = 0, first_limited_at = NULL, next_attempt_at = $2, last_error = NULL, error_code = NULL,
  response_status = NULL, delivered_at = NULL, updated_at = $2`;

/** Gives a delivery a fresh set of attempts. */
export async function queueDeliveryAgain(tx: Tx, organizationId: string, id: string, now: Date): Promise<void> {
  await tx.query(`UPDATE webhook_deliveries SET ${QUEUED_AGAIN} WHERE organization_id = $1 AND id = $3`, [organizationId, now, id]);
}

/** Fails what is queued for an endpoint; what is being sent right now is left to finish. */
export async function failQueuedDeliveries(
  tx: Tx,
  organizationId: string,
  endpointId: string,
  failure: { code: string; message: string },
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE webhook_deliveries SET status = 'FAILED', next_attempt_at = NULL, error_code = $3, last_error = $4, updated_at = $5
     WHERE organization_id = $1 AND endpoint_id = $2 AND status = 'PENDING'`,
    [organizationId, endpointId, failure.code, failure.message, now],
  );
}

export interface NewDelivery {
  readonly id: string;
  readonly webhookEventId: string;
  readonly endpointId: string;
  readonly type: string;
  readonly apiVersion: string;
  readonly data: unknown;
}

/** Queues an envelope for one endpoint, whatever it subscribes to. */
export async function insertDelivery(tx: Tx, organizationId: string, delivery: NewDelivery, now: Date): Promise<void> {
  await tx.query(
    `WITH envelope AS (
       INSERT INTO webhook_events (id, organization_id, type, api_version, data, created_at) VALUES ($3, $1, $5, $6, $7, $2)
     )
     INSERT INTO webhook_deliveries (id, organization_id, webhook_event_id, endpoint_id, next_attempt_at, created_at, updated_at) VALUES ($8, $1, $3, $4, $2, $2, $2)`,
    [
      organizationId,
      now,
      delivery.webhookEventId,
      delivery.endpointId,
      delivery.type,
      delivery.apiVersion,
      JSON.stringify(delivery.data),
      delivery.id,
    ],
  );
}
