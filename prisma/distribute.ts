/**
 * Spreads a database over the nodes of a Citus, with the rows that it has: every table by organization, all of an organization on one node; what
 * organizations share, whole on every node. Changes nothing where that is done already.
 */
import type pg from 'pg';
import { settleShardGroups } from './shard-groups';

const names = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter((name) => name !== ''));

/** Stay on the node that the service connects to: with what a person signs in, and what is of the database rather than in it. */
export const LOCAL = names(`
  sessions accounts verifications two_factors used_codes
  oauth_clients oauth_resources oauth_client_resources oauth_refresh_tokens oauth_access_tokens oauth_consents oauth_client_assertions
  _prisma_migrations _routines job_sweeps`);

/** Small, and kept whole on every node: what every organization refers to, who may enter it, and the keys by which a request finds it. */
export const REFERENCE = names(`
  users organizations ledger_signing_keys api_keys members invitations saved_views saved_view_defaults mcp_grants`);

/** The table that all others are placed with. */
const ANCHOR = 'journal_entries';

/** Whether the database is one that can be spread. */
export async function hasCitus(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT 1 FROM pg_extension WHERE extname = 'citus'`);
  return rowCount === 1;
}

/** Told of each table once its rows are on the nodes: which one, and how many of how many are done. */
export type OnSpread = (table: string, done: number, all: number) => void;

/**
 * Spreads the tables that are not yet, all of them or none. The caller holds the migration lock, and has applied migrations and routines. Whoever
 * reads or writes waits until all rows have moved. @returns the tables that were spread.
 */
export async function distribute(client: pg.Client, onSpread: OnSpread): Promise<readonly string[]> {
  for (const sequence of await looseSequences(client)) {
    await client.query(`SELECT run_command_on_workers($1)`, [`CREATE SEQUENCE IF NOT EXISTS ${sequence}`]);
  }
  const tables = await tablesToSpread(client);
  if (tables.length > 0) {
    await client.query(`BEGIN; SET LOCAL citus.multi_shard_modify_mode = 'sequential'`);
    // Citus would make every table that refers to what it spreads one of its own, and could not spread that one any more.
    const references = await referencesOf(client, tables);
    for (const { table, name } of references) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    // Rows that are there already are no new ones: they have had their effects.
    const triggers = await triggersOf(client, tables);
    for (const { table, name } of triggers) await client.query(`DROP TRIGGER ${name} ON ${table}`);
    for (const [index, table] of tables.entries()) {
      await spread(client, table);
      onSpread(table, index + 1, tables.length);
    }
    for (const { definition } of triggers) await client.query(definition);
    for (const { table, name, definition } of references) await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    await client.query('COMMIT');
  }
  await makeKnown(client);
  await settleShardGroups(client, ANCHOR);
  return tables;
}

/** Functions that were made before the database could be spread are not on its other nodes: those that need no table. */
async function makeKnown(client: pg.Client): Promise<void> {
  await client.query(
    `SELECT create_distributed_function(p.oid::regprocedure) FROM pg_proc p
     WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f' AND p.provolatile = 'i' AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
       AND NOT EXISTS (SELECT 1 FROM unnest(p.proargtypes) AS argument (id) JOIN pg_type t ON t.oid = argument.id WHERE t.typtype = 'c')
       AND NOT EXISTS (SELECT 1 FROM pg_dist_object o WHERE o.classid = 'pg_proc'::regclass AND o.objid = p.oid)`,
  );
}

/** Its rows move; what would be left of them on this node is removed. */
async function spread(client: pg.Client, table: string): Promise<void> {
  if (REFERENCE.has(table)) await client.query('SELECT create_reference_table($1::regclass)', [table]);
  else {
    const colocation = table === ANCHOR ? 'none' : ANCHOR;
    await client.query(`SELECT create_distributed_table($1::regclass, 'organization_id', colocate_with => $2)`, [table, colocation]);
  }
  await client.query('SELECT truncate_local_data_after_distributing_table($1::regclass)', [table]);
}

/** The tables that neither stay local nor are spread already. */
async function tablesToSpread(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> ALL ($1)
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
       AND NOT EXISTS (SELECT 1 FROM pg_dist_partition d WHERE d.logicalrelid = c.oid)
     ORDER BY c.relname <> ALL ($2), c.relname <> $3, c.relname`,
    [[...LOCAL], [...REFERENCE], ANCHOR],
  );
  return rows.map(({ name }) => name);
}

interface Part {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

async function referencesOf(client: pg.Client, tables: readonly string[]): Promise<Part[]> {
  const { rows } = await client.query<Part>(
    `SELECT k.conrelid::regclass::text AS table, quote_ident(k.conname) AS name, pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k WHERE k.contype = 'f' AND k.conparentid = 0 AND k.conrelid = ANY ($1::regclass[]::oid[]) ORDER BY 1, 2`,
    [tables],
  );
  return rows;
}

/** Those of the tables and, beyond what these give to them, of their partitions. */
async function triggersOf(client: pg.Client, tables: readonly string[]): Promise<Part[]> {
  const { rows } = await client.query<Part>(
    `SELECT t.tgrelid::regclass::text AS table, quote_ident(t.tgname) AS name, pg_get_triggerdef(t.oid) AS definition
     FROM pg_trigger t LEFT JOIN pg_inherits i ON i.inhrelid = t.tgrelid
     WHERE NOT t.tgisinternal AND t.tgparentid = 0 AND coalesce(i.inhparent, t.tgrelid) = ANY ($1::regclass[]::oid[]) ORDER BY 1, 2`,
    [tables],
  );
  return rows;
}

/** Sequences that only functions use: those of columns go with their tables. */
async function looseSequences(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relkind = 'S' AND c.relnamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i', 'e'))`,
  );
  return rows.map(({ name }) => name);
}
