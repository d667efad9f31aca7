/**
 * Reads webhook deliveries for their owners, one by one with attempts, and queues them again. One that waits is a row of the queue; one that
 * ended is what its last attempt says.
 */
import { fieldsOf } from '@/domain/fields';
import { requestOfUuid, timeOfId } from '@/server/platform/ids';
import { unpackExchange } from '@/server/db/repositories/webhooks/webhook-exchange';
import { statement, type Tx } from '@/server/db/transaction';

interface DeliveryState {
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
  updated_at: Date;
  delivered_at: Date | null;
}

export interface WebhookDeliveryRow extends DeliveryState {
  created_at: Date;
}

export interface WebhookAttemptRow {
  number: number;
  attempted_at: Date;
  duration_ms: number;
  request_url: string | null;
  request_headers: Readonly<Record<string, string>>;
  response_status: number | null;
  response_headers: Readonly<Record<string, string>> | null;
  response_body: string | null;
  error: string | null;
  error_code: string | null;
}

interface WebhookEnvelopeRow {
  organization_id: string;
  api_version: string;
  data: Record<string, unknown>;
  /** The same data as the text that was stored. */
  data_text: string;
  envelope_created_at: Date;
  /** The request that caused the webhook. */
  request_id: string | null;
}

/** Of an attempt `f` and its envelope `v`. */
export const ENDED_COLUMNS = `f.delivery_id AS id, f.endpoint_id, f.webhook_event_id, v.type, f.outcome AS status, f.attempt_count,
  NULL::timestamptz AS next_attempt_at, f.error AS last_error, f.error_code, f.response_status, f.attempted_at AS updated_at,
  CASE WHEN f.outcome = 'DELIVERED' THEN f.attempted_at END AS delivered_at`;

/** Of a row `q` of the queue and its envelope `v`. */
export const WAITING_COLUMNS = `q.id, q.endpoint_id, q.webhook_event_id, v.type, CASE WHEN q.lease_until IS NULL THEN 'PENDING' ELSE 'SENDING' END AS status,
  q.attempt_count, q.due_at AS next_attempt_at, q.last_error, q.error_code, q.response_status, q.updated_at, NULL::timestamptz AS delivered_at`;

/** A join with the envelope `v`, looked up by its key; `from` is the alias of the row that names it. */
export const withEnvelope = (from: 'f' | 'q'): string =>
  `CROSS JOIN LATERAL (SELECT * FROM webhook_events e WHERE e.organization_id = ${from}.organization_id AND e.id = ${from}.webhook_event_id OFFSET 0) v`;

/** A condition on an attempt `f`: its delivery ended with it, and is not queued again. */
export const ENDED_WITH = `f.outcome <> 'RETRY'
  AND NOT EXISTS (SELECT 1 FROM webhook_attempts l WHERE l.organization_id = f.organization_id AND l.delivery_id = f.delivery_id AND l.number > f.number OFFSET 0)
  AND NOT EXISTS (SELECT 1 FROM webhook_queue w WHERE w.organization_id = f.organization_id AND w.id = f.delivery_id AND w.recorded > 0 OFFSET 0)`;

/** What was never attempted is due at the time of its id, and so found by the key. */
const STATE = `
  SELECT ${ENDED_COLUMNS} FROM webhook_attempts f ${withEnvelope('f')} WHERE f.organization_id = $1 AND f.delivery_id = $2 AND ${ENDED_WITH}
  UNION ALL
  SELECT ${WAITING_COLUMNS} FROM webhook_queue q ${withEnvelope('q')} WHERE q.organization_id = $1 AND q.id = $2 AND q.recorded > 0
  UNION ALL
  SELECT ${WAITING_COLUMNS} FROM webhook_endpoints p JOIN webhook_queue q
    ON q.organization_id = $1 AND q.endpoint_id = p.id AND q.due_at = $3 AND q.id = $2 AND q.recorded = 0 ${withEnvelope('q')}
  WHERE p.organization_id = $1`;

export async function findDeliveryState(
  { query }: Pick<Tx, 'query'>,
  organizationId: string,
  id: string,
): Promise<WebhookDeliveryRow | null> {
  const [row] = await query<DeliveryState>(STATE, [organizationId, id, timeOfId(id)]);
  return row ? withCreation(row) : null;
}

/** A delivery was created when its id was made. */
export const withCreation = (row: DeliveryState): WebhookDeliveryRow => ({ ...row, created_at: timeOfId(row.id) });

/** A delivery with its envelope and its latest attempts, oldest first. */
export async function findWebhookDelivery(
  organizationId: string,
  id: string,
): Promise<(WebhookDeliveryRow & WebhookEnvelopeRow & { attempts: WebhookAttemptRow[] }) | null> {
  const state = await findDeliveryState({ query: statement }, organizationId, id);
  if (!state) return null;
  const { webhook_event_id: envelopeId } = state;
  const [[envelope], attempts] = await Promise.all([
    statement<{ api_version: string; request: string | null; data: string }>(
      'SELECT api_version, request_id AS request, data::text AS data FROM webhook_events WHERE organization_id = $1 AND id = $2',
      [organizationId, envelopeId],
    ),
    listAttempts(organizationId, id),
  ]);
  if (!envelope) return null; // dropped for its age a moment ago
  return {
    ...state,
    organization_id: organizationId,
    api_version: envelope.api_version,
    request_id: envelope.request === null ? null : requestOfUuid(envelope.request),
    data: fieldsOf(JSON.parse(envelope.data)),
    data_text: envelope.data,
    envelope_created_at: timeOfId(envelopeId),
    attempts,
  };
}

const ATTEMPTS_SHOWN = 200;
/** An end without an attempt has no number among them. */
const ATTEMPTS = `
  SELECT * FROM (
    SELECT (count(duration_ms) OVER (ORDER BY number))::int AS number, webhook_event_id, attempted_at, duration_ms, response_status, error, error_code, exchange
    FROM webhook_attempts WHERE organization_id = $1 AND delivery_id = $2
  ) numbered WHERE duration_ms IS NOT NULL ORDER BY number DESC LIMIT ${ATTEMPTS_SHOWN}`;

type StoredAttempt = Pick<WebhookAttemptRow, 'number' | 'attempted_at' | 'duration_ms' | 'response_status' | 'error' | 'error_code'> & {
  webhook_event_id: string;
  exchange: Buffer;
};

async function listAttempts(organizationId: string, id: string): Promise<WebhookAttemptRow[]> {
  const rows = await statement<StoredAttempt>(ATTEMPTS, [organizationId, id]);
  return rows.reverse().map(({ exchange, webhook_event_id: envelopeId, ...row }) => {
    const { url, requestHeaders, response } = unpackExchange(envelopeId, exchange);
    return {
      ...row,
      request_url: url,
      request_headers: requestHeaders,
      response_headers: response?.headers ?? null,
      response_body: response?.body ?? null,
    };
  });
}

/** The columns of a row of the queue that gives the delivery of an attempt `f` a fresh set of attempts. */
export const QUEUED_AGAIN = 'organization_id, endpoint_id, due_at, id, webhook_event_id, updated_at, recorded, recovery_id';

/** Gives a delivery that ended a fresh set of attempts. What it needs is locked, so that it is not dropped for its age before it waits. */
export async function queueDeliveryAgain(tx: Tx, organizationId: string, id: string, now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO webhook_queue (${QUEUED_AGAIN})
     SELECT f.organization_id, f.endpoint_id, $3::timestamptz, f.delivery_id, f.webhook_event_id, $3, f.number, f.recovery_id
     FROM webhook_attempts f JOIN webhook_events v ON v.organization_id = f.organization_id AND v.id = f.webhook_event_id
     WHERE f.organization_id = $1 AND f.delivery_id = $2 AND ${ENDED_WITH} FOR KEY SHARE OF f, v`,
    [organizationId, id, now],
  );
}
