import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { appRouter } from '@/server/api/root';
import { toolCatalog } from '@/server/mcp/catalog';
import { requestLog } from '@/server/observability/request-log';
import { statement } from '@/server/db/transaction';
import { callTool, CLIENT_NAME, connectAssistant, mcpRequest, toolClient, type Choice } from '@tests/support/assistants';
import { ownedOrganization, type Person } from '@tests/support/people';

interface Shop {
  readonly id: string;
  readonly owner: Person;
  readonly coffee: string;
  readonly tea: string;
  /** A participant with points in both programs. */
  readonly participant: string;
  /** A journal entry of the tea program. */
  readonly teaEntry: string;
}

const made = async (owner: Person, procedure: string, input: unknown): Promise<string> => {
  const { data, failure } = await owner.mutate(procedure, input);
  if (!data) throw new Error(`${procedure}: ${failure?.message}`);
  return String(data.id);
};

/** An organization with two programs and a participant in both. */
async function shop(): Promise<Shop> {
  const { id, owner } = await ownedOrganization();
  const [coffee, tea] = [await made(owner, 'programs.create', { name: 'Coffee' }), await made(owner, 'programs.create', { name: 'Tea' })];
  const asset = await made(owner, 'assets.create', {
    name: 'Points',
    symbol: 'PTS',
    scale: 2,
    inventory_mode: 'LOT',
    issuance_policy: 'UNLIMITED',
    program_ids: [coffee, tea],
  });
  const participant = await made(owner, 'participants.upsert', { external_id: 'grace' });
  const entries: string[] = [];
  for (const [program, amount] of [
    [coffee, '12.50'],
    [tea, '7.25'],
  ] as const) {
    const { data, failure } = await owner.mutate('participants.balances.adjust', {
      id: participant,
      program_id: program,
      asset_id: asset,
      type: 'CREDIT',
      amount,
      description: 'A welcome',
    });
    if (!data) throw new Error(failure?.message);
    entries.push(String(data.journal_entry_id));
  }
  return { id, owner, coffee, tea, participant, teaEntry: entries[1] ?? '' };
}

const clientFor = async ({ owner, id }: Shop, choice: Partial<Choice> = {}, scopes?: readonly string[]): Promise<Client> =>
  toolClient((await connectAssistant(owner, { organization_id: id, program_ids: null, ...choice }, scopes)).access);

const rows = (answer: Record<string, unknown>) => answer.data as Record<string, unknown>[];

describe('tools', () => {
  test('each reads through a query procedure, takes its input schema and says that it only reads', async () => {
    const { tools } = await (await clientFor(await shop())).listTools();
    expect(tools.map(({ name }) => name)).toEqual([...toolCatalog().keys()]);
    const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
    for (const tool of tools) {
      const { procedure } = toolCatalog().get(tool.name) ?? {};
      expect(procedures[procedure ?? '']?._def.type, tool.name).toBe('query');
      expect(tool.annotations, tool.name).toMatchObject({ readOnlyHint: true, destructiveHint: false });
      expect(tool.inputSchema, tool.name).toMatchObject({ type: 'object', additionalProperties: false });
      expect(tool.description?.length, tool.name).toBeGreaterThan(20);
    }
  });

  test('are told of in few enough words to be loaded whole', async () => {
    const { tools } = await (await clientFor(await shop())).listTools();
    expect(JSON.stringify(tools).length).toBeLessThan(90_000);
    expect(tools.find(({ name }) => name === 'report_liability')?.outputSchema).toMatchObject({ type: 'object' });
  });

  test.each(['auto', 'legacy'] as const)('answer structured and as text, to clients of every revision (%s)', async (mode) => {
    const { owner, id, participant, coffee } = await shop();
    const client = await toolClient((await connectAssistant(owner, { organization_id: id, program_ids: null })).access, mode);
    expect((await client.listTools()).tools).toHaveLength(toolCatalog().size);
    const answer = await client.callTool({ name: 'explain_participant_balance', arguments: { id: participant, program_id: coffee } });
    expect(answer.structuredContent).toMatchObject({ data: [{ program_id: coffee, amount: '12.50' }] });
    expect(JSON.parse((answer.content[0] as { text: string }).text)).toEqual(answer.structuredContent);
    const unknown = await client.callTool({ name: 'get_event', arguments: { id: coffee } });
    expect(unknown.isError).toBe(true);
    expect(JSON.parse((unknown.content[0] as { text: string }).text)).toMatchObject({ type: 'not_found', code: 'not_found' });
  });

  test('names every field that is wrong, as the API does', async () => {
    const answer = await callTool(await clientFor(await shop()), 'list_events', { status: 'LATE', colour: 'red' });
    expect(answer).toMatchObject({ code: 'validation_error', fields: [{ field: 'status' }, { field: 'colour', reason: 'unknown_field' }] });
  });

  test('give long lists page by page', async () => {
    const client = await clientFor(await shop());
    const first = await callTool(client, 'list_programs', { limit: 1, sort_by: 'created_at', sort_dir: 'asc' });
    const { next_cursor: cursor } = first.pagination as { next_cursor: string };
    const second = await callTool(client, 'list_programs', { limit: 1, sort_by: 'created_at', sort_dir: 'asc', cursor });
    expect([rows(first)[0]?.name, rows(second)[0]?.name]).toEqual(['Coffee', 'Tea']);
  });

  test('see nothing of another organization', async () => {
    const [own, other] = [await shop(), await shop()];
    const client = await clientFor(own);
    expect(await callTool(client, 'get_participant', { id: other.participant })).toMatchObject({ code: 'not_found' });
    expect(await callTool(client, 'get_program', { id: other.tea })).toMatchObject({ code: 'not_found' });
    expect(rows(await callTool(client, 'list_programs')).map(({ id }) => id)).toHaveLength(2);
  });

  test('are told of in the request log under the name of the assistant', async () => {
    const its = await shop();
    await callTool(await clientFor(its), 'list_assets');
    await requestLog().flush();
    const { data } = await its.owner.query('logs.list', {});
    const calls = rows(data ?? {}).filter(({ route }) => route === '/mcp');
    expect(calls.length).toBeGreaterThan(0);
    expect(new Set(calls.map(({ client_name }) => client_name))).toEqual(new Set([CLIENT_NAME]));
  });
});

test('every report is a tool', () => {
  const offered = new Set([...toolCatalog().values()].map(({ procedure }) => procedure));
  const reports = Object.keys(appRouter._def.procedures).filter((name) => name.startsWith('reports.'));
  const queries = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
  expect(reports.filter((name) => queries[name]?._def.type === 'query' && !offered.has(name))).toEqual([]);
});

describe('a grant of some programs', () => {
  test('lists those alone, and what is in them', async () => {
    const its = await shop();
    const client = await clientFor(its, { program_ids: [its.coffee] });
    expect(rows(await callTool(client, 'list_programs')).map(({ name }) => name)).toEqual(['Coffee']);
    expect(rows(await callTool(client, 'list_journal_entries')).map(({ program_id }) => program_id)).toEqual([its.coffee]);
    expect(rows(await callTool(client, 'report_liability')).map(({ liability }) => liability)).toEqual(['12.50']);
    const participant = await callTool(client, 'get_participant', { id: its.participant });
    expect(participant).toMatchObject({ program_ids: [its.coffee], balances: [{ program_id: its.coffee }] });
    expect(JSON.stringify(participant)).not.toContain(its.tea);
    const timeline = await callTool(client, 'list_participant_timeline', { id: its.participant });
    expect(rows(timeline)).toHaveLength(1);
    expect(JSON.stringify(timeline)).not.toContain(its.tea);
  });

  test('refuses every other program with mcp_program_not_allowed', async () => {
    const its = await shop();
    const client = await clientFor(its, { program_ids: [its.coffee] });
    const refused = { type: 'permission', code: 'mcp_program_not_allowed' };
    expect(await callTool(client, 'get_program', { id: its.tea })).toMatchObject({ ...refused, param: 'id' });
    expect(await callTool(client, 'get_rules', { id: its.tea })).toMatchObject(refused);
    expect(await callTool(client, 'list_events', { program_id: its.tea.toUpperCase() })).toMatchObject({ ...refused, param: 'program_id' });
    expect(await callTool(client, 'get_journal_entry', { id: its.teaEntry })).toMatchObject(refused);
    expect(await callTool(client, 'list_webhook_deliveries')).toMatchObject(refused);
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('list_webhook_deliveries');
  });

  test('asks for the program where several were granted', async () => {
    const its = await shop();
    await made(its.owner, 'programs.create', { name: 'Cocoa' });
    const client = await clientFor(its, { program_ids: [its.coffee, its.tea] });
    const answer = await callTool(client, 'report_liability');
    expect(answer).toMatchObject({
      code: 'mcp_program_not_allowed',
      param: 'program_id',
      message: expect.stringContaining(its.tea) as string,
    });
    expect(rows(await callTool(client, 'report_liability', { program_id: its.tea }))).toMatchObject([{ liability: '7.25' }]);
    expect(rows(await callTool(client, 'list_programs')).map(({ name }) => name)).not.toContain('Cocoa');
  });

  test('keeps quiet about participants of other programs', async () => {
    const its = await shop();
    const stranger = await made(its.owner, 'participants.upsert', { external_id: 'ada' });
    const client = await clientFor(its, { program_ids: [its.coffee] });
    expect(await callTool(client, 'get_participant', { id: stranger })).toMatchObject({ code: 'mcp_program_not_allowed' });
    expect(rows(await callTool(client, 'find_participants')).map(({ external_id }) => external_id)).toEqual(['grace']);
  });
});

describe('what is no read', () => {
  const mutations = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)
    .filter(([, { _def }]) => _def.type === 'mutation')
    .map(([name]) => name);

  test('is refused with mcp_capability_denied, whatever it is called', async () => {
    const its = await shop();
    const { access } = await connectAssistant(its.owner, { organization_id: its.id, program_ids: null });
    expect(mutations.length).toBeGreaterThan(50);
    for (const name of [...mutations, 'create_program', 'auditLog.list', 'toString']) {
      const answer = await mcpRequest(access, 'tools/call', { name, arguments: { name: 'Cocoa' } });
      expect({ name, status: answer.status, code: answer.body.code }).toEqual({ name, status: 403, code: 'mcp_capability_denied' });
    }
    expect(await statement('SELECT 1 FROM programs WHERE organization_id = $1', [its.id])).toHaveLength(2);
  });

  test('a tool without its scope is refused with mcp_scope_required and what to ask for', async () => {
    const its = await shop();
    const { access } = await connectAssistant(its.owner, { organization_id: its.id, program_ids: null }, ['programs:read']);
    const answer = await mcpRequest(access, 'tools/call', { name: 'report_liability', arguments: {} });
    expect(answer).toMatchObject({
      status: 403,
      body: { type: 'permission', code: 'mcp_scope_required', details: { scope: 'reports:read' } },
    });
    expect(answer.headers['www-authenticate']).toContain('error="insufficient_scope", scope="reports:read"');
    const { tools } = await (await toolClient(access)).listTools();
    expect(tools.map(({ name }) => name)).toContain('list_programs');
    expect(tools.map(({ name }) => name)).not.toContain('report_liability');
  });
});
