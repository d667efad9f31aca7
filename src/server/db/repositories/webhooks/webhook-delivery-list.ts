/**
 * Lists webhook deliveries by their ids, which is by when they were created: those that wait, from the queue, and those that ended, from their
 * last attempts, each in the order of a key, merged.
 */
import { timeOfId } from '@/server/platform/ids';
import { equals, mergedPage, within, withinIds, type Bind, type Condition, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { statement } from '@/server/db/transaction';
import { ENDED_COLUMNS, ENDED_WITH, WAITING_COLUMNS, withCreation, withEnvelope, type WebhookDeliveryRow } from './webhook-deliveries';

interface WebhookDeliveriesQuery extends PageRequest<'created_at'> {
  from?: string | undefined;
  to?: string | undefined;
  status?: WebhookDeliveryRow['status'] | undefined;
  event_type?: string | undefined;
  error_code?: string | undefined;
  endpoint_id?: string | undefined;
}

export function listWebhookDeliveryRows(organizationId: string, query: WebhookDeliveriesQuery): Promise<KeysetPage<WebhookDeliveryRow>> {
  return mergedPage(
    { name: 'webhook-deliveries', keys: 1, organizationId, query: { ...query } },
    async (after, limit) => {
      const values: unknown[] = [organizationId];
      const bind: Bind = (value) => `$${values.push(value)}`;
      const part = { query, after: after?.[0], limit: bind(limit), bind };
      const sources = [ended(part), ...waiting(part)].filter((source) => source !== null);
      const rows = await statement<Omit<WebhookDeliveryRow, 'created_at'>>(
        `SELECT * FROM (${sources.map((source) => `(${source})`).join(' UNION ALL ')}) deliveries ORDER BY id ${query.sort_dir} LIMIT ${part.limit}`,
        values,
      );
      return rows.map(withCreation);
    },
    ({ id }) => [id],
  );
}

interface Part {
  readonly query: WebhookDeliveriesQuery;
  /** The id after which the page begins. */
  readonly after: string | undefined;
  readonly limit: string;
  readonly bind: Bind;
}

const all = (conditions: readonly Condition[], bind: Bind): string => conditions.map((condition) => ` AND ${condition(bind)}`).join('');

const given = (column: string, value: string | undefined): Condition[] => (value === undefined ? [] : [equals(column, value)]);

/** The window and the page, by ids. */
const range = ({ query, after }: Part, column: string): Condition[] => [
  ...withinIds(column, query.from, query.to),
  ...(after === undefined ? [] : [(bind: Bind) => `${column} ${query.sort_dir === 'asc' ? '>' : '<'} ${bind(after)}::uuid`]),
];

/** Not of these types: there are so many of them that they are soon found in the order of ids. */
const FREQUENT = ['event.completed', 'balance.credited', 'balance.debited'];
const isRare = (type: string | undefined): type is string => type !== undefined && !FREQUENT.includes(type);
const OF_RARE_TYPE = `v.type NOT IN (${FREQUENT.map((type) => `'${type}'`).join(', ')})`;

/** The ids of the deliveries of an envelope lie between these. */
const lowest = (envelope: string): string => `overlay(${envelope}::text placing '0000000000' from 27)::uuid`;
const highest = (envelope: string): string => `overlay(${envelope}::text placing 'ffffffffff' from 27)::uuid`;

/** Without statistics, DELIVERED would be taken for rare, and all of them sorted. */
const OF_STATUS = { DELIVERED: `f.outcome <> 'FAILED'`, FAILED: `f.outcome = 'FAILED'` } as const;

function ended(part: Part): string | null {
  const { query, bind, limit } = part;
  const { status, event_type: type, error_code, endpoint_id, sort_dir } = query;
  if (status === 'PENDING' || status === 'SENDING') return null;
  const conditions = [
    ...range(part, 'f.delivery_id'),
    ...(status === undefined ? [] : [() => OF_STATUS[status]]),
    ...given('f.endpoint_id', endpoint_id),
    ...given('f.error_code', error_code),
  ];
  const where = `f.organization_id = $1${all(conditions, bind)} AND ${ENDED_WITH}`;
  if (!isRare(type) || error_code !== undefined || status === 'FAILED')
    return `SELECT ${ENDED_COLUMNS} FROM webhook_attempts f ${withEnvelope('f')} WHERE ${where}${all(given('v.type', type), bind)}
      ORDER BY f.delivery_id ${sort_dir} LIMIT ${limit}`;
  const envelopes = [...given('v.type', type), () => OF_RARE_TYPE, ...rangeOfEnvelopes(part)];
  return `SELECT ${ENDED_COLUMNS} FROM webhook_events v CROSS JOIN LATERAL (
      SELECT * FROM webhook_attempts f
      WHERE f.delivery_id >= ${lowest('v.id')} AND f.delivery_id <= ${highest('v.id')} AND f.webhook_event_id = v.id AND ${where}
      ORDER BY f.delivery_id ${sort_dir} OFFSET 0
    ) f WHERE v.organization_id = $1${all(envelopes, bind)} ORDER BY v.id ${sort_dir}, f.delivery_id ${sort_dir} LIMIT ${limit}`;
}

const rangeOfEnvelopes = ({ query, after }: Part): Condition[] => [
  ...withinIds('v.id', query.from, query.to),
  ...(after === undefined
    ? []
    : [
        (bind: Bind) =>
          query.sort_dir === 'asc' ? `v.id >= ${lowest(`${bind(after)}::uuid`)}` : `v.id <= ${highest(`${bind(after)}::uuid`)}`,
      ]),
];

/** Those never attempted, which are due in the order of their ids, endpoint by endpoint; and those queued again, which have an index. */
function waiting(part: Part): (string | null)[] {
  const { query, bind, limit } = part;
  const { status, event_type: type, error_code, endpoint_id, sort_dir } = query;
  if (status === 'DELIVERED' || status === 'FAILED') return [];
  const sent = status === undefined ? [] : [() => `q.lease_until IS ${status === 'PENDING' ? '' : 'NOT '}NULL`];
  const ofType = given('v.type', type);
  const again = [...range(part, 'q.id'), ...sent, ...given('q.endpoint_id', endpoint_id), ...given('q.error_code', error_code), ...ofType];
  const first = [...range(part, 'q.id'), ...rangeOfDueTimes(part), ...sent, ...ofType];
  return [
    `SELECT ${WAITING_COLUMNS} FROM webhook_queue q ${withEnvelope('q')} WHERE q.organization_id = $1 AND q.recorded > 0${all(again, bind)}
     ORDER BY q.id ${sort_dir} LIMIT ${limit}`,
    error_code !== undefined
      ? null
      : `SELECT of_endpoint.* FROM webhook_endpoints p CROSS JOIN LATERAL (
           SELECT ${WAITING_COLUMNS} FROM webhook_queue q ${withEnvelope('q')}
           WHERE q.organization_id = $1 AND q.endpoint_id = p.id AND q.recorded = 0${all(first, bind)}
           ORDER BY q.due_at ${sort_dir}, q.id ${sort_dir} LIMIT ${limit}
         ) of_endpoint WHERE p.organization_id = $1${all(given('p.id', endpoint_id), bind)} ORDER BY id ${sort_dir} LIMIT ${limit}`,
  ];
}

/** The same as for ids, for the key of the queue. */
const rangeOfDueTimes = ({ query, after }: Part): Condition[] => [
  ...within('q.due_at', query.from, query.to),
  ...(after === undefined ? [] : [(bind: Bind) => `q.due_at ${query.sort_dir === 'asc' ? '>=' : '<='} ${bind(timeOfId(after))}`]),
];
