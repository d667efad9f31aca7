/** Copies an organization row by row under new ids, so that a life can begin without repeating every API call that set it up. */
import type { Query } from '../invariants';

/** Tables with values unique across organizations, or useless in a copy, whose earlier entries are never sealed. */
const LEFT_OUT = ['api_keys', 'audit_log', 'entry_seal_queue', 'entry_chains', 'entry_seals', 'ledger_checkpoints'];
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

interface Rows {
  readonly table: string;
  /** Columns that are neither generated nor identity columns. */
  readonly columns: string;
  /** The rows as a JSON array. */
  readonly text: string;
}

export class Template {
  private constructor(
    private readonly rows: readonly Rows[],
    /** Rank of each id in order of creation. */
    private readonly ranks: ReadonlyMap<string, number>,
  ) {}

  static async of(query: Query, organizationId: string): Promise<Template> {
    const tables = await query<{ table: string; columns: string }>(
      `SELECT c.relname AS table, string_agg(quote_ident(a.attname), ', ') AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attidentity = ''
       WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace AND c.relname <> ALL ($1)
       GROUP BY c.oid HAVING c.relname = 'organizations' OR bool_or(a.attname = 'organization_id')`,
      [LEFT_OUT],
    );
    const rows: Rows[] = [];
    for (const { table, columns } of tables) {
      const owner = table === 'organizations' ? 'id' : 'organization_id';
      const [found] = await query<{ text: string | null }>(`SELECT json_agg(t)::text AS text FROM "${table}" t WHERE ${owner} = $1`, [
        organizationId,
      ]);
      if (found?.text) rows.push({ table, columns, text: found.text });
    }
    const made = rows.flatMap(({ text }) => [...text.matchAll(/"id":"([0-9a-f-]{36})"/g)].map(([, id]) => id!));
    return new Template(rows, new Map([...new Set(made)].sort().map((id, rank) => [id, rank])));
  }

  /** The id in a copy. Copied ids carry the times of their originals and sort as those do. */
  idIn(copy: number, id: string): string {
    const rank = this.ranks.get(id);
    if (rank === undefined) return id;
    const place = hex(rank, 4);
    return `${id.slice(0, 13)}-7${place.slice(0, 3)}-8${place.slice(3)}00-${hex(copy, 12)}`;
  }

  /** @param query of a connection that may disable triggers, which would repeat effects the rows already contain. */
  async copy(query: Query, copies: readonly number[]): Promise<void> {
    await query('BEGIN');
    await query('SET LOCAL session_replication_role = replica');
    for (const { table, columns, text } of this.rows)
      await query(`INSERT INTO "${table}" (${columns}) SELECT ${columns} FROM json_populate_recordset(null::"${table}", $1::json)`, [
        `[${copies.map((copy) => text.slice(1, -1).replaceAll(ID, (id) => this.idIn(copy, id))).join()}]`,
      ]);
    await query('COMMIT');
  }
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
