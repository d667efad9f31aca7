/** Collects the pages of a list to its end, or up to the maximum of one bulk action. */

export const GATHERED_AT_MOST = 1_000;

export interface GatheredPage<Row> {
  readonly data: readonly Row[];
  readonly pagination: { readonly next_cursor: string | null };
}

interface Gathered<Row> {
  readonly rows: readonly Row[];
  /** Whether more rows match than were collected. */
  readonly more: boolean;
}

/** @param onCount called with the running count after each page. */
export async function gather<Row>(
  pageAt: (cursor: string | undefined) => Promise<GatheredPage<Row>>,
  onCount: (count: number) => void,
  atMost = GATHERED_AT_MOST,
): Promise<Gathered<Row>> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await pageAt(cursor);
    rows.push(...page.data);
    cursor = page.pagination.next_cursor ?? undefined;
    onCount(Math.min(rows.length, atMost));
  } while (cursor !== undefined && rows.length < atMost);
  return { rows: rows.slice(0, atMost), more: cursor !== undefined || rows.length > atMost };
}
