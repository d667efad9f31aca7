/** Reads and writes webhook endpoints; secrets are handled only in encrypted form. */
import type { DisabledReason } from '@/domain/webhooks/health';
import type { Pace } from '@/domain/webhooks/pace';
import { prisma } from '@/server/db/client';
import { equals, keysetPage, statusFilter, within, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import type { Tx } from '@/server/db/transaction';

export interface WebhookEndpointRow {
  id: string;
  url: string;
  description: string | null;
  secret: Uint8Array;
  previous_secret: Uint8Array | null;
  previous_secret_until: Date | null;
  enabled_events: string[];
  status: 'ACTIVE' | 'DISABLED' | 'ARCHIVED';
  rate_limited_until: Date | null;
  /** When the current run of failures, not yet ended by a success, began. */
  failing_since: Date | null;
  consecutive_failures: number;
  /** How quickly it answered the last attempt. */
  pace: Pace;
  disabled_at: Date | null;
  disabled_reason: DisabledReason | null;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

const COLUMNS = `id, url, description, secret, previous_secret, previous_secret_until, enabled_events, status, rate_limited_until,
  failing_since, consecutive_failures, pace, disabled_at, disabled_reason, created_at, updated_at, deleted_at`;

interface WebhookEndpointsQuery extends PageRequest<'created_at'> {
  from?: string | undefined;
  to?: string | undefined;
  status?: WebhookEndpointRow['status'] | undefined;
  include_archived: boolean;
}

const ENDPOINTS: KeysetList<'created_at'> = {
  name: 'webhook-endpoints',
  select: { columns: COLUMNS, from: 'webhook_endpoints' },
  sorts: { created_at: [{ sql: 'created_at', type: 'timestamptz' }] },
  id: { sql: 'id', type: 'uuid' },
};

export function listWebhookEndpointRows(organizationId: string, query: WebhookEndpointsQuery): Promise<KeysetPage<WebhookEndpointRow>> {
  return keysetPage<WebhookEndpointRow, 'created_at'>(ENDPOINTS, {
    organizationId,
    query: { ...query },
    where: [
      equals('organization_id', organizationId),
      ...within('created_at', query.from, query.to),
      ...statusFilter('status', query.status, query.include_archived),
    ],
  });
}

export async function findWebhookEndpoint(organizationId: string, id: string): Promise<WebhookEndpointRow | null> {
  const found = await prisma().webhookEndpoint.findUnique({
    where: { organization_id_id: { organization_id: organizationId, id } },
    omit: { organization_id: true },
  });
  return found as WebhookEndpointRow | null; // the database admits no other statuses
}

/** The endpoint, locked against other changes until the transaction ends. */
export async function findWebhookEndpointForUpdate(tx: Tx, organizationId: string, id: string): Promise<WebhookEndpointRow | null> {
  const [row] = await tx.query<WebhookEndpointRow>(
    `SELECT ${COLUMNS} FROM webhook_endpoints WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [organizationId, id],
  );
  return row ?? null;
}

export async function insertWebhookEndpoint(tx: Tx, organizationId: string, row: WebhookEndpointRow): Promise<void> {
  await tx.query(
    `INSERT INTO webhook_endpoints (id, organization_id, url, description, secret, enabled_events, status, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [row.id, organizationId, row.url, row.description, row.secret, row.enabled_events, row.status, row.created_at, row.updated_at],
  );
}

/** Writes the mutable fields of an endpoint that the transaction has locked. */
export async function updateWebhookEndpointRow(tx: Tx, organizationId: string, row: WebhookEndpointRow): Promise<void> {
  await tx.query(
    `UPDATE webhook_endpoints SET url = $3, description = $4, secret = $5, previous_secret = $6, previous_secret_until = $7, enabled_events = $8,
       status = $9, rate_limited_until = $10, failing_since = $11, consecutive_failures = $12, disabled_at = $13, disabled_reason = $14,
       updated_at = $15, deleted_at = $16, pace = $17
     WHERE organization_id = $1 AND id = $2`,
    [
      organizationId,
      row.id,
      row.url,
      row.description,
      row.secret,
      row.previous_secret,
      row.previous_secret_until,
      row.enabled_events,
      row.status,
      row.rate_limited_until,
      row.failing_since,
      row.consecutive_failures,
      row.disabled_at,
      row.disabled_reason,
      row.updated_at,
      row.deleted_at,
      row.pace,
    ],
  );
}
