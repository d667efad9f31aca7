/** Offers a list in two ways, from one statement: a page at a time, and every row of it as of a single moment, in bounded memory. */
import type { QueryResultRow } from 'pg';
import { mapPieces } from '@/server/platform/text-stream';
import { keysetPage, wholeList, type KeysetList, type KeysetPage, type KeysetRequest, type PageRequest, type SortColumn } from './keyset';
import { snapshotRows } from './snapshot';

export interface Listing<Row> {
  /** @throws DomainError invalid_cursor. */
  page(): Promise<KeysetPage<Row>>;
  /** All rows in list order, in batches. @throws DomainError too_many_requests for a long list when the maximum number of readers is active. */
  every(): AsyncIterable<readonly Row[]>;
}

/** The format of the answer is no filter: a cursor that was issued for one is good for the other. */
export function listing<Row extends QueryResultRow, SortBy extends string = string>(
  list: KeysetList<SortBy>,
  { query: { format: _, ...query }, ...rest }: KeysetRequest<SortBy>,
): Listing<Row> {
  // `format` is a filter like others, and no part of what a page asks for.
  const request = { ...rest, query: query as KeysetRequest<SortBy>['query'] };
  return {
    page: () => keysetPage<Row, SortBy>(list, request),
    every: () => ({ [Symbol.asyncIterator]: () => everyRow<Row, SortBy>(list, request) }),
  };
}

/** Converts each row. */
export const mapped = <From, To>({ page, every }: Listing<From>, convert: (row: From) => To): Listing<To> => ({
  page: async () => {
    const { rows, nextCursor } = await page();
    return { rows: rows.map(convert), nextCursor };
  },
  every: () => mapPieces(every(), (rows) => rows.map(convert)),
});

/** Adds to rows what has to be looked up for them, a page or batch at a time; in the order of the rows. */
export const enriched = <From, To>({ page, every }: Listing<From>, enrich: (rows: readonly From[]) => Promise<To[]>): Listing<To> => ({
  page: async () => {
    const { rows, nextCursor } = await page();
    return { rows: await enrich(rows), nextCursor };
  },
  every: () => mapPieces(every(), enrich),
});

/** A list of up to this many rows is read with one statement; a longer one is begun anew from a snapshot. */
const SHORT = 1_000;

function everyRow<Row extends QueryResultRow, SortBy extends string>(
  list: KeysetList<SortBy>,
  request: KeysetRequest<SortBy>,
): AsyncIterator<readonly Row[]> {
  let rest: AsyncIterator<readonly Row[]> | null = null;
  let ended = false;
  return {
    next: async () => {
      if (rest) return rest.next();
      if (ended) return { done: true, value: undefined };
      const query = { ...request.query, limit: SHORT, cursor: undefined };
      const { rows, nextCursor } = await keysetPage<Row, SortBy>(list, { ...request, query });
      if (nextCursor === null || ended) {
        ended = true;
        return { done: false, value: rows };
      }
      rest = snapshotRows<Row>(request.organizationId, wholeList(list, request))[Symbol.asyncIterator]();
      return rest.next();
    },
    return: async () => {
      ended = true;
      await rest?.return?.();
      return { done: true, value: undefined };
    },
  };
}

/** A request for rows that have only one order: the page, and every filter. */
export interface ListingRequest {
  readonly organizationId: string;
  readonly query: Pick<PageRequest<never>, 'limit' | 'cursor'> & Readonly<Record<string, unknown>>;
}

/** Rows that a statement computes, in their one order. */
export interface ComputedRows {
  /** Identifies them in cursors; unique among lists. */
  readonly name: string;
  readonly columns: string;
  /** A subquery, whose values are bound already. Its alias is `r`. */
  readonly from: string;
  readonly values: readonly unknown[];
  /** Ascending; together they are unique. */
  readonly order: readonly [SortColumn, ...SortColumn[]];
  readonly forValues?: boolean;
}

export function computed<Row extends QueryResultRow>(
  { name, columns, from, values, order, forValues }: ComputedRows,
  { organizationId, query }: ListingRequest,
): Listing<Row> {
  const [first, ...others] = order;
  return listing<Row, 'order'>(
    {
      name,
      select: { columns, from: `(${from}) AS r`, values },
      sorts: { order: order.slice(0, -1) },
      id: others.at(-1) ?? first,
      forValues,
    },
    { organizationId, query: { ...query, sort_by: 'order', sort_dir: 'asc' }, where: [] },
  );
}
