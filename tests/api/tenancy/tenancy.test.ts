/** Another organization's ids reveal nothing and change nothing, in every operation of the API and every dashboard procedure. */
import type { AnyProcedure } from '@trpc/server';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { databaseUrl } from '@/env';
import { appRouter } from '@/server/api/root';
import type { ProcedureMeta } from '@/server/api/route';
import { inputSchemaOf } from '@/server/api/procedure-parts';
import { apiOf, origin } from '@tests/support/api';
import { connectAssistant } from '@tests/support/assistants';
import { assertDocumented } from '@tests/support/documented';
import { foreignRequests, Theirs } from '@tests/support/foreign';
import { kindOfField, Pick, type Known } from '@tests/support/fuzz/known';
import { operations } from '@tests/support/fuzz/operations';
import { populate } from '@tests/support/fuzz/population';
import { namedBy, requestOf } from '@tests/support/fuzz/request';
import { send } from '@tests/support/http';
import { queryAt, queryOn, type Query } from '@tests/support/invariants';
import { requestLog } from '@/server/observability/request-log';
import { useOwnDatabase } from '@tests/support/own-database';
import { ownedOrganization, type OwnedOrganization } from '@tests/support/people';
import { withConnection } from '../../../prisma/connect';

await useOwnDatabase();

interface Side extends OwnedOrganization {
  readonly key: string;
  readonly known: Known;
}

async function side(): Promise<Side> {
  const made = await ownedOrganization('SANDBOX');
  const key = String((await made.owner.mutate('apiKeys.create', { name: 'Shop' })).data?.key);
  const known = await populate(apiOf(key));
  await made.owner.mutate('savedViews.create', { page: '/events', name: 'Failed', query: 'status=FAILED', shared: true });
  await connectAssistant(made.owner, { organization_id: made.id, program_ids: null });
  return { ...made, key, known };
}

let ours: Side;
let theirs: Side;
let theirIds: ReadonlySet<string>;
const query = queryAt(databaseUrl());

beforeAll(async () => {
  ours = await side();
  theirs = await side();
  const rows = await rowsOf(theirs.id);
  theirIds = new Set(Object.values(rows).flatMap((text) => text.match(UUIDS) ?? []));
  for (const text of Object.values(await rowsOf(ours.id))) for (const id of text.match(UUIDS) ?? []) (theirIds as Set<string>).delete(id);
});

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Every row of an organization, by table. */
const rowsOf = (organizationId: string): Promise<Record<string, string>> =>
  withConnection(databaseUrl(), (client) => rowsThrough(queryOn(client), organizationId));

async function rowsThrough(query: Query, organizationId: string): Promise<Record<string, string>> {
  const tables = await query<{ name: string; key: string }>(
    `SELECT c.relname AS name, a.attname AS key FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attname IN ('organization_id', 'organizationId')`,
  );
  const texts: Record<string, string> = {};
  for (const { name, key } of tables) {
    const sql = `SELECT coalesce(string_agg(t::text, ' ' ORDER BY t::text), '') AS rows FROM "${name}" t WHERE t."${key}"::text = $1`;
    const [found] = await query<{ rows: string }>(sql, [organizationId]);
    texts[name] = found!.rows;
  }
  return texts;
}

const nameOf = (pick: Pick): string => namedBy((pick instanceof Theirs ? theirs : ours).known)(pick);

test('every operation answers 404 for what is theirs, tells nothing of it, and changes nothing of it', async () => {
  await requestLog().flush();
  const before = await rowsOf(theirs.id);
  const wrong: string[] = [];
  const asked = operations()
    .filter(({ admin }) => !admin)
    .flatMap((operation) => foreignRequests(operation, ours.known));
  for (const { plan, foreign, inPath } of asked) {
    const request = requestOf(plan, nameOf, `Bearer ${ours.key}`);
    const answer = await send(origin(), request);
    const name = `${request.method} ${plan.operation.path} with their ${foreign}`;
    assertDocumented(request.method, request.path, answer);
    const told = (answer.text.match(UUIDS) ?? []).filter(
      (id) => theirIds.has(id) && !request.path.includes(id) && !String(request.body).includes(id),
    );
    if (told.length > 0) wrong.push(`${name} told of ${told.join(', ')}`);
    const refused = inPath ? answer.status === 404 : answer.status >= 400 || isEmpty(answer.text);
    if (!refused) wrong.push(`${name} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  }
  expect(wrong).toEqual([]);
  expect(asked.length).toBeGreaterThan(350);
  expect(await rowsOf(theirs.id)).toEqual(before);
}, 120_000);

/** An empty list, a batch in which nothing was accepted, or a file with only its header. */
function isEmpty(text: string): boolean {
  if (!text.startsWith('{')) return text.trim().split('\n').length === 1;
  const { data, success_count } = JSON.parse(text) as { data?: unknown; success_count?: number };
  return success_count === 0 || (Array.isArray(data) && data.length === 0);
}

interface DashboardProcedure {
  readonly name: string;
  readonly kind: string;
  readonly fields: readonly string[];
}

/** The procedures that have no route, and which of their fields hold ids. */
const dashboardProcedures = (): DashboardProcedure[] =>
  Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>).flatMap(([name, procedure]) => {
    if ((procedure._def.meta as ProcedureMeta).route) return [];
    const schema = inputSchemaOf(procedure);
    const { properties = {} } = (schema ? z.toJSONSchema(schema, { io: 'input' }) : {}) as { properties?: object };
    const fields = Object.keys(properties).filter((field) => field === 'id' || kindOfField(field));
    return fields.length > 0 ? [{ name, kind: procedure._def.type, fields }] : [];
  });

/** The table that `id` refers to, by router. */
const TABLES: Readonly<Record<string, string>> = {
  account: `SELECT s.id FROM sessions s JOIN members m ON m.user_id = s.user_id WHERE m.organization_id = $1`,
  apiKeys: 'SELECT id FROM api_keys WHERE organization_id = $1',
  mcpGrants: 'SELECT id FROM mcp_grants WHERE organization_id = $1',
  savedViews: 'SELECT id FROM saved_views WHERE organization_id = $1',
  team: 'SELECT id FROM members WHERE organization_id = $1',
};

const MORE: Readonly<Record<string, object>> = {
  'decisions.preview': { event_data: { type: 'purchase' } },
  'savedViews.update': { name: 'Mine', query: '', shared: true },
  'savedViews.setDefault': { page: '/events' },
};

/** Ownership passes to a member of the organization, and anybody else is an invalid choice. */
const REFUSALS = /not_found$|^invalid_operation$/;

test('every procedure of the dashboard finds nothing of theirs, tells nothing of it, and changes nothing of it', async () => {
  const before = await rowsOf(theirs.id);
  const procedures = dashboardProcedures();
  const wrong: string[] = [];
  for (const { name, kind, fields } of procedures) {
    const [router = ''] = name.split('.');
    const sql = TABLES[router];
    const own = sql === undefined ? undefined : (await query<{ id: string }>(sql, [theirs.id]))[0]!.id;
    for (const foreign of fields) {
      const value = (field: string): unknown => {
        const source = field === foreign ? theirs : ours;
        const of = field === 'id' || field === 'member_id' ? router.replace(/s$/, '') : kindOfField(field)!;
        const id = (field === foreign ? own : undefined) ?? namedBy(source.known)(new Pick(of, 0));
        return field.endsWith('_ids') ? [id] : id;
      };
      const input = { ...Object.fromEntries(fields.map((field) => [field, value(field)])), ...MORE[name] };
      const answer = kind === 'query' ? await ours.owner.query(name, input) : await ours.owner.mutate(name, input);
      const told = (JSON.stringify(answer.data ?? {}).match(UUIDS) ?? []).filter((id) => theirIds.has(id));
      if (told.length > 0) wrong.push(`${name} with their ${foreign} told of ${told.join(', ')}`);
      if (answer.failure && !REFUSALS.test(answer.failure.code)) wrong.push(`${name}: ${JSON.stringify(answer.failure)}`);
      if (!answer.failure && kind === 'mutation') wrong.push(`${name} with their ${foreign} did ${JSON.stringify(answer.data)}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(procedures.length).toBeGreaterThan(15);
  expect(await rowsOf(theirs.id)).toEqual(before);
});
