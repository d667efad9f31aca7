/** Answers a list: one page of it or, where the caller wants a file, every row of it. */
import type { Pagination } from '@/contract/page';
import type { Listing } from '@/server/db/listing';
import { mapPieces } from '@/server/platform/text-stream';
import { presentPage } from './present/page';
import type { OrganizationCtx } from './trpc';

/** For a file the page is empty, and the rows are left in the reply. @throws DomainError invalid_cursor. */
export async function answerListing<Row, Shown extends object>(
  { everyRow, reply }: OrganizationCtx,
  listing: Listing<Row>,
  present: (row: Row) => Shown,
): Promise<{ data: Shown[]; pagination: Pagination }> {
  if (!everyRow) return presentPage(await listing.page(), present);
  reply.rows = mapPieces(listing.every(), (rows) => rows.map(present));
  return presentPage({ rows: [], nextCursor: null }, present);
}
