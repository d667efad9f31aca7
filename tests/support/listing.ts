/** Reads lists whole, for tests: page by page, and as a file would. */
import { randomInt } from 'node:crypto';
import { expect } from 'vitest';
import type { Pagination } from '@/contract/page';
import type { Listing, ListingRequest } from '@/server/db/listing';
import type { Answer, Api } from './api';

/** The rows of a list of the API, page by page. @param between runs before each page but the first. */
export async function walked<Row>(api: Api, path: string, limit: number, between?: () => Promise<unknown>): Promise<Row[]> {
  const rows: Row[] = [];
  const and = path.includes('?') ? '&' : '?';
  for (let cursor: string | null = ''; cursor !== null;) {
    if (cursor !== '') await between?.();
    const { status, body }: Answer<Page<Row>> = await api.get(`${path}${and}limit=${limit}${cursor && `&cursor=${cursor}`}`);
    expect({ status, path }).toEqual({ status: 200, path });
    expect(body.data.length).toBeLessThanOrEqual(limit);
    expect(body.pagination.has_more).toBe(body.pagination.next_cursor !== null);
    rows.push(...body.data);
    cursor = body.pagination.next_cursor;
  }
  return rows;
}

interface Page<Row> {
  readonly data: Row[];
  readonly pagination: Pagination;
}

/** The rows of a listing, both ways, which must be the same. @param read the listing of one page. @param limit rows on a page; some number when absent. */
export async function rowsOf<Row>(
  organizationId: string,
  read: (request: ListingRequest) => Listing<Row>,
  limit = randomInt(1, 20),
): Promise<Row[]> {
  const walked: Row[] = [];
  let cursor: string | undefined;
  do {
    const page: { rows: Row[]; nextCursor: string | null } = await read({ organizationId, query: { limit, cursor } }).page();
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    walked.push(...page.rows);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const whole = await everyRowOf(read({ organizationId, query: { limit } }));
  expect(walked).toEqual(whole);
  return whole;
}

/** As of a single moment. */
export async function everyRowOf<Row>(listing: Listing<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const some of listing.every()) rows.push(...some);
  return rows;
}
