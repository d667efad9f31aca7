/** Presents one page of rows in its wire form. */
import type { Pagination } from '@/contract/page';
import type { KeysetPage } from '@/server/db/keyset';

export function presentPage<Row, Shown>(
  { rows, nextCursor }: KeysetPage<Row>,
  present: (row: Row) => Shown,
): { data: Shown[]; pagination: Pagination } {
  return { data: rows.map(present), pagination: { has_more: nextCursor !== null, next_cursor: nextCursor } };
}
