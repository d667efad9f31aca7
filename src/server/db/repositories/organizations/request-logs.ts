/** Stores the log of API requests: written in batches, listed newest first, dropped by the day. */
import { present } from '@/domain/assert';
import { namesIn } from '@/domain/fields';
import { firstIdAt, requestOfUuid, timeOfId, uuidOfRequest } from '@/server/platform/ids';
import { HOLDER_OF_BLOCK, packBodies, unpackBodies } from '@/server/db/repositories/organizations/logged-bodies';
import { equals, withinIds, type Bind, type Condition, type KeysetList, type PageRequest } from '@/server/db/keyset';
import { listing, mapped, type Listing } from '@/server/db/listing';
import type { Partitioned } from '@/server/db/partitions';
import { statement } from '@/server/db/transaction';

/** A request as the log lists it. */
interface ListedRequest {
  request_id: string;
  organization_id: string;
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
}

/** A request to be stored. */
export interface LoggedRequest extends ListedRequest {
  request_body: string | null;
  request_body_bytes: number;
  response_body: string | null;
  response_body_bytes: number;
}

/** What the id of a stored request says. */
interface Placed {
  id: string;
  created_at: Date;
}

export type RequestLogRow = ListedRequest & Placed;
export type RequestLogDetailRow = LoggedRequest & Placed;

const LISTED = {
  id: 'uuid',
  organization_id: 'uuid',
  method: 'text',
  path: 'text',
  route: 'text',
  status: 'smallint',
  error_code: 'text',
  duration_ms: 'real',
  api_key_id: 'uuid',
  on_behalf_of: 'text',
  client_name: 'text',
  idempotency_key: 'text',
} as const;
const TYPES = { ...LISTED, request_body_bytes: 'integer', response_body_bytes: 'integer', bodies: 'bytea' } as const;

type StoredRequest = Omit<ListedRequest, 'request_id'> & { id: string };
type WholeRequest = StoredRequest &
  Pick<LoggedRequest, 'request_body_bytes' | 'response_body_bytes'> & { bodies: Buffer | null; block: Buffer | null };

const COLUMNS = namesIn(TYPES);
const INSERT = `INSERT INTO request_logs (${COLUMNS.join(', ')})
  SELECT * FROM unnest(${COLUMNS.map((column, index) => `$${index + 1}::${TYPES[column]}[]`).join(', ')})`;

export async function insertRequestLogs(requests: readonly LoggedRequest[]): Promise<void> {
  const keyed = requests.map((row) => ({ ...row, id: present(uuidOfRequest(row.request_id), 'the service makes the ids of requests') }));
  const bodies = packBodies(
    keyed.map(({ id, organization_id: organizationId, request_body: request, response_body: response }) => ({
      organizationId,
      id,
      request,
      response,
    })),
  );
  const rows = keyed.map((row, index) => ({ ...row, bodies: bodies[index] }));
  await statement(
    INSERT,
    COLUMNS.map((column) => rows.map((row) => row[column])),
  );
}

/** What the id of a stored request says. */
const withPlace = <Row extends StoredRequest>(row: Row) => ({ ...row, request_id: requestOfUuid(row.id), created_at: timeOfId(row.id) });

interface RequestLogsQuery extends PageRequest<'created_at'> {
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

/** In the order of their ids, which is that of their times. */
const LOGS: KeysetList<'created_at'> = {
  name: 'request-logs',
  select: { columns: Object.keys(LISTED).join(', '), from: 'request_logs' },
  sorts: { created_at: [] },
  id: { sql: 'id', type: 'uuid' },
};

/**
 * The four seconds in which a request was made, word for word as indexes have them: rows that share them share one index entry, which takes
 * a tenth of the room. Within them they are sorted.
 */
const SPAN_DIGITS = 10;
const SPAN = `left(id::text, ${SPAN_DIGITS})`;

/** The same order, through the indexes that have spans. */
const LOGS_BY_SPAN: KeysetList<'created_at'> = { ...LOGS, sorts: { created_at: [{ sql: SPAN, type: 'text' }] } };

const EXACT_FILTERS = ['method', 'route', 'status', 'api_key_id'] as const;

/** What `withinIds` says, of spans. */
const withinSpans = (from: string | undefined, to: string | undefined): Condition[] => {
  const spanOf = (at: string): string => firstIdAt(new Date(at.toUpperCase())).slice(0, SPAN_DIGITS);
  return [
    ...(from === undefined ? [] : [(bind: Bind) => `${SPAN} >= ${bind(spanOf(from))}`]),
    ...(to === undefined ? [] : [(bind: Bind) => `${SPAN} <= ${bind(spanOf(to))}`]),
  ];
};

/** Requests other than reads, by the record that their path names; word for word what its index covers. */
const changesOf =
  (record: string): Condition =>
  (bind) =>
    `route LIKE '%{%' AND method NOT IN ('GET', 'HEAD') AND substring(path from '^/v1/[^/?]+/[^/?]+') = ${bind(record)}`;

export function listRequestLogRows(organizationId: string, query: RequestLogsQuery): Listing<RequestLogRow> {
  const outcome: Condition[] = query.outcome === undefined ? [] : [() => (query.outcome === 'FAILED' ? 'status >= 400' : 'status < 400')];
  const bySpan = query.route !== undefined || query.api_key_id !== undefined || query.record !== undefined;
  const rows = listing<StoredRequest, 'created_at'>(bySpan ? LOGS_BY_SPAN : LOGS, {
    organizationId,
    query: { ...query },
    where: [
      equals('organization_id', organizationId),
      ...withinIds('id', query.from, query.to),
      ...(bySpan ? withinSpans(query.from, query.to) : []),
      ...EXACT_FILTERS.flatMap((name) => (query[name] === undefined ? [] : [equals(name, query[name])])),
      ...(query.request_id === undefined ? [] : [equals('id', uuidOfRequest(query.request_id))]),
      ...outcome,
      ...(query.record === undefined ? [] : [changesOf(query.record)]),
    ],
  });
  return mapped(rows, withPlace);
}

/** The block that a row `t` shares with the one that holds it; null where it holds its own, or has none. */
const BLOCK = `(SELECT h.bodies FROM request_logs h WHERE h.organization_id = t.organization_id AND h.id = ${HOLDER_OF_BLOCK})`;

export async function findRequestLog(organizationId: string, id: string): Promise<RequestLogDetailRow | null> {
  const [row] = await statement<WholeRequest>(
    `SELECT ${COLUMNS.join(', ')}, ${BLOCK} AS block FROM request_logs t WHERE organization_id = $1 AND id = $2`,
    [organizationId, id],
  );
  if (!row) return null;
  const { bodies, block, ...rest } = row;
  const { request, response } = unpackBodies(bodies, block);
  return { ...withPlace(rest), request_body: request, response_body: response };
}

/** Its partitions are days, of which the coming ones are made ahead. */
export const REQUEST_LOG_PARTITIONS: Partitioned = {
  table: 'request_logs',
  key: 'id',
  unit: 'day',
  ahead: 3,
  packed: {
    column: 'bodies',
    beside: BLOCK,
    // The columns that are selected for it hold bytes.
    unpack: ({ bodies, beside }) => unpackBodies(bodies as Buffer | null, beside as Buffer | null),
  },
};
