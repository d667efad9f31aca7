/** Lists events, and reads the detail of one with each rule's evaluation. */
import type { StoredEvaluation } from '@/contract/event';
import { ANY_ORGANIZATION } from '../any-organization';
import { equals, keysetPage, wholeList, within, type Condition, type KeysetList, type KeysetPage, type PageRequest } from '../keyset';
import { snapshotRows } from '../snapshot';
import { statement } from '../transaction';
import type { EventRow } from './events';

const COLUMNS = `e.id, e.program_id, e.participant_id, e.recipient_id, e.external_id, e.event_type, e.event_data, e.cause_event_id, e.automation_id, e.idempotency_key, e.status,
  e.error_code, e.error_message, e.event_timestamp, e.received_at, e.processed_at, e.created_at, e.updated_at`;

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

const EVENTS: KeysetList<'created_at'> = {
  name: 'events',
  select: { columns: COLUMNS, from: 'events e' },
  sorts: { created_at: [{ sql: 'e.created_at', type: 'timestamptz' }] },
  id: { sql: 'e.id', type: 'uuid' },
};

const EXACT_FILTERS = ['program_id', 'participant_id', 'automation_id', 'status', 'error_code'] as const;

export async function listEventRows(organizationId: string, query: EventsQuery): Promise<KeysetPage<EventRow>> {
  const { group_id, ...others } = query;
  const request = { organizationId, query: { ...query } };
  const walkable = NOT_ALONG_THE_LIST.every((name) => query[name] === undefined);
  if (group_id === undefined || !walkable || !(await isLargeTeam(organizationId, group_id))) {
    return keysetPage<EventRow, 'created_at'>(EVENTS, { ...request, where: matching(organizationId, query) });
  }
  const search = { condition: byMemberOf(group_id), indexed: fromMembersOf(organizationId, group_id), alias: 'e', walked: WALKED };
  return keysetPage<EventRow, 'created_at'>(EVENTS, { ...request, where: matching(organizationId, others), search });
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
  snapshotRows(organizationId, wholeList(EVENTS, { query, where: matching(organizationId, query) }));

const matching = (organizationId: string, query: EventFilters): Condition[] => [
  equals('e.organization_id', organizationId),
  ...within('e.created_at', query.from, query.to),
  ...within('e.event_timestamp', query.event_from, query.event_to),
  ...EXACT_FILTERS.flatMap((name) => (query[name] === undefined ? [] : [equals(`e.${name}`, query[name])])),
  ...(query.external_id === undefined ? [] : [ofExternalId(organizationId, query.external_id)]),
  ...(query.idempotency_key === undefined ? [] : [underKey(organizationId, query.idempotency_key)]),
  ...(query.group_id === undefined ? [] : [fromMembersOf(organizationId, query.group_id)]),
];

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
      AND e.created_at >= m.created_at AND (m.left_at IS NULL OR e.created_at < m.left_at))`;

/** The array is built first, so that the participant index finds the few events of a team among the organization's very many. */
const fromMembersOf =
  (organizationId: string, groupId: string): Condition =>
  (bind) =>
    `e.participant_id = ANY (ARRAY(SELECT participant_id FROM group_members WHERE organization_id = ${bind(organizationId)} AND group_id = ${bind(groupId)}))
      AND ${byMemberOf(groupId)(bind)}`;

/** Those of `ids` that belong to the organization, in no particular order. */
export const findEvents = (organizationId: string, ids: readonly string[]): Promise<EventRow[]> =>
  statement<EventRow>(`SELECT ${COLUMNS} FROM events e WHERE e.organization_id = ${ANY_ORGANIZATION} AND e.id = ANY ($2)`, [
    organizationId,
    ids,
  ]);

export interface EventDetailRow extends EventRow {
  request_id: string | null;
  rule_configuration_version: number | null;
  rule_evaluations: StoredEvaluation[];
}

export async function findEventDetail(organizationId: string, id: string): Promise<EventDetailRow | null> {
  const [row] = await statement<EventDetailRow>(
    `SELECT ${COLUMNS}, e.request_id, nullif(v.rule_configuration_version, 0) AS rule_configuration_version, coalesce(v.evaluations, '[]') AS rule_evaluations
     FROM events e LEFT JOIN event_evaluations v ON v.event_id = e.id
     WHERE e.organization_id = $1 AND e.id = $2`,
    [organizationId, id],
  );
  return row ?? null;
}
