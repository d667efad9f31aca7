/** Stores the log of API requests: written in batches, listed newest first, deleted by age. */
import { equals, within, type Condition, type KeysetList, type PageRequest } from '../keyset';
import { listing, type Listing } from '../listing';
import { statement } from '../transaction';

export interface RequestLogRow {
  id: string;
  organization_id: string;
  request_id: string;
  method: string;
  path: string;
  route: string | null;
  status: number;
  error_code: string | null;
  duration_ms: number;
  api_key_id: string | null;
  on_behalf_of: string | null;
  /** The assistant that called, for a request to the tool server. */
  client_name: string | null;
  idempotency_key: string | null;
  request_body: string | null;
  request_body_bytes: number;
  response_body: string | null;
  response_body_bytes: number;
  created_at: Date;
}

const TYPES = {
  id: 'uuid',
  organization_id: 'uuid',
  request_id: 'text',
  method: 'text',
  path: 'text',
  route: 'text',
  status: 'smallint',
  error_code: 'text',
  duration_ms: 'double precision',
  api_key_id: 'uuid',
  on_behalf_of: 'text',
  client_name: 'text',
  idempotency_key: 'text',
  request_body: 'text',
  request_body_bytes: 'integer',
  response_body: 'text',
  response_body_bytes: 'integer',
  created_at: 'timestamptz',
} as const satisfies Record<keyof RequestLogRow, string>;
const COLUMNS = Object.keys(TYPES) as (keyof RequestLogRow)[];
const LISTED = COLUMNS.filter((column) => !column.includes('_body'));

const INSERT = `INSERT INTO request_logs (${COLUMNS.join(', ')})
  SELECT * FROM unnest(${COLUMNS.map((column, index) => `$${index + 1}::${TYPES[column]}[]`).join(', ')})`;

export async function insertRequestLogs(rows: readonly RequestLogRow[]): Promise<void> {
  await statement(
    INSERT,
    COLUMNS.map((column) => rows.map((row) => row[column])),
  );
}

export interface RequestLogsQuery extends PageRequest<'created_at'> {
  from?: string | undefined;
  to?: string | undefined;
  method?: string | undefined;
  route?: string | undefined;
  /** The path of a record, as sent. */
  record?: string | undefined;
  status?: number | undefined;
  outcome?: 'SUCCEEDED' | 'FAILED' | undefined;
  api_key_id?: string | undefined;
  request_id?: string | undefined;
}

const LOGS: KeysetList<'created_at'> = {
  name: 'request-logs',
  select: { columns: LISTED.join(', '), from: 'request_logs' },
  sorts: { created_at: [{ sql: 'created_at', type: 'timestamptz' }] },
  id: { sql: 'id', type: 'uuid' },
};

const EXACT_FILTERS = ['method', 'route', 'status', 'api_key_id', 'request_id'] as const;

/** Requests other than reads, by the record that their path names; word for word what its index covers. */
const changesOf =
  (record: string): Condition =>
  (bind) =>
    `route LIKE '%{%' AND method NOT IN ('GET', 'HEAD') AND substring(path from '^/v1/[^/?]+/[^/?]+') = ${bind(record)}`;

export function listRequestLogRows(organizationId: string, query: RequestLogsQuery): Listing<RequestLogRow> {
  const outcome: Condition[] = query.outcome === undefined ? [] : [() => (query.outcome === 'FAILED' ? 'status >= 400' : 'status < 400')];
  return listing<RequestLogRow, 'created_at'>(LOGS, {
    organizationId,
    query: { ...query },
    where: [
      equals('organization_id', organizationId),
      ...within('created_at', query.from, query.to),
      ...EXACT_FILTERS.flatMap((name) => (query[name] === undefined ? [] : [equals(name, query[name])])),
      ...outcome,
      ...(query.record === undefined ? [] : [changesOf(query.record)]),
    ],
  });
}

export async function findRequestLog(organizationId: string, id: string): Promise<RequestLogRow | null> {
  const [row] = await statement<RequestLogRow>(`SELECT ${COLUMNS.join(', ')} FROM request_logs WHERE organization_id = $1 AND id = $2`, [
    organizationId,
    id,
  ]);
  return row ?? null;
}

/** Deletes up to `limit` of the oldest rows created before `until`, of all organizations. @returns how many. */
export async function deleteRequestLogs(until: Date, limit: number): Promise<number> {
  const rows = await statement(
    `DELETE FROM request_logs WHERE id IN (
       SELECT id FROM request_logs WHERE created_at AT TIME ZONE 'UTC' < $1::timestamptz AT TIME ZONE 'UTC'
       ORDER BY created_at AT TIME ZONE 'UTC' LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING 1`,
    [until, limit],
  );
  return rows.length;
}
