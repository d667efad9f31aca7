/**
 * Pages a list by key rather than by offset, so that rows inserted or deleted meanwhile neither repeat nor hide others. A cursor is
 * sealed to the list, organization, filters and sort it was issued for, and refused anywhere else.
 */
import type { QueryResultRow } from 'pg';
import { firstIdAt } from '@/server/platform/ids';
import { closeCursor, openCursor, sealer } from './cursor';
import { statement, statementForValues } from './transaction';

/** Adds a value to the statement's parameters and returns its placeholder. */
export type Bind = (value: unknown) => string;

/** One conjunct of a WHERE clause; every value goes through `bind`. */
export type Condition = (bind: Bind) => string;

export interface SortColumn {
  /** An SQL expression over the list's tables that is never null. */
  readonly sql: string;
  readonly type: 'timestamptz' | 'text' | 'integer' | 'bigint' | 'numeric' | 'uuid';
}

export interface KeysetList<SortBy extends string> {
  /** Identifies the list in its cursors; unique among lists. */
  readonly name: string;
  /** Select list and FROM clause: `SELECT … FROM …`. A FROM clause that uses values binds them, or has them bound already. */
  readonly select: { readonly columns: string; readonly from: string | ((bind: Bind) => string); readonly values?: readonly unknown[] };
  /** What each `sort_by` orders by, before the tie-breaking id. */
  readonly sorts: Readonly<Record<SortBy, readonly SortColumn[]>>;
  readonly id: SortColumn;
  /** Whether its rows are summed over a window of time, so that it is planned as `statementForValues` says. */
  readonly forValues?: boolean;
}

export interface PageRequest<SortBy extends string> {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly sort_by: SortBy;
  readonly sort_dir: 'asc' | 'desc';
}

export interface KeysetPage<Row> {
  readonly rows: Row[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

export interface KeysetRequest<SortBy extends string> {
  readonly organizationId: string;
  /** Limit, cursor, sort and every filter: all but limit and cursor is sealed into cursors. */
  readonly query: PageRequest<SortBy> & Readonly<Record<string, unknown>>;
  readonly where: readonly Condition[];
  readonly search?: Search | undefined;
}

/** A condition that may match very many rows, or none. */
export interface Search {
  readonly condition: Condition;
  /** The same condition in a form that uses an index, which is slower where matches are plentiful. */
  readonly indexed: Condition;
  /** The alias of the list's single table. */
  readonly alias: string;
  /** How many rows are checked in list order before the index is used instead. */
  readonly walked: number;
}

type Keyed<Row> = Row & { keyset: string[] };

/**
 * A page of a list. A search that matches many rows is answered by the first ones in list order, and one that matches few by its
 * index. Which of the two it is cannot be estimated, since similar rows were often created together; so list order is tried first.
 * @throws DomainError invalid_cursor when the cursor was not issued for this very list.
 */
export async function keysetPage<Row extends QueryResultRow, SortBy extends string = string>(
  list: KeysetList<SortBy>,
  request: KeysetRequest<SortBy>,
): Promise<KeysetPage<Row>> {
  const { search } = request;
  if (!search) return readPage(list, request, selection, list.forValues ? statementForValues : statement);
  const near = await readPage<Row, SortBy>(list, request, amongFirst(search));
  return near.nextCursor === null ? readPage(list, request, byIndex(search), statementForValues) : near;
}

/** Writes the statement of a list up to its limit. */
type Writer = <SortBy extends string>(list: KeysetList<SortBy>, request: Unpaged<SortBy>, bind: Bind, more: string) => string;

async function readPage<Row extends QueryResultRow, SortBy extends string>(
  list: KeysetList<SortBy>,
  request: KeysetRequest<SortBy>,
  write: Writer,
  run: typeof statementForValues = statement,
): Promise<KeysetPage<Row>> {
  const { limit, cursor, sort_dir } = request.query;
  const keys = sortKeys(list, request);
  const { values, bind } = binding(list);
  const seal = sealer(list.name, request);
  const after: Condition[] = cursor === undefined ? [] : [beyond(keys, openCursor(cursor, keys.length, seal), sort_dir)];
  const keyset = `, ARRAY[${keys.map((key) => `(${key.sql})::text`).join(', ')}] AS keyset`;
  const text = `${write(list, { ...request, where: [...request.where, ...after] }, bind, keyset)} LIMIT ${bind(limit + 1)}`;
  const rows = await run<Keyed<Row>>(text, values);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const nextCursor = rows.length > limit && last ? closeCursor(last.keyset, seal) : null;
  return { rows: page.map(({ keyset: _, ...row }) => row as unknown as Row), nextCursor }; // without the keys, a row is as it was asked for
}

function binding({ select }: KeysetList<never>): { values: unknown[]; bind: Bind } {
  const values = [...(select.values ?? [])];
  return { values, bind: (value) => `$${values.push(value)}` };
}

/** A statement with its bound values. */
export interface BoundStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A whole list in its order, for callers that read it row by row. */
export function wholeList<SortBy extends string>(list: KeysetList<SortBy>, request: Unpaged<SortBy>): BoundStatement {
  const { values, bind } = binding(list);
  return { text: selection(list, request, bind, ''), values };
}

/** A request for a list, regardless of the page. */
interface Unpaged<SortBy extends string> {
  readonly query: Pick<PageRequest<SortBy>, 'sort_by' | 'sort_dir'>;
  readonly where: readonly Condition[];
}

const sortKeys = <SortBy extends string>(list: KeysetList<SortBy>, { query }: Unpaged<SortBy>): SortColumn[] => [
  ...list.sorts[query.sort_by],
  list.id,
];

/** @param more additional columns, each preceded by a comma. */
const selection: Writer = (list, request, bind, more) =>
  `SELECT ${list.select.columns}${more} ${rowsOf(list, request.where, bind)} ${orderOf(list, request)}`;

const amongFirst =
  ({ walked, alias, condition }: Search): Writer =>
  (list, request, bind, more) => {
    const first = `SELECT * ${rowsOf(list, request.where, bind)} ${orderOf(list, request)} LIMIT ${walked}`;
    return selection(fromRows(list, alias, first), { ...request, where: [condition] }, bind, more);
  };

/** OFFSET 0 keeps the planner from walking the rows in list order after all. */
const byIndex =
  ({ alias, indexed }: Search): Writer =>
  (list, request, bind, more) => {
    const found = `SELECT * ${rowsOf(list, [...request.where, indexed], bind)} OFFSET 0`;
    return selection(fromRows(list, alias, found), { ...request, where: [] }, bind, more);
  };

const fromRows = <SortBy extends string>(list: KeysetList<SortBy>, alias: string, rows: string): KeysetList<SortBy> => ({
  ...list,
  select: { ...list.select, from: `(${rows}) ${alias}` },
});

/** Conditions are bound before the FROM clause is. */
function rowsOf<SortBy extends string>(list: KeysetList<SortBy>, where: readonly Condition[], bind: Bind): string {
  const { from } = list.select;
  const conditions = where.map((condition) => condition(bind));
  return `FROM ${typeof from === 'string' ? from : from(bind)} ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}`;
}

function orderOf<SortBy extends string>(list: KeysetList<SortBy>, request: Unpaged<SortBy>): string {
  const direction = request.query.sort_dir === 'asc' ? 'ASC' : 'DESC';
  return `ORDER BY ${sortKeys(list, request)
    .map((key) => `${key.sql} ${direction}`)
    .join(', ')}`;
}

/**
 * A page of rows that were computed rather than queried, newest first.
 * @param positionOf the position of a row in the list: `keys` numbers that decrease from row to row, compared in order.
 * @throws DomainError invalid_cursor when the cursor was not issued for this very list.
 */
export function computedPage<Row>(
  list: { name: string; keys: number; organizationId: string; query: ComputedQuery },
  rows: readonly Row[],
  positionOf: (row: Row) => readonly number[],
): KeysetPage<Row> {
  const { limit, cursor } = list.query;
  const seal = sealer(list.name, list);
  const after = cursor === undefined ? null : openCursor(cursor, list.keys, seal).map(Number);
  const left = after === null ? rows : rows.filter((row) => isBelow(positionOf(row), after));
  const page = left.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: last && left.length > limit ? closeCursor(positionOf(last).map(String), seal) : null };
}

/**
 * A page that the caller reads in its own way, such as from several tables at once.
 * @param list `keys` is the number of texts that make up a position.
 * @param read returns the next `limit` rows in list order after a position; null: from the start.
 * @param positionOf the position of a row in the list.
 * @throws DomainError invalid_cursor when the cursor was not issued for this very list.
 */
export async function mergedPage<Row>(
  list: { name: string; keys: number; organizationId: string; query: ComputedQuery },
  read: (after: readonly string[] | null, limit: number) => Promise<Row[]>,
  positionOf: (row: Row) => readonly string[],
): Promise<KeysetPage<Row>> {
  const { limit, cursor } = list.query;
  const seal = sealer(list.name, list);
  const rows = await read(cursor === undefined ? null : openCursor(cursor, list.keys, seal), limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: last && rows.length > limit ? closeCursor(positionOf(last), seal) : null };
}

type ComputedQuery = Pick<PageRequest<never>, 'limit' | 'cursor'> & Readonly<Record<string, unknown>>;

function isBelow(position: readonly number[], after: readonly number[]): boolean {
  for (const [index, value] of position.entries()) {
    const other = after[index];
    if (value !== other) return other !== undefined && value < other;
  }
  return false;
}

const beyond =
  (keys: readonly SortColumn[], position: readonly string[], direction: 'asc' | 'desc'): Condition =>
  (bind) => {
    const placeholders = keys.map((key, i) => `${bind(position[i])}::${key.type}`);
    return `(${keys.map((key) => key.sql).join(', ')}) ${direction === 'asc' ? '>' : '<'} (${placeholders.join(', ')})`;
  };

/** `column = value` */
export const equals =
  (column: string, value: unknown): Condition =>
  (bind) =>
    `${column} = ${bind(value)}`;

/** Case-insensitive substring match on any of `columns`. */
export const contains =
  (columns: readonly string[], text: string): Condition =>
  (bind) => {
    const pattern = bind(likePattern(text));
    return `(${columns.map((column) => `${column} ILIKE ${pattern}`).join(' OR ')})`;
  };

/** Case-insensitive substring match on an expression that is already in lower case. */
export const containsLowerCase =
  (expression: string, text: string): Condition =>
  (bind) =>
    `${expression} LIKE lower(${bind(likePattern(text))})`;

/** ASCII only: whether other letters form trigrams depends on the locale of the database. */
const HAS_TRIGRAM = /[a-z0-9]{3}/i;

/** The same match through a trigram index on the expression or, for text without a trigram, only through its `search_pairs` index. */
export const containsByIndex = (expression: string, text: string): Condition => {
  if (HAS_TRIGRAM.test(text)) return containsLowerCase(expression, text);
  return (bind) => {
    const sought = `lower(${bind(text)})`;
    return `search_pairs(${expression}) @> search_pairs(${sought}) AND strpos(${expression}, ${sought}) > 0`;
  };
};

const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** `from` inclusive, `to` exclusive; either may be absent. */
export const within = (column: string, from: string | undefined, to: string | undefined): Condition[] => [
  ...(from === undefined ? [] : [(bind: Bind) => `${column} >= ${bind(from)}::timestamptz`]),
  ...(to === undefined ? [] : [(bind: Bind) => `${column} < ${bind(to)}::timestamptz`]),
];

/** The same for a column of ids that carry the time in question. */
export const withinIds = (column: string, from: string | undefined, to: string | undefined): Condition[] => {
  const first = (at: string): string => firstIdAt(new Date(at.toUpperCase()));
  return [
    ...(from === undefined ? [] : [(bind: Bind) => `${column} >= ${bind(first(from))}::uuid`]),
    ...(to === undefined ? [] : [(bind: Bind) => `${column} < ${bind(first(to))}::uuid`]),
  ];
};

/** The requested status; without one, everything except archived rows, unless those are included. */
export const statusFilter = (column: string, status: string | undefined, includeArchived: boolean): Condition[] =>
  status !== undefined ? [equals(column, status)] : includeArchived ? [] : [() => `${column} <> 'ARCHIVED'`];
