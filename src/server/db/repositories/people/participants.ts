/** Reads and writes participants, alone or with their programs, state and balances. */
import { withFields } from '@/domain/fields';
import { PROFILE, PROFILE_FIELDS, type ProfileField } from '@/domain/participants/profile';
import { arraysOf, namesOf, rowsOf, type Columns } from '@/server/db/columns';
import type { Participant } from '@/server/db/generated/client';
import {
  containsByIndex,
  containsLowerCase,
  equals,
  keysetPage,
  wholeList,
  within,
  type Condition,
  type KeysetList,
  type KeysetPage,
  type PageRequest,
  type Search,
} from '@/server/db/keyset';
import { snapshotRows } from '@/server/db/snapshot';
import type { Tx } from '@/server/db/transaction';
import { EVER_MOVED, type ScaledBalanceRow } from '@/server/db/repositories/ledger/balance-list';
import { namedParticipant, type ParticipantKey, type ParticipantStatus } from '@/server/db/repositories/ledger/operation-context';
import { ATTRIBUTES_OF, COUNTERS_OF, RFC3339, TIER_MEMBERSHIPS_OF, TAGS_OF, type TierMembershipRow } from './state-reading';

export interface ParticipantRow extends Record<ProfileField, string | null> {
  id: string;
  external_id: string;
  status: ParticipantStatus;
  created_at: Date;
  updated_at: Date;
}

/** The columns of the participant `p`: as they are, or as they are in its version `v`. */
export const participantColumns = (version: 'p' | 'v'): string =>
  `p.id, p.external_id, ${PROFILE_FIELDS.map((name) => `${version}.${name}`).join(', ')}, ${version}.status, p.created_at, ${version}.updated_at`;

const COLUMNS = participantColumns('p');

export type ParticipantFilters = Omit<ParticipantsQuery, 'limit' | 'cursor'>;

interface ParticipantsQuery extends PageRequest<'created_at'> {
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
  external_id?: string | undefined;
  program_id?: string | undefined;
  status?: ParticipantStatus | undefined;
  tag?: string | undefined;
}

const PARTICIPANTS: KeysetList<'created_at'> = {
  name: 'participants',
  select: { columns: COLUMNS, from: 'participants p' },
  sorts: { created_at: [{ sql: 'p.created_at', type: 'timestamptz' }] },
  id: { sql: 'p.id', type: 'uuid' },
};

export function listParticipantRows(organizationId: string, query: ParticipantsQuery): Promise<KeysetPage<ParticipantRow>> {
  const { search, tag, ...filters } = query;
  const sought = search !== undefined ? named(search) : tag !== undefined ? withTag(organizationId, tag) : undefined;
  return keysetPage<ParticipantRow, 'created_at'>(PARTICIPANTS, {
    organizationId,
    query: { ...query },
    where: matching(organizationId, search === undefined ? filters : { ...filters, tag }),
    search: sought,
  });
}

export interface ExportedParticipantRow extends ParticipantRow {
  tags: string[];
  attributes: Record<string, unknown>;
}

const EXPORTED: KeysetList<'created_at'> = {
  ...PARTICIPANTS,
  select: { columns: `${COLUMNS}, ${TAGS_OF('p')} AS tags, ${ATTRIBUTES_OF('p')} AS attributes`, from: 'participants p' },
};

/** All matching participants, as of a single moment. */
export function everyParticipantRow(organizationId: string, query: ParticipantFilters): AsyncIterable<ExportedParticipantRow[]> {
  const searched = query.search === undefined ? [] : [named(query.search).indexed];
  return snapshotRows(organizationId, wholeList(EXPORTED, { query, where: [...matching(organizationId, query), ...searched] }));
}

/** All filters except the search. */
function matching(organizationId: string, query: ParticipantFilters): Condition[] {
  const { external_id, program_id, status, tag } = query;
  return [
    equals('p.organization_id', organizationId),
    ...within('p.created_at', query.from, query.to),
    ...(external_id === undefined ? [] : [equals('p.external_id', external_id)]),
    ...(status === undefined ? [] : [equals('p.status', status)]),
    ...(program_id === undefined ? [] : [enrolledIn(program_id)]),
    ...(tag === undefined ? [] : [tagged(organizationId, tag)]),
  ];
}

/** One text per participant, with each field on its own line. */
const SEARCHED = `participant_search_text(p.external_id, ${PROFILE_FIELDS.filter((name) => PROFILE[name].searched)
  .map((name) => `p.${name}`)
  .join(', ')})`;

/** As many as can be read in a few milliseconds. */
const WALKED = 5_000;

const named = (text: string): Search => ({
  condition: containsLowerCase(SEARCHED, text),
  indexed: containsByIndex(SEARCHED, text),
  alias: 'p',
  walked: WALKED,
});

const withTag = (organizationId: string, tag: string): Search => {
  const condition = tagged(organizationId, tag);
  return { condition, indexed: condition, alias: 'p', walked: WALKED };
};

const enrolledIn =
  (programId: string): Condition =>
  (bind) =>
    `EXISTS (SELECT 1 FROM program_participants l WHERE l.organization_id = p.organization_id AND l.program_id = ${bind(programId)} AND l.participant_id = p.id)`;

const tagged =
  (organizationId: string, tag: string): Condition =>
  (bind) =>
    `EXISTS (SELECT 1 FROM state_tags t WHERE t.organization_id = ${bind(organizationId)} AND t.subject_type = 'PARTICIPANT'
       AND t.tag = ${bind(tag)} AND t.subject_id = p.id)`;

export interface ParticipantDetailRow extends ParticipantRow {
  program_ids: string[];
  /** Oldest first; times are RFC 3339. */
  enrollments: { program_id: string; enrolled_at: string }[];
  tags: string[];
  attributes: Record<string, unknown>;
  /** Their current values, as decimal strings. */
  counters: Record<string, string>;
  tiers: TierMembershipRow[];
  balances: ScaledBalanceRow[];
}

/** The balances of one record, by program and asset. @param amounts the alias of the row with the amounts. */
export const SHOWN_BALANCES = (
  amounts: string,
): string => `coalesce(json_agg(json_build_object('program_id', b.program_id, 'asset_id', b.asset_id,
  'available', ${amounts}.available::text, 'held', ${amounts}.held::text, 'deferred', ${amounts}.deferred::text, 'scale', a.scale)
  ORDER BY b.program_id, b.asset_id), '[]')`;

/** @param condition of an enrollment `l`, after `AND`; empty for all. */
export const ENROLLMENTS = (condition: string): string =>
  `(SELECT coalesce(json_agg(json_build_object('program_id', l.program_id, 'enrolled_at', ${RFC3339('l.enrolled_at')}) ORDER BY l.enrolled_at, l.program_id), '[]')
    FROM program_participants l WHERE l.organization_id = p.organization_id AND l.participant_id = p.id ${condition})`;

const DETAIL = `${COLUMNS},
  ARRAY(SELECT l.program_id::text FROM program_participants l WHERE l.organization_id = p.organization_id AND l.participant_id = p.id ORDER BY l.enrolled_at, l.program_id) AS program_ids,
  ${ENROLLMENTS('')} AS enrollments,
  ${TAGS_OF('p')} AS tags, ${ATTRIBUTES_OF('p')} AS attributes, ${COUNTERS_OF('p', '$3::timestamptz')} AS counters, ${TIER_MEMBERSHIPS_OF('p')} AS tiers,
  (SELECT ${SHOWN_BALANCES('b')} FROM balances b JOIN assets a ON a.organization_id = b.organization_id AND a.id = b.asset_id
     WHERE b.account_id = p.id AND b.organization_id = p.organization_id AND ${EVER_MOVED}) AS balances`;

/**
 * A participant with its programs, state and balances, all as of one instant.
 * @param now on the organization's clock: counters may have lapsed.
 */
export async function findParticipantDetail(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  key: ParticipantKey,
  now: Date,
): Promise<ParticipantDetailRow | null> {
  const { condition, value } = namedParticipant(key);
  const [row] = await tx.query<ParticipantDetailRow>(`SELECT ${DETAIL} FROM participants p WHERE ${condition}`, [
    organizationId,
    value,
    now,
  ]);
  return row ?? null;
}

/** The participant, locked against other changes until the transaction ends. */
export async function findParticipantForUpdate(tx: Tx, organizationId: string, key: ParticipantKey): Promise<ParticipantRow | null> {
  const { condition, value } = namedParticipant(key);
  const [row] = await tx.query<ParticipantRow>(`SELECT ${COLUMNS} FROM participants p WHERE ${condition} FOR NO KEY UPDATE`, [
    organizationId,
    value,
  ]);
  return row ?? null;
}

const CHANGED: Columns<Participant, ParticipantRow, 'organization_id' | 'external_id' | 'created_at'> = {
  id: ['uuid', ({ id }) => id],
  ...withFields(PROFILE_FIELDS, (name) => ['text', (row: ParticipantRow) => row[name]] as const),
  status: ['text', ({ status }) => status],
  updated_at: ['timestamptz', (row) => row.updated_at],
};
const INSERTED: Columns<Participant, ParticipantRow, 'organization_id'> = {
  ...CHANGED,
  external_id: ['text', (row) => row.external_id],
  created_at: ['timestamptz', (row) => row.created_at],
};
const CHANGES = Object.keys(CHANGED)
  .filter((name) => name !== 'id')
  .map((name) => `${name} = c.${name}`)
  .join(', ');

/** Writes the profile, status and timestamp of participants that the transaction has locked. */
export async function updateParticipantRows(tx: Tx, organizationId: string, rows: readonly ParticipantRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `UPDATE participants p SET ${CHANGES} FROM ${rowsOf(CHANGED, 2)} AS c (${namesOf(CHANGED)}) WHERE p.organization_id = $1 AND p.id = c.id`,
    [organizationId, ...arraysOf(CHANGED, rows)],
  );
}

/** Inserts participants as given; an external id that another transaction has just taken is left out of the result. */
export async function insertParticipantRows(tx: Tx, organizationId: string, rows: readonly ParticipantRow[]): Promise<{ id: string }[]> {
  if (rows.length === 0) return [];
  const sorted = [...rows].sort((a, b) => (a.external_id < b.external_id ? -1 : 1));
  return tx.query<{ id: string }>(
    `INSERT INTO participants (organization_id, ${namesOf(INSERTED)}) SELECT $1, * FROM ${rowsOf(INSERTED, 2)}
     ON CONFLICT (organization_id, external_id) DO NOTHING RETURNING id`,
    [organizationId, ...arraysOf(INSERTED, sorted)],
  );
}
