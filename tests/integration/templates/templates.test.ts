/** Each template creates the program it promises: its sample events grant what it states, and the program exports as the template. */
import { describe, expect, test } from 'vitest';
import type { GroupDetail } from '@/contract/group';
import type { ParticipantDetail } from '@/contract/participant';
import type { Program } from '@/contract/program';
import type { Rule } from '@/contract/rule';
import type { RuleExampleRun } from '@/contract/rule-example';
import { ProgramConfiguration } from '@/contract/program-configuration';
import { StartProgress } from '@/contract/start';
import { filledIn, TEMPLATE_KEYS, TEMPLATES, type TemplateGain, type TemplateKey } from '@/contract/templates';
import { amountOf } from '@/domain/money';
import { amountChoiceOf } from '@/domain/rules/amounts/read';
import { readBlocks } from '@/domain/rules/blocks/read-blocks';
import { choiceOf } from '@/domain/schedules/cron-choice';
import { statement } from '@/server/db/transaction';
import { escapeMarkup } from '@/server/rest/pages/html';
import { clockJob } from '@tests/support/clock-jobs';
import { apiOf, origin, type Api } from '@tests/support/api';
import { send } from '@tests/support/http';
import { performDue } from '@tests/support/jobs';
import { ownedOrganization, type OwnedOrganization } from '@tests/support/people';

interface Made extends OwnedOrganization {
  readonly api: Api;
  readonly program: Program;
}

async function made(template: TemplateKey, mode: 'LIVE' | 'SANDBOX', symbols: Record<string, string> = {}): Promise<Made> {
  const organization = await ownedOrganization(mode);
  const { data, failure } = await organization.owner.mutate('programs.fromTemplate', { template, name: 'My program', symbols });
  expect(failure).toBeUndefined();
  const key = await organization.owner.mutate('apiKeys.create', { name: 'Server' });
  return { ...organization, api: apiOf(String(key.data?.key)), program: data as unknown as Program };
}

/** Processes events, the broadcasts they trigger, and the resulting events. */
async function settle(organizationId: string): Promise<void> {
  while (
    (await performDue(organizationId, clockJob('process-events'))) + (await performDue(organizationId, clockJob('run-broadcasts'))) >
    0
  );
}

interface Row {
  who: string;
  group: boolean;
  asset: string;
  available: string;
  held: string;
  deferred: string;
}

/** Every non-zero balance of the organization, from the ledger's own table. */
const balancesOf = (organizationId: string): Promise<Row[]> =>
  statement<Row>(
    `SELECT coalesce(p.external_id, g.name) AS who, g.id IS NOT NULL AS "group", a.symbol AS asset,
            trim_scale(b.available)::text AS available, trim_scale(b.held)::text AS held, trim_scale(b.deferred)::text AS deferred
     FROM balances b JOIN assets a ON a.id = b.asset_id
     LEFT JOIN participants p ON p.id = b.account_id LEFT JOIN groups g ON g.id = b.account_id
     WHERE b.organization_id = $1 AND b.account_type IN ('PARTICIPANT', 'GROUP') AND (b.available, b.held, b.deferred) <> (0, 0, 0)
     ORDER BY 1, 3`,
    [organizationId],
  );

/** Sums the gains per holder. */
function promised(gains: readonly TemplateGain[]): Row[] {
  const rows = new Map<string, Row>();
  for (const { who, group = false, asset, amount, bucket } of gains) {
    const row = rows.get(who) ?? { who, group, asset, available: '0', held: '0', deferred: '0' };
    const name = bucket === 'DEFERRED' ? 'deferred' : 'available';
    rows.set(who, { ...row, [name]: amountOf(row[name]).plus(amountOf(amount)).toString() });
  }
  return [...rows.values()].sort((a, b) => (a.who < b.who ? -1 : 1));
}

async function groupsOf({ api }: Made, template: TemplateKey): Promise<Map<string, string>> {
  const { body } = await api.get<{ data: GroupDetail[] }>('/groups');
  return new Map(TEMPLATES[template].groups.map(({ placeholder, name }) => [placeholder, body.data.find((row) => row.name === name)!.id]));
}

test.each(TEMPLATE_KEYS)('%s is a document that the service would take, with words for every rule', (key) => {
  const { configuration, samples } = TEMPLATES[key];
  expect(ProgramConfiguration.parse(configuration)).toEqual(configuration);
  for (const rule of configuration.rule_sets.flatMap(({ rules }) => rules)) expect(rule.description).toMatch(/^[A-Z].*\.$/);
  expect(samples.length).toBeLessThanOrEqual(3);
  expect(configuration.rule_sets[0]?.key ?? 'empty').toBe(key);
});

test.each(TEMPLATE_KEYS)('everything of %s can be changed by choosing: conditions, amounts and schedules', (key) => {
  const { rule_sets: sets, automations } = TEMPLATES[key].configuration;
  const rules = sets.flatMap((set) => set.rules);
  const conditions = [
    ...rules.map(({ condition }) => condition),
    ...automations.flatMap(({ participant_filter, guard_condition }) => [participant_filter ?? [], guard_condition ?? []].flat()),
  ];
  for (const condition of conditions) expect(JSON.stringify(readBlocks(condition)?.block), condition).not.toContain('"expression"');
  const amounts = rules.flatMap(({ actions }) => actions.flatMap((action) => ('amount' in action ? (action.amount ?? []) : [])));
  for (const amount of amounts) expect(amountChoiceOf(amount), amount).not.toBeNull();
  const schedules = [
    ...rules.flatMap(({ budgets }) => budgets.flatMap((budget) => budget.cron_expression ?? [])),
    ...automations.flatMap(({ trigger }) => ('cron_expression' in trigger ? [trigger.cron_expression ?? ''] : [])),
  ];
  for (const schedule of schedules) expect(choiceOf(schedule ?? ''), schedule).not.toBeNull();
});

describe.each(TEMPLATE_KEYS)('a program made from %s', (key) => {
  test('keeps with each rule that gives to people examples of what it does, all of which pass', async () => {
    const { api, program } = await made(key, 'LIVE');
    const { body } = await api.get<{ data: Rule[] }>(`/rules?program_id=${program.id}&limit=100`);
    for (const { id, name, actions, examples } of body.data) {
      if (actions.some(({ type, target }) => type === 'CREDIT' && target.type !== 'GROUP'))
        expect(examples.length, name).toBeGreaterThan(0);
      const run = (await api.get<RuleExampleRun>(`/rules/${id}/examples`)).body;
      expect(
        run.examples.filter(({ passed }) => !passed),
        name,
      ).toEqual([]);
    }
  });

  test('gives after each sample event exactly what the template promises, and is known for what it was made from', async () => {
    const program = await made(key, 'LIVE');
    const progress = async () => StartProgress.parse((await program.owner.query('start.read')).data);
    expect(await progress()).toMatchObject({ program: { id: program.program.id, template: key }, has_key: true, event_id: null });
    const gains: TemplateGain[] = [];
    for (const [index, { event, gains: next }] of TEMPLATES[key].samples.entries()) {
      const sent = { ...event, program_id: program.program.id, idempotency_key: `sample-${index}` };
      expect((await program.api.post('/events', sent)).status).toBe(202);
      await settle(program.id);
      gains.push(...next);
      expect(await balancesOf(program.id)).toEqual(promised(gains));
    }
    const { body } = await program.api.get<{ data: { status: string }[] }>('/events');
    expect(body.data.map(({ status }) => status)).not.toContain('FAILED');
    expect(await progress()).toMatchObject({
      event_id: expect.any(String),
      credited_event_id: gains.length > 0 ? expect.any(String) : null,
    });
  });

  test('exports as the template, in a sandbox and under a name and symbols of its own', async () => {
    const symbols = Object.fromEntries(TEMPLATES[key].configuration.assets.map(({ symbol }) => [symbol, `MY${symbol}`.slice(0, 16)]));
    const program = await made(key, 'SANDBOX', symbols);
    expect(program.program.name).toBe('My program');
    const { body } = await program.api.get(`/programs/${program.program.id}/export`);
    expect(body).toEqual(JSON.parse(JSON.stringify(filledIn(TEMPLATES[key], { symbols, groups: await groupsOf(program, key) }))));
  });
});

test('a tier that the points of a template lift is there after the purchase that reaches it', async () => {
  const { api, id, program } = await made('points', 'LIVE');
  for (const [index, { event }] of TEMPLATES.points.samples.entries()) {
    await api.post('/events', { ...event, program_id: program.id, idempotency_key: String(index) });
    await settle(id);
  }
  const { body } = await api.get<ParticipantDetail>('/participants/ext:ada');
  expect(body.tiers).toMatchObject([{ tier: 'status', level: 'silver' }]);
});

describe('a symbol that is taken', () => {
  const cashback = (symbol: string) => ({ template: 'cashback', name: 'Second', symbols: { CASH: symbol } });
  const asset = { name: 'Points', symbol: 'PTS', scale: 0, inventory_mode: 'SIMPLE', issuance_policy: 'UNLIMITED' };

  test('by an asset of another kind is a fault of that field, and nothing is made', async () => {
    const { owner } = await ownedOrganization();
    await owner.mutate('assets.create', asset);
    const { failure } = await owner.mutate('programs.fromTemplate', cashback('PTS'));
    expect(failure).toMatchObject({ code: 'validation_error', param: 'symbols.CASH', fields: [{ field: 'symbols.CASH' }] });
    expect((await owner.query('programs.list')).data).toMatchObject({ data: [] });
  });

  test('by an asset of the same kind lets both programs share it', async () => {
    const first = await made('cashback', 'LIVE');
    const { data } = await first.owner.mutate('programs.fromTemplate', cashback('CASH'));
    expect(data).toMatchObject({ name: 'Second', asset_ids: first.program.asset_ids });
  });

  test('a program is made in UTC, or in the zone of whoever makes it', async () => {
    const { owner } = await ownedOrganization();
    const make = (changes: object) => owner.mutate('programs.fromTemplate', { template: 'points', name: 'Club', symbols: {}, ...changes });
    expect((await make({})).data).toMatchObject({ timezone: 'UTC' });
    expect((await make({ timezone: 'Europe/Berlin' })).data).toMatchObject({ timezone: 'Europe/Berlin' });
    expect((await make({ timezone: 'Europe' })).failure).toMatchObject({ code: 'validation_error', param: 'timezone' });
  });

  test('a team challenge that does not fit leaves no group and nobody behind', async () => {
    const { owner } = await ownedOrganization();
    await owner.mutate('assets.create', { ...asset, scale: 2 });
    const { failure } = await owner.mutate('programs.fromTemplate', {
      template: 'team-challenge',
      name: 'Teams',
      symbols: { TEAM: 'PTS' },
    });
    expect(failure).toMatchObject({ param: 'symbols.TEAM' });
    for (const list of ['groups.list', 'participants.list', 'programs.list'])
      expect((await owner.query(list)).data).toMatchObject({ data: [] });
  });
});

test('who may only read makes no program, and the one who made one is named', async () => {
  const { owner, member } = await ownedOrganization();
  const viewer = await member('VIEWER');
  const input = { template: 'referral', name: 'Friends' };
  expect((await viewer.mutate('programs.fromTemplate', input)).failure).toMatchObject({ code: 'insufficient_permissions' });
  const { data } = await owner.mutate('programs.fromTemplate', input);
  const log = await owner.query('auditLog.list', { resource_id: data?.id });
  expect(JSON.stringify(log.data)).toContain('programs.fromTemplate');
});

test('a symbol for an asset that the template does not have is refused', async () => {
  const { owner } = await ownedOrganization();
  const { failure } = await owner.mutate('programs.fromTemplate', { template: 'points', name: 'Points', symbols: { CASH: 'C' } });
  expect(failure).toMatchObject({ code: 'validation_error' });
});

test('the page of templates tells every rule in words, and each sample with what it gives', async () => {
  const { status, text } = await send(origin(), { method: 'GET', path: '/docs/templates' });
  expect(status).toBe(200);
  for (const { title, configuration } of Object.values(TEMPLATES)) {
    expect(text).toContain(title);
    for (const { description } of configuration.rule_sets.flatMap(({ rules }) => rules)) expect(text).toContain(escapeMarkup(description!));
  }
  expect(text).toContain('10.00 CREDIT for ada; 5.00 CREDIT for ben.');
  expect(text).toContain('1.50 CASH taken from ada, not yet spendable.');
});
