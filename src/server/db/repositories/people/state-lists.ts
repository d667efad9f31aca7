/** Reads a subject's state, kind by kind: a page at a time, or a single value. */
import { only } from '@/domain/assert';
import type { StateSizes } from '@/domain/participants/limits';
import type { StateChange, Subject } from '@/domain/participants/state';
import { equals, keysetPage, type KeysetList, type KeysetPage } from '@/server/db/keyset';
import { statement, type Tx } from '@/server/db/transaction';
import { COUNTER_READING, COUNTER_RESETS_AT } from './state-reading';

export interface TagRow {
  tag: string;
}

export interface AttributeRow {
  key: string;
  value: unknown;
}

export interface CounterRow {
  key: string;
  /** Its value at the requested time. */
  reading: string;
  reset_after_ms: number | null;
  window_ms: number | null;
  /** When time alone changes it next. */
  resets_at: Date | null;
}

/** A page as requested by the caller; lists of state are in key order. */
export interface StatePage {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface Kind {
  readonly columns: string;
  readonly table: string;
  readonly key: string;
}

const TAGS: Kind = { columns: 's.tag', table: 'state_tags', key: 's.tag' };
const ATTRIBUTES: Kind = { columns: 's.key, s.value', table: 'state_attributes', key: 's.key' };

function statePage<Row extends TagRow | AttributeRow>(
  kind: Kind,
  organizationId: string,
  { id }: Subject,
  page: StatePage,
): Promise<KeysetPage<Row>> {
  const list: KeysetList<'key'> = {
    name: kind.table,
    select: { columns: kind.columns, from: `${kind.table} s` },
    sorts: { key: [] },
    id: { sql: kind.key, type: 'text' },
  };
  return keysetPage<Row, 'key'>(list, {
    organizationId,
    query: { ...page, subject: id, sort_by: 'key', sort_dir: 'asc' },
    where: [equals('s.organization_id', organizationId), equals('s.subject_id', id)],
  });
}

export const listTagRows = (organizationId: string, subject: Subject, page: StatePage): Promise<KeysetPage<TagRow>> =>
  statePage(TAGS, organizationId, subject, page);

export const listAttributeRows = (organizationId: string, subject: Subject, page: StatePage): Promise<KeysetPage<AttributeRow>> =>
  statePage(ATTRIBUTES, organizationId, subject, page);

const COUNTER_COLUMNS = (now: string): string =>
  `c.key, ${COUNTER_READING(now)} AS reading, c.reset_after_ms, c.window_ms, ${COUNTER_RESETS_AT(now)} AS resets_at`;

/** @param now on the organization's clock. */
export function listCounterRows(organizationId: string, { id }: Subject, page: StatePage, now: Date): Promise<KeysetPage<CounterRow>> {
  const list: KeysetList<'key'> = {
    name: 'state_counters',
    select: {
      columns: COUNTER_COLUMNS('present.now'),
      from: (bind) => `state_counters c CROSS JOIN (SELECT ${bind(now)}::timestamptz AS now) present`,
    },
    sorts: { key: [] },
    id: { sql: 'c.key', type: 'text' },
  };
  return keysetPage<CounterRow, 'key'>(list, {
    organizationId,
    query: { ...page, subject: id, sort_by: 'key', sort_dir: 'asc' },
    where: [equals('c.organization_id', organizationId), equals('c.subject_id', id)],
  });
}

export async function findAttribute(organizationId: string, { id }: Subject, key: string): Promise<AttributeRow | null> {
  const [row] = await statement<{ key: string; value: unknown }>(
    'SELECT key, value FROM state_attributes WHERE organization_id = $1 AND subject_id = $2 AND key = $3',
    [organizationId, id, key],
  );
  return row ?? null;
}

export async function findCounter(organizationId: string, { id }: Subject, key: string, now: Date): Promise<CounterRow | null> {
  const [row] = await statement<CounterRow & Record<string, unknown>>(
    `SELECT ${COUNTER_COLUMNS('$4::timestamptz')} FROM state_counters c WHERE c.organization_id = $1 AND c.subject_id = $2 AND c.key = $3`,
    [organizationId, id, key, now],
  );
  return row ?? null;
}

const TABLES = { TAG: 'state_tags', ATTRIBUTE: 'state_attributes', COUNTER: 'state_counters' } as const;

/** The subjects that would have more than `most` tags or attributes if these were added. */
export async function findOvergrown(tx: Tx, organizationId: string, added: readonly StateChange[], most: number): Promise<Set<string>> {
  if (added.length === 0) return new Set();
  const rows = await tx.query<{ subject_id: string }>(
    `SELECT subject_id FROM (
       SELECT subject_id, 'TAG' AS type, tag AS key FROM state_tags WHERE organization_id = $1 AND subject_id = ANY ($2::uuid[])
       UNION SELECT subject_id, 'ATTRIBUTE', key FROM state_attributes WHERE organization_id = $1 AND subject_id = ANY ($2::uuid[])
       UNION SELECT * FROM unnest($2::uuid[], $3::text[], $4::text[])) AS held (subject_id, type, key)
     GROUP BY subject_id, type HAVING count(*) > $5`,
    [organizationId, added.map(({ subject }) => subject.id), added.map(({ type }) => type), added.map(({ key }) => key), most],
  );
  return new Set(rows.map((row) => row.subject_id));
}

/** How many of these types of state a subject has. */
export async function countState(
  tx: Tx,
  organizationId: string,
  { id }: Subject,
  types: readonly (keyof typeof TABLES)[],
): Promise<StateSizes> {
  const counts = await Promise.all(types.map((type) => countOf(tx, organizationId, id, TABLES[type])));
  return Object.fromEntries(types.map((type, index) => [type, counts[index]]));
}

async function countOf(tx: Tx, organizationId: string, subjectId: string, table: string): Promise<number> {
  const row = only(
    await tx.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table} WHERE organization_id = $1 AND subject_id = $2`, [
      organizationId,
      subjectId,
    ]),
  );
  return row.count;
}
