/** Reads and advances recoveries of webhook endpoints: what each one covers, its progress, and its next step. */
import type { JobScope } from '@/server/platform/job';
import { OF_ALL } from '@/server/db/spread';
import { equals, keysetPage, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { NOT_BEING_ADVANCED, ORGANIZATION_NOW } from '@/server/db/organization-clock';
import { statement, type Tx } from '@/server/db/transaction';
import { ENDED_WITH, QUEUED_AGAIN } from './webhook-deliveries';

/** Deliveries that failed at or after `from` and were created before `to`; null: whenever they were created. */
export interface RecoveryWindow {
  readonly from: Date;
  readonly to: Date | null;
}

export interface WebhookRecoveryRow {
  id: string;
  endpoint_id: string;
  status: 'RUNNING' | 'COMPLETED' | 'CANCELLED';
  window_from: Date;
  window_to: Date | null;
  total: number;
  queued: number;
  delivered: number;
  failed: number;
  created_at: Date;
  updated_at: Date;
  completed_at: Date | null;
}

const RECOVERIES: KeysetList<'created_at'> = {
  name: 'webhook-recoveries',
  select: {
    columns:
      'r.id, r.endpoint_id, r.status, r.window_from, r.window_to, r.total, r.queued, r.created_at, r.updated_at, r.completed_at, done.*',
    from: `webhook_recoveries r CROSS JOIN LATERAL (
      SELECT (count(*) FILTER (WHERE f.outcome = 'DELIVERED'))::int AS delivered, (count(*) FILTER (WHERE f.outcome = 'FAILED'))::int AS failed
      FROM webhook_attempts f WHERE f.organization_id = r.organization_id AND f.recovery_id = r.id AND ${ENDED_WITH}) done`,
  },
  sorts: { created_at: [{ sql: 'r.created_at', type: 'timestamptz' }] },
  id: { sql: 'r.id', type: 'uuid' },
};

export function listRecoveryRows(
  organizationId: string,
  endpointId: string,
  query: Pick<PageRequest<string>, 'limit' | 'cursor'>,
): Promise<KeysetPage<WebhookRecoveryRow>> {
  return keysetPage<WebhookRecoveryRow, 'created_at'>(RECOVERIES, {
    organizationId,
    query: { ...query, sort_by: 'created_at', sort_dir: 'desc', endpointId },
    where: [equals('r.organization_id', organizationId), equals('r.endpoint_id', endpointId)],
  });
}

export async function findRecovery(organizationId: string, endpointId: string, id: string): Promise<WebhookRecoveryRow | null> {
  const { columns, from } = RECOVERIES.select;
  const [row] = await statement<WebhookRecoveryRow>(
    `SELECT ${columns} FROM ${String(from)} WHERE r.organization_id = $1 AND r.endpoint_id = $2 AND r.id = $3`,
    [organizationId, endpointId, id],
  );
  return row ?? null;
}

/** Of attempts `f`, with a window from `$3` to `$4`. */
const FAILED_IN_WINDOW = `f.organization_id = $1 AND f.endpoint_id = $2 AND f.outcome = 'FAILED'
  AND f.attempted_at >= $3 AND ($4::timestamptz IS NULL OR f.delivery_id < first_id_at($4)) AND ${ENDED_WITH}`;

/** How many failed deliveries of an endpoint a recovery would cover. */
export async function countFailed(organizationId: string, endpointId: string, { from, to }: RecoveryWindow): Promise<number> {
  const [row] = await statement<{ total: number }>(`SELECT count(*)::int AS total FROM webhook_attempts f WHERE ${FAILED_IN_WINDOW}`, [
    organizationId,
    endpointId,
    from,
    to,
  ]);
  return row?.total ?? 0;
}

/** The first id after those of deliveries created at this time. */
const afterThoseOf = (time: string): string => `first_id_at(${time} + interval '1 millisecond')`;

/** Starts a recovery of what has failed by now; false when one is already running for the endpoint. */
export async function insertRecovery(
  tx: Tx,
  organizationId: string,
  { id, endpointId, window }: { id: string; endpointId: string; window: RecoveryWindow },
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO webhook_recoveries (organization_id, endpoint_id, window_from, window_to, id, created_at, updated_at, total)
     SELECT $1, $2, $3, $4, $5, $6, $6, (SELECT count(*) FROM webhook_attempts f WHERE ${FAILED_IN_WINDOW} AND f.delivery_id < ${afterThoseOf('$6::timestamptz')})
     ON CONFLICT (organization_id, endpoint_id) WHERE status = 'RUNNING' DO NOTHING RETURNING id`,
    [organizationId, endpointId, window.from, window.to, id, now],
  );
  return rows.length > 0;
}

export interface DueRecovery {
  id: string;
  organization_id: string;
  endpoint_id: string;
  /** On the organization's clock. */
  now: Date;
}

/** A step is due once at most `$3` of the deliveries queued before still await their first attempt; the last step, once none does. */
const DUE = `
  FROM webhook_recoveries r JOIN webhook_endpoints e ON e.organization_id = r.organization_id AND e.id = r.endpoint_id
  JOIN organizations o ON o.id = r.organization_id
  CROSS JOIN LATERAL (
    SELECT count(*) AS deliveries FROM webhook_queue q WHERE q.organization_id = r.organization_id AND q.recovery_id = r.id AND q.attempt_count = 0
  ) waiting
  WHERE r.status = 'RUNNING' AND (e.status <> 'ACTIVE' OR waiting.deliveries <= CASE WHEN r.all_queued THEN 0 ELSE $3::int END)`;

/** Recoveries ready for their next step: of every organization whose clock runs, or of one whose clock stands. */
export function dueRecoveries(realNow: Date, limit: number, goOnAt: number, scope?: JobScope): Promise<DueRecovery[]> {
  const select = (now: string, allowed: string) =>
    `SELECT r.id, r.organization_id, r.endpoint_id, ${now} AS now ${DUE} AND ${allowed} ORDER BY r.updated_at, r.id LIMIT $2`;
  return scope
    ? statement<DueRecovery>(select('$4::timestamptz', '$1::timestamptz IS NOT NULL AND r.organization_id = $5'), [
        realNow,
        limit,
        goOnAt,
        scope.now,
        scope.id,
      ])
    : statement<DueRecovery>(select(ORGANIZATION_NOW, NOT_BEING_ADVANCED), [realNow, limit, goOnAt]);
}

/** When the next step of an organization's recoveries is due, up to `until`, on its clock; null when none is. */
export async function nextRecoveryStep(organizationId: string, until: Date, goOnAt: number): Promise<Date | null> {
  const [row] = await statement<{ due: Date | null }>(
    `SELECT min(r.created_at) AS due ${DUE} AND r.organization_id = $1 AND r.created_at <= $2`,
    [organizationId, until, goOnAt],
  );
  return row?.due ?? null;
}

/** How many deliveries await their first attempt; null when the recovery has ended or somebody else holds the lock. */
export async function claimRecovery(tx: Tx, organizationId: string, id: string): Promise<number | null> {
  const claimed = await tx.query(
    "SELECT 1 FROM webhook_recoveries WHERE organization_id = $1 AND id = $2 AND status = 'RUNNING' FOR UPDATE SKIP LOCKED",
    [organizationId, id],
  );
  if (claimed.length === 0) return null;
  const [row] = await tx.query<{ waiting: number }>(
    'SELECT count(*)::int AS waiting FROM webhook_queue WHERE organization_id = $1 AND recovery_id = $2 AND attempt_count = 0',
    [organizationId, id],
  );
  return row?.waiting ?? 0;
}

/** Queues the next failed deliveries again, oldest first, at most `limit`. @returns how many. */
export async function queueNextFailed(tx: Tx, organizationId: string, id: string, limit: number, now: Date): Promise<number> {
  const [row] = await tx.query<{ queued: number }>(
    `WITH next AS (
       SELECT f.* FROM webhook_recoveries r
       JOIN webhook_attempts f ON f.organization_id = $1 AND f.endpoint_id = r.endpoint_id AND f.outcome = 'FAILED'
       JOIN webhook_events v ON v.organization_id = $1 AND v.id = f.webhook_event_id
       WHERE r.organization_id = $1 AND r.id = $3 AND f.attempted_at >= r.window_from AND f.delivery_id < ${afterThoseOf('r.created_at')}
         AND (r.window_to IS NULL OR f.delivery_id < first_id_at(r.window_to)) AND (r.reached_id IS NULL OR f.delivery_id > r.reached_id)
         AND ${ENDED_WITH}
       ORDER BY f.delivery_id LIMIT $4 FOR KEY SHARE OF f, v
     ), queued AS (
       INSERT INTO webhook_queue (${QUEUED_AGAIN})
       SELECT organization_id, endpoint_id, $2::timestamptz, delivery_id, webhook_event_id, $2, number, $3 FROM next
     )
     UPDATE webhook_recoveries r SET queued = r.queued + (SELECT count(*) FROM next), all_queued = (SELECT count(*) FROM next) < $4, updated_at = $2,
       reached_id = coalesce((SELECT delivery_id FROM next ORDER BY delivery_id DESC LIMIT 1), r.reached_id)
     WHERE r.organization_id = $1 AND r.id = $3 RETURNING (SELECT count(*)::int FROM next) AS queued`,
    [organizationId, now, id, limit],
  );
  return row?.queued ?? 0;
}

export async function endRecovery(tx: Tx, organizationId: string, id: string, status: 'COMPLETED' | 'CANCELLED', now: Date): Promise<void> {
  await tx.query('UPDATE webhook_recoveries SET status = $3, completed_at = $4, updated_at = $4 WHERE organization_id = $1 AND id = $2', [
    organizationId,
    id,
    status,
    now,
  ]);
}

/** A condition on a recovery `r`: it ended before `$n`, and no attempt is left of it. */
const isUnused = (until: string): string => `r.completed_at < ${until}
  AND NOT EXISTS (SELECT 1 FROM webhook_attempts f WHERE f.organization_id = r.organization_id AND f.recovery_id = r.id OFFSET 0)
  AND NOT EXISTS (SELECT 1 FROM webhook_queue q WHERE q.organization_id = r.organization_id AND q.recovery_id = r.id OFFSET 0)`;

/** Deletes up to `limit` recoveries that ended before `until` and of which no attempt is left. @returns how many. */
export async function deleteUnusedRecoveries(until: Date, limit: number): Promise<number> {
  const found = await statement<{ organization_id: string; ids: readonly string[] }>(
    `${OF_ALL} SELECT u.organization_id, array_agg(u.id) AS ids FROM (
       SELECT r.organization_id, r.id FROM webhook_recoveries r WHERE ${isUnused('$1')} ORDER BY r.completed_at LIMIT $2) AS u GROUP BY 1`,
    [until, limit],
  );
  let deleted = 0;
  for (const { organization_id, ids } of found) {
    const rows = await statement(
      `DELETE FROM webhook_recoveries r WHERE r.organization_id = $1 AND r.id = ANY ($2::uuid[]) AND ${isUnused('$3')} RETURNING 1`,
      [organization_id, ids, until],
    );
    deleted += rows.length;
  }
  return deleted;
}
