/** Lists events, and reads the detail of one with each rule's evaluation. */
import type { KeptEvaluation } from '@/domain/rules/kept-evaluation';
import { requestOfUuid } from '@/server/platform/ids';
import { mapPieces } from '@/server/platform/text-stream';
import {
  equals,
  keysetPage,
  wholeList,
  within,
  withinIds,
  type Condition,
  type KeysetList,
  type KeysetPage,
  type PageRequest,
} from '@/server/db/keyset';
import type { VersionedSet } from '@/server/db/repositories/rules/rule-configuration-versions';
import { snapshotRows } from '@/server/db/snapshot';
import { statement } from '@/server/db/transaction';
import { EVENT_COLUMNS, eventRow, WITH_OUTCOME, type EventRow, type StoredEvent } from './event-records';

export interface EventsQuery extends PageRequest<'created_at'> {
  from?: string | undefined;
  to?: string | undefined;
  event_from?: string | undefined;
  event_to?: string | undefined;
  program_id?: string | undefined;
  participant_id?: string | undefined;
  /** The actor was a member of this group when the event arrived. */
  group_id?: string | undefined;
  automation_id?: string | undefined;
  external_id?: string | undefined;
  idempotency_key?: string | undefined;
  status?: EventRow['status'] | undefined;
  error_code?: string | undefined;
}

const FACT = (id: string): string => `CROSS JOIN LATERAL (SELECT * FROM events e WHERE e.organization_id = $1 AND e.id = ${id} OFFSET 0) e`;

/** Where the events of a list are found: `row` is what is walked, in the order of its column `id`. */
interface Source {
  readonly row: 'e' | 'q' | 'o';
  readonly id: string;
  readonly from: string;
  readonly condition: Condition;
}

const BY_STATUS: Readonly<Record<EventRow['status'], Condition>> = {
  PENDING: () => 'o.status IS NULL',
  PROCESSING: () => 'false',
  COMPLETED: () => `o.status = 'COMPLETED'`,
  FAILED: () => `o.status = 'FAILED'`,
};
const ALL: Source = { row: 'e', id: 'e.id', from: `events e ${WITH_OUTCOME}`, condition: () => 'true' };
const WAITING: Source = { row: 'q', id: 'q.id', from: `event_queue q ${FACT('q.id')} ${WITH_OUTCOME}`, condition: BY_STATUS.PENDING };
const FAILED: Source = {
  row: 'o',
  id: 'o.event_id',
  from: `event_outcomes o ${FACT('o.event_id')}`,
  condition: BY_STATUS.FAILED,
};

/** Filters that leave few events, or have an index of their own. */
const NARROW = ['participant_id', 'automation_id', 'external_id', 'idempotency_key', 'group_id'] as const;

function sourceOf(query: EventFilters): Source {
  if (NARROW.some((name) => query[name] !== undefined)) return ALL;
  if (query.status === 'PENDING') return WAITING;
  // Only failed events have a code.
  return query.status === 'FAILED' || query.error_code !== undefined ? FAILED : ALL;
}

const listOf = ({ from, id }: Source): KeysetList<'created_at'> => ({
  name: 'events',
  select: { columns: EVENT_COLUMNS, from },
  sorts: { created_at: [] },
  id: { sql: id, type: 'uuid' },
});

/** The same, of which only ids are read. */
const IDS: KeysetList<'created_at'> = { ...listOf(ALL), select: { columns: 'e.id', from: 'events e' } };

export async function listEventRows(organizationId: string, query: EventsQuery): Promise<KeysetPage<EventRow>> {
  const { group_id, ...others } = query;
  const request = { organizationId, query: { ...query } };
  const walkable = NOT_ALONG_THE_LIST.every((name) => query[name] === undefined);
  if (group_id === undefined || !walkable || !(await isLargeTeam(organizationId, group_id))) {
    const page = await keysetPage<StoredEvent, 'created_at'>(listOf(sourceOf(query)), {
      ...request,
      where: matching(organizationId, query),
    });
    return { ...page, rows: page.rows.map(eventRow) };
  }
  const search = { condition: byMemberOf(group_id), indexed: fromMembersOf(organizationId, group_id), alias: 'e', walked: WALKED };
  const page = await keysetPage<{ id: string }, 'created_at'>(IDS, { ...request, where: matching(organizationId, others), search });
  const ids = page.rows.map(({ id }) => id);
  const rows = new Map((await findEvents(organizationId, ids)).map((row) => [row.id, row]));
  return { ...page, rows: ids.flatMap((id) => rows.get(id) ?? []) };
}

/** With these filters, very many events might be skipped to find a few. */
const NOT_ALONG_THE_LIST = [
  'participant_id',
  'automation_id',
  'status',
  'error_code',
  'external_id',
  'idempotency_key',
  'event_from',
  'event_to',
] as const;
/** The number of memberships from which a team's newest events are searched for among everybody's newest ones. */
const LARGE_TEAM = 1_000;
/** About as many events as can be scanned in the time it takes to look up those of a large team member by member. */
const WALKED = 20_000;

async function isLargeTeam(organizationId: string, groupId: string): Promise<boolean> {
  const members = await statement('SELECT 1 FROM group_members WHERE organization_id = $1 AND group_id = $2 OFFSET $3 LIMIT 1', [
    organizationId,
    groupId,
    LARGE_TEAM - 1,
  ]);
  return members.length > 0;
}

export type EventFilters = Omit<EventsQuery, 'limit' | 'cursor'>;

/** All matching events, as of a single moment. */
export const everyEventRow = (organizationId: string, query: EventFilters): AsyncIterable<EventRow[]> =>
  mapPieces(
    snapshotRows<StoredEvent>(organizationId, wholeList(listOf(sourceOf(query)), { query, where: matching(organizationId, query) })),
    (rows) => rows.map(eventRow),
  );

const EXACT_FILTERS = ['participant_id', 'automation_id'] as const;

function matching(organizationId: string, query: EventFilters): Condition[] {
  const { row, id, condition } = sourceOf(query);
  return [
    equals(`${row}.organization_id`, organizationId),
    ...withinIds(id, query.from, query.to),
    ...within('e.event_timestamp', query.event_from, query.event_to),
    condition,
    ...(query.program_id === undefined ? [] : [equals(`${row === 'o' ? 'e' : row}.program_id`, query.program_id)]),
    ...EXACT_FILTERS.flatMap((name) => (query[name] === undefined ? [] : [equals(`e.${name}`, query[name])])),
    ...(query.status === undefined ? [] : [BY_STATUS[query.status]]),
    ...(query.error_code === undefined ? [] : [equals('o.error_code', query.error_code)]),
    ...(query.external_id === undefined ? [] : [ofExternalId(organizationId, query.external_id)]),
    ...(query.idempotency_key === undefined ? [] : [underKey(organizationId, query.idempotency_key)]),
    ...(query.group_id === undefined ? [] : [fromMembersOf(organizationId, query.group_id)]),
  ];
}

/** An event with an external id also has its participant, for which there is an index. */
const ofExternalId =
  (organizationId: string, externalId: string): Condition =>
  (bind) => {
    const name = bind(externalId);
    return `e.external_id = ${name} AND e.participant_id =
      (SELECT p.id FROM participants p WHERE p.organization_id = ${bind(organizationId)} AND p.external_id = ${name})`;
  };

/** Keys are unique within a program, and there are few programs. */
const underKey =
  (organizationId: string, key: string): Condition =>
  (bind) =>
    `e.idempotency_key = ${bind(key)} AND e.program_id = ANY (ARRAY(SELECT id FROM programs WHERE organization_id = ${bind(organizationId)}))`;

const byMemberOf =
  (groupId: string): Condition =>
  (bind) =>
    `EXISTS (SELECT 1 FROM group_members m WHERE m.organization_id = e.organization_id AND m.group_id = ${bind(groupId)} AND m.participant_id = e.participant_id
      AND e.id >= first_id_at(m.created_at) AND (m.left_at IS NULL OR e.id < first_id_at(m.left_at)))`;

/** The array is built first, so that the participant index finds the few events of a team among the organization's very many. */
const fromMembersOf =
  (organizationId: string, groupId: string): Condition =>
  (bind) =>
    `e.participant_id = ANY (ARRAY(SELECT participant_id FROM group_members WHERE organization_id = ${bind(organizationId)} AND group_id = ${bind(groupId)}))
      AND ${byMemberOf(groupId)(bind)}`;

/** Those of `ids` that belong to the organization, in no particular order. */
export async function findEvents(organizationId: string, ids: readonly string[]): Promise<EventRow[]> {
  const rows = await statement<StoredEvent>(
    `SELECT ${EVENT_COLUMNS} FROM unnest($2::uuid[]) AS sought (id)
     CROSS JOIN LATERAL (SELECT * FROM events e WHERE e.organization_id = $1 AND e.id = sought.id OFFSET 0) e ${WITH_OUTCOME}`,
    [organizationId, ids],
  );
  return rows.map(eventRow);
}

interface StoredDetail extends StoredEvent {
  request_id: string | null;
  rule_configuration_version: number | null;
  evaluations: KeptEvaluation[];
  /** The rules that ran; null where none did. */
  rule_sets: VersionedSet[] | null;
}

export type EventDetailRow = EventRow & Pick<StoredDetail, 'request_id' | 'rule_configuration_version' | 'evaluations' | 'rule_sets'>;

export async function findEventDetail(organizationId: string, id: string): Promise<EventDetailRow | null> {
  const [row] = await statement<StoredDetail>(
    `SELECT ${EVENT_COLUMNS}, e.request_id, nullif(o.rule_configuration_version, 0) AS rule_configuration_version, coalesce(o.evaluations, '[]') AS evaluations,
       v.content AS rule_sets
     FROM events e ${WITH_OUTCOME}
     LEFT JOIN rule_configuration_versions v ON v.organization_id = $1 AND v.program_id = e.program_id AND v.version = o.rule_configuration_version
     WHERE e.organization_id = $1 AND e.id = $2`,
    [organizationId, id],
  );
  return row ? { ...eventRow(row), request_id: row.request_id && requestOfUuid(row.request_id) } : null;
}
