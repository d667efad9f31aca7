/**
 * Makes each group of shards on each worker a small database of its own: a schema in which the plain names of tables mean the group's shards
 * and every routine works on them, so that triggers and functions run there exactly as on one Postgres, and as fast.
 */
import type pg from 'pg';

interface Routine {
  readonly name: string;
  /** Types of its arguments, as they name it. */
  readonly signature: string;
  /** Its name with the types alone. */
  readonly procedure: string;
  readonly definition: string;
  /** What the function of this name does on a worker, when an organization is its first argument: finds that one's shards, and works there. */
  readonly dispatcher: string | null;
}

/** Prepares shards that are new on their worker, and routines whose text changed; changes nothing else. */
export async function settleShardGroups(client: pg.Client, anchor: string): Promise<void> {
  await keepWhole(client);
  const routines = await readRoutines(client);
  const given = { anchor, routines: JSON.stringify(routines), views: JSON.stringify(await readViews(client)) };
  await onEveryWorker(client, SETTLE, given);
  for (const { procedure } of routines.filter(({ dispatcher }) => dispatcher !== null)) {
    await client.query(
      `SELECT create_distributed_function($1::regprocedure, '$1', colocate_with => $2, force_delegation => true) WHERE NOT EXISTS (
         SELECT 1 FROM pg_dist_object o WHERE o.classid = 'pg_proc'::regclass AND o.objid = $1::regprocedure AND o.distribution_argument_index = 0)`,
      [procedure, anchor],
    );
  }
  await onEveryWorker(client, DISPATCH, given);
  await client.query(`SET citus.enable_ddl_propagation = off; ${REST_ON_COORDINATOR}; RESET citus.enable_ddl_propagation`);
}

/** Functions that Postgres would make part of the statement that calls them, and that do not run where that one does. */
async function keepWhole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ procedure: string }>(
    `SELECT p.oid::regprocedure::text AS procedure FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
     WHERE p.pronamespace = 'public'::regnamespace AND l.lanname = 'sql' AND p.proretset AND ${OF_ORGANIZATION} AND p.proconfig IS NULL`,
  );
  for (const { procedure } of rows) await client.query(`ALTER FUNCTION ${procedure} SET search_path = public`);
}

/** A condition on a function `p`. */
const OF_ORGANIZATION = `p.pronargs > 0 AND p.proargtypes[0] = 'uuid'::regtype AND p.proargnames[1] LIKE '%organization'`;

/** Runs a block on each worker, with `:name` standing for what is given by that name. */
async function onEveryWorker(client: pg.Client, block: string, given: Readonly<Record<string, string>>): Promise<void> {
  const text = block.replace(/(?<!:):([a-z]+)/g, (all, name: string) =>
    given[name] === undefined ? all : client.escapeLiteral(given[name]),
  );
  const { rows } = await client.query<{ success: boolean; result: string }>('SELECT success, result FROM run_command_on_workers($1)', [
    `DO ${client.escapeLiteral(text)}`,
  ]);
  const failed = rows.find(({ success }) => !success);
  if (failed) throw new Error(`a worker could not prepare its shards: ${failed.result}`);
}

/** Functions that read or write tables, or take a row of one: all others work anywhere. */
async function readRoutines(client: pg.Client): Promise<Routine[]> {
  const { rows } = await client.query<Omit<Routine, 'dispatcher'> & Shape>(
    `SELECT p.proname AS name, pg_get_function_identity_arguments(p.oid) AS signature, p.oid::regprocedure::text AS procedure, pg_get_functiondef(p.oid) AS definition,
       pg_get_function_arguments(p.oid) AS arguments, pg_get_function_result(p.oid) AS result, p.proretset AS "isSet", p.pronargs AS "count",
       coalesce((SELECT array_agg(p.proargnames[place]) FROM generate_subscripts(p.proargmodes, 1) AS place WHERE p.proargmodes[place] = 'o'), '{}') AS outputs,
       ${OF_ORGANIZATION} AS "isOfOrganization"
     FROM pg_proc p
     WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f' AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
       AND (p.provolatile <> 'i' OR EXISTS (SELECT 1 FROM unnest(p.proargtypes) AS argument (id) JOIN pg_type t ON t.oid = argument.id WHERE t.typtype = 'c'))
     ORDER BY p.proname`,
  );
  return rows.map(({ name, signature, procedure, definition, ...shape }) => ({
    name,
    signature,
    procedure,
    definition,
    dispatcher: shape.isOfOrganization ? dispatcher(name, shape) : null,
  }));
}

interface Shape {
  readonly arguments: string;
  readonly result: string;
  readonly isSet: boolean;
  readonly count: number;
  readonly outputs: readonly string[];
  readonly isOfOrganization: boolean;
}

function dispatcher(name: string, { arguments: parameters, result, isSet, count, outputs }: Shape): string {
  const places = Array.from({ length: count }, (_, index) => `$${index + 1}`).join();
  const call = `EXECUTE format('SELECT * FROM %I.${name}(${places})', shard_group)`;
  const body = isSet
    ? `RETURN QUERY ${call} USING ${places};`
    : outputs.length > 0
      ? `${call} INTO ${outputs.join()} USING ${places};`
      : result === 'void'
        ? `${call} USING ${places};`
        : `${call} INTO result USING ${places}; RETURN result;`;
  return `CREATE OR REPLACE FUNCTION public.${name}(${parameters}) RETURNS ${result} LANGUAGE plpgsql AS $dispatcher$
DECLARE
  shard_group text := shard_group_here($1);
  ${isSet || outputs.length > 0 || result === 'void' ? '' : `result ${result};`}
BEGIN
  IF shard_group IS NULL THEN
    -- A row that every node keeps is written on each of them; what follows from it, where the organization is.
    IF pg_trigger_depth() > 0 THEN RETURN; END IF;
    RAISE EXCEPTION 'the organization % is on another node', $1;
  END IF;
  ${body}
END $dispatcher$`.replace('RETURN; END IF;', isSet || outputs.length > 0 || result === 'void' ? 'RETURN; END IF;' : 'RETURN NULL; END IF;');
}

async function readViews(client: pg.Client): Promise<{ name: string; definition: string }[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, pg_get_viewdef(c.oid) AS definition FROM pg_class c
     WHERE c.relkind = 'v' AND c.relnamespace = 'public'::regnamespace AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')`,
  );
  return rows;
}

/**
 * What a worker does. Definitions are kept as comments, by which a later run knows what is unchanged. Row identifiers and the transaction that
 * wrote a row are columns of the views, as they are of tables.
 */
const SETTLE = `
DECLARE
  shards record;
  one record;
  counted record;
  arrived boolean;
  target text;
BEGIN
  SET LOCAL citus.enable_ddl_propagation = off;
  SET LOCAL citus.enable_manual_changes_to_shards = on;
  SET LOCAL citus.override_table_visibility = off;
  SET LOCAL check_function_bodies = off;
  SET LOCAL client_min_messages = warning;

  CREATE OR REPLACE FUNCTION public.shard_group_here(organization uuid) RETURNS text LANGUAGE sql STABLE AS $f$
    SELECT 'shard_group_' || p.shardid FROM pg_dist_placement p
    WHERE p.shardid = get_shard_id_for_distribution_column(:anchor, organization) AND p.groupid = (SELECT groupid FROM pg_dist_local_group)
  $f$;

  CREATE OR REPLACE FUNCTION public.in_each_shard_group(query text) RETURNS json LANGUAGE plpgsql AS $f$
  DECLARE
    shards text;
    rows json;
    answers json[] := '{}';
  BEGIN
    FOR shards IN
      SELECT 'shard_group_' || p.shardid FROM pg_dist_placement p JOIN pg_dist_shard s USING (shardid)
      WHERE s.logicalrelid = :anchor::regclass AND p.groupid = (SELECT groupid FROM pg_dist_local_group)
    LOOP
      PERFORM set_config('search_path', quote_ident(shards) || ', public', true);
      EXECUTE format('WITH found AS (%s) SELECT coalesce(json_agg(found), ''[]'') FROM found', query) INTO rows;
      answers := answers || rows;
    END LOOP;
    RETURN array_to_json(answers);
  END $f$;

  FOR shards IN
    SELECT 'shard_group_' || s.shardid AS name, s.shardminvalue AS least
    FROM pg_dist_shard s JOIN pg_dist_placement p USING (shardid)
    WHERE s.logicalrelid = :anchor::regclass AND p.groupid = (SELECT groupid FROM pg_dist_local_group)
  LOOP
    IF to_regnamespace(shards.name) IS NULL THEN
      EXECUTE format('CREATE SCHEMA %I', shards.name);
    END IF;
    arrived := to_regclass(format('%I.%I', shards.name, :anchor)) IS NULL;
    PERFORM set_config('search_path', quote_ident(shards.name) || ', public', true);

    FOR one IN
      SELECT c.relname AS name, shard_name(d.logicalrelid, s.shardid) AS shard
      FROM pg_dist_partition d JOIN pg_class c ON c.oid = d.logicalrelid JOIN pg_dist_shard s USING (logicalrelid)
      WHERE NOT c.relispartition AND (d.partmethod = 'h' AND s.shardminvalue = shards.least OR d.partmethod = 'n' AND d.repmodel = 't')
    LOOP
      CONTINUE WHEN to_regclass(format('%I.%I', shards.name, one.name)) IS NOT NULL
        AND (SELECT count(*) - 2 FROM pg_attribute WHERE attrelid = to_regclass(format('%I.%I', shards.name, one.name)) AND attnum > 0)
          = (SELECT count(*) FROM pg_attribute WHERE attrelid = to_regclass(one.shard) AND attnum > 0 AND NOT attisdropped);
      EXECUTE format('CREATE OR REPLACE VIEW %I.%I AS SELECT *, ctid, xmin FROM %s', shards.name, one.name, one.shard);
      FOR counted IN
        SELECT a.attname AS name, pg_get_serial_sequence('public.' || quote_ident(one.name), a.attname) AS counter FROM pg_attribute a
        WHERE a.attrelid = to_regclass('public.' || quote_ident(one.name)) AND a.attnum > 0 AND NOT a.attisdropped
          AND pg_get_serial_sequence('public.' || quote_ident(one.name), a.attname) IS NOT NULL
      LOOP
        EXECUTE format('ALTER VIEW %I.%I ALTER COLUMN %I SET DEFAULT nextval(%L)', shards.name, one.name, counted.name, counted.counter);
        -- Each node counts in a range of its own: for what comes from another, it goes on from there.
        IF arrived THEN
          EXECUTE format('ALTER SEQUENCE %s NO MAXVALUE', counted.counter);
          EXECUTE format('SELECT setval(%L, greatest((SELECT last_value FROM %s), (SELECT max(%I) FROM %s)))', counted.counter, counted.counter, counted.name, one.shard);
        END IF;
      END LOOP;
    END LOOP;
    FOR one IN SELECT * FROM json_to_recordset(:views) AS v (name text, definition text) LOOP
      CONTINUE WHEN obj_description(to_regclass(format('%I.%I', shards.name, one.name))::oid, 'pg_class') = md5(one.definition);
      EXECUTE format('CREATE OR REPLACE VIEW %I.%I AS %s', shards.name, one.name, one.definition);
      EXECUTE format('COMMENT ON VIEW %I.%I IS %L', shards.name, one.name, md5(one.definition));
    END LOOP;

    FOR one IN SELECT * FROM json_to_recordset(:routines) AS r (name text, signature text, definition text) LOOP
      target := format('%I.%I(%s)', shards.name, one.name, one.signature);
      CONTINUE WHEN (SELECT obj_description(p.oid, 'pg_proc') FROM pg_proc p WHERE p.pronamespace = to_regnamespace(shards.name) AND p.proname = one.name
        AND pg_get_function_identity_arguments(p.oid) = one.signature) = md5(one.definition);
      EXECUTE overlay(one.definition PLACING format('FUNCTION %I.', shards.name) FROM position('FUNCTION public.' IN one.definition) FOR 16);
      EXECUTE format('COMMENT ON FUNCTION %s IS %L', target, md5(one.definition));
      IF one.definition !~ ' IMMUTABLE' THEN
        EXECUTE format('ALTER FUNCTION %s SET search_path = %I, public', target, shards.name);
      END IF;
    END LOOP;

    -- A statement that the coordinator sends calls them with a row of the shard.
    FOR one IN
      SELECT r.name, r.definition, c.relname AS of_table, shard_name(d.logicalrelid, s.shardid) AS shard
      FROM json_to_recordset(:routines) AS r (name text, procedure text, definition text)
      JOIN pg_class c ON r.procedure = format('%s(%s)', r.name, c.relname) JOIN pg_dist_partition d ON d.logicalrelid = c.oid
      JOIN pg_dist_shard s ON s.logicalrelid = c.oid AND s.shardminvalue = shards.least
      WHERE c.relnamespace = 'public'::regnamespace
    LOOP
      target := format('public.%I(%s)', one.name, one.shard);
      CONTINUE WHEN obj_description(to_regprocedure(target)::oid, 'pg_proc') = md5(one.definition);
      EXECUTE replace(one.definition, format(' %s)', one.of_table), format(' %s)', one.shard));
      EXECUTE format('COMMENT ON FUNCTION %s IS %L', target, md5(one.definition));
      IF one.definition !~ ' IMMUTABLE' THEN
        EXECUTE format('ALTER FUNCTION %s SET search_path = %I, public', target, shards.name);
      END IF;
    END LOOP;

    FOR one IN
      SELECT t.tgname AS name, r.oid::regclass::text AS shard, pg_get_triggerdef(t.oid) AS definition, p.proname AS routine
      FROM pg_dist_partition d JOIN pg_dist_shard s USING (logicalrelid)
      JOIN pg_class r ON r.oid = to_regclass(shard_name(d.logicalrelid, s.shardid)) JOIN pg_trigger t ON t.tgrelid = r.oid JOIN pg_proc p ON p.oid = t.tgfoid
      WHERE d.partmethod = 'h' AND s.shardminvalue = shards.least AND NOT t.tgisinternal AND t.tgparentid = 0 AND p.pronamespace = 'public'::regnamespace
    LOOP
      EXECUTE format('DROP TRIGGER %I ON %s', one.name, one.shard);
      EXECUTE regexp_replace(one.definition, 'EXECUTE FUNCTION (public\\.)?', format('EXECUTE FUNCTION %I.', shards.name));
    END LOOP;
  END LOOP;

  PERFORM set_config('search_path', 'public', true);
  FOR one IN SELECT * FROM json_to_recordset(:routines) AS r (procedure text, definition text, dispatcher text) WHERE dispatcher IS NULL LOOP
    CONTINUE WHEN obj_description(to_regprocedure(one.procedure)::oid, 'pg_proc') = md5(one.definition);
    EXECUTE one.definition;
    EXECUTE format('COMMENT ON FUNCTION %s IS %L', one.procedure, md5(one.definition));
  END LOOP;
END`;

const DISPATCH = `
DECLARE
  one record;
BEGIN
  SET LOCAL citus.enable_ddl_propagation = off;
  FOR one IN SELECT * FROM json_to_recordset(:routines) AS r (dispatcher text) WHERE dispatcher IS NOT NULL LOOP
    EXECUTE one.dispatcher;
  END LOOP;
END`;

/** The coordinator has no organization: what follows from a row that every node keeps is done by the worker that has it. */
const REST_ON_COORDINATOR = `DO $rest$
DECLARE
  one record;
BEGIN
  SET LOCAL citus.override_table_visibility = off;
  SET LOCAL citus.enable_manual_changes_to_shards = on;
  FOR one IN
    SELECT DISTINCT t.tgrelid::regclass::text AS shard FROM pg_dist_partition d JOIN pg_dist_shard s USING (logicalrelid)
    JOIN pg_trigger t ON t.tgrelid = to_regclass(shard_name(d.logicalrelid, s.shardid))
    WHERE d.partmethod = 'n' AND d.repmodel = 't' AND NOT t.tgisinternal AND t.tgenabled <> 'D'
  LOOP
    EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', one.shard);
  END LOOP;
END $rest$`;
