/** Copies an organization row by row under other ids: the beginning of a life, without asking the API for each part of it again. */
import type { Query } from '../invariants';

/** What is unique beyond the organization, or of no use in a copy, whose entries from before its life are nobody's to seal. */
const LEFT_OUT = ['api_keys', 'audit_log', 'entry_seal_queue', 'entry_chains', 'entry_seals', 'ledger_checkpoints'];
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

interface Rows {
  readonly table: string;
  /** Those that are neither computed nor counted by the database. */
  readonly columns: string;
  /** As a JSON array. */
  readonly text: string;
}

export class Template {
  private constructor(
    private readonly rows: readonly Rows[],
    /** The place of each id in the order in which they were made. */
    private readonly ranks: ReadonlyMap<string, number>,
  ) {}

  static async of(query: Query, organizationId: string): Promise<Template> {
    const tables = await query<{ table: string; columns: string }>(
      `SELECT c.relname AS table, string_agg(quote_ident(a.attname), ', ') AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attidentity = ''
       WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> ALL ($1)
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

  /** What an id is called in a copy. Copied ids are in the order of those that they are copied from, and before all that are made later. */
  idIn(copy: number, id: string): string {
    const rank = this.ranks.get(id);
    if (rank === undefined) return id;
    return `${hex(copy, 8)}-${hex(rank, 4)}-7000-8000-${hex(copy, 12)}`;
  }

  /** @param query of a connection that may switch triggers off, which would do again what the rows already tell. */
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
