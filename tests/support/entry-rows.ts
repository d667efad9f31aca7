/** Writes entries and changes their postings as rows of the database, past the service: for tests of what holds even then. */

/** A posting as SQL literals go; by default to AVAILABLE. */
export interface PostingLine {
  readonly type: string;
  readonly id: string;
  readonly asset: string;
  readonly bucket?: string | null;
  readonly hold?: string | null;
  readonly amount: string;
}

export interface EntryHeader {
  readonly id: string;
  readonly organization: string;
  readonly program: string;
  readonly type: string;
  readonly at: Date | string;
  readonly reference?: string | null;
}

const literal = (value: string | null): string => (value === null ? 'NULL' : `'${value}'`);
const array = (values: readonly (string | null)[], type: string): string => `ARRAY[${values.map(literal).join(', ')}]::${type}[]`;

/** The statement that inserts an entry with its postings. */
export function entrySql({ id, organization, program, type, at, reference = null }: EntryHeader, lines: readonly PostingLine[]): string {
  const holds = lines.map(({ hold }) => hold ?? null);
  const columns = {
    id: literal(id),
    organization_id: literal(organization),
    program_id: literal(program),
    type: literal(type),
    created_at: literal(new Date(at).toISOString()),
    reference_id: literal(reference),
    account_types: array(
      lines.map((line) => line.type),
      'text',
    ),
    accounts: array(
      lines.map((line) => line.id),
      'uuid',
    ),
    assets: array(
      lines.map(({ asset }) => asset),
      'uuid',
    ),
    buckets: array(
      lines.map(({ bucket = 'AVAILABLE' }) => bucket),
      'text',
    ),
    amounts: array(
      lines.map(({ amount }) => amount),
      'numeric',
    ),
    hold_references: holds.every((hold) => hold === null) ? 'NULL' : array(holds, 'text'),
  };
  return `INSERT INTO journal_entries (${Object.keys(columns).join(', ')}) VALUES (${Object.values(columns).join(', ')})`;
}

const COLUMNS = {
  account_type: 'account_types',
  account_id: 'accounts',
  asset_id: 'assets',
  bucket: 'buckets',
  amount: 'amounts',
  hold_reference: 'hold_references',
} as const;

/** Rewrites the postings of each entry that has one such as `where` says; `of` gives the new value of a column. */
function rewritten(where: string, of: (column: keyof typeof COLUMNS) => string, kept: string): string {
  const names = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
  const columns = names.map((name) => `coalesce(array_agg(${of(name)} ORDER BY line) FILTER (WHERE ${kept}), '{}') AS ${COLUMNS[name]}`);
  const set = Object.values(COLUMNS).map((column) => `${column} = n.${column}`);
  return `UPDATE journal_entries e SET ${set.join(', ')}
    FROM (SELECT organization_id, entry_id, ${columns.join(', ')} FROM postings GROUP BY 1, 2 HAVING bool_or(${where})) n
    WHERE e.organization_id = n.organization_id AND e.id = n.entry_id`;
}

/** The statement that sets columns of all postings such as `where` says. */
export const updatePostings = (set: Partial<Record<keyof typeof COLUMNS, string>>, where: string): string =>
  rewritten(where, (column) => (set[column] === undefined ? column : `CASE WHEN ${where} THEN ${set[column]} ELSE ${column} END`), 'true');

/** The statement that removes all postings such as `where` says. */
export const deletePostings = (where: string): string => rewritten(where, (column) => column, `(${where}) IS NOT TRUE`);
