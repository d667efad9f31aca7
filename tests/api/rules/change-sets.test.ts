/** A change set leaves what is live alone until it is published: then all of it is live, or nothing; and it can be taken back. */
import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '@/contract/audit-log';
import type { ChangeSetSummary } from '@/contract/change-set';
import type { ChangeSetEstimate } from '@/contract/change-set-estimate';
import type { RuleConfigurationResource } from '@/contract/rule-configuration';
import type { RuleConfigurationVersion } from '@/contract/rule-configuration-version';
import { drafting, type Drafting } from '@tests/support/change-sets';
import { organization } from '@tests/support/api';

const purchase = (amount: number) => ({ event_data: { type: 'purchase', amount } });

/** A program with three rules, and a set that updates the first, archives the second and creates another. */
async function summer() {
  const made = await drafting({ symbol: 'PTS' });
  const [cashback, weekend, signup] = [
    await made.addRule({ name: 'Cashback', condition: 'event.type == "purchase"', amount: '5' }),
    await made.addRule({ name: 'Weekend', condition: 'event.type == "visit"', amount: '1' }),
    await made.addRule({ name: 'Signup', condition: 'event.type == "signup"', amount: '3' }),
  ];
  const set = await made.begin([
    { type: 'UPDATE_RULE', id: cashback.id, rule: { actions: [made.credit('10')], description: 'Twice as much' } },
    { type: 'ARCHIVE_RULE', id: weekend.id },
    { type: 'CREATE_RULE', rule: { name: 'Referral', condition: 'event.type == "referral"', actions: [made.credit('7')], order: 1 } },
  ]);
  return { ...made, cashback, weekend, signup, set };
}

/** What is live, without versions and times: these grow with every change. */
const contents = ({ rule_sets }: RuleConfigurationResource) =>
  rule_sets.map(({ key, rules }) => ({
    key,
    rules: rules.map(({ version: _v, rule_configuration_version: _c, created_at: _m, updated_at: _u, ...rule }) => rule),
  }));

const versionOf = async (made: Drafting) => (await made.configuration()).rule_configuration_version;

describe('until it is published', () => {
  test('nothing is different for events, and the set shows what it would change', async () => {
    const made = await summer();
    await made.sendAndProcess(purchase(10));
    expect(await made.available('ada')).toBe('5.00');
    expect((await made.rule(made.weekend.id)).status).toBe('ACTIVE');
    expect(made.set).toMatchObject({
      status: 'OPEN',
      changes: [
        { type: 'UPDATE_RULE', id: made.cashback.id, name: 'Cashback', base_version: 1, rule: { description: 'Twice as much' } },
        { type: 'ARCHIVE_RULE', id: made.weekend.id, base_version: 1, rule: null },
        { type: 'CREATE_RULE', name: 'Referral', base_version: null, rule: { order: 1 } },
      ],
    });
    expect((await made.api.get(`/rules/${made.set.changes[2]!.id}`)).status).toBe(404);
  });

  test('the difference is told in sentences and field by field', async () => {
    const made = await summer();
    const { changes: rules, diff, conflicts, faults, rule_configuration_version } = await made.diff(made.set.id);
    expect(rules).toMatchObject([
      {
        name: 'Cashback',
        before: { sentence: expect.stringContaining('gives 5 PTS') as string },
        after: { sentence: expect.stringContaining('gives 10 PTS') as string },
      },
      { name: 'Weekend', before: { status: 'ACTIVE' }, after: null },
      { name: 'Referral', before: null, after: { sentence: expect.stringContaining('gives 7 PTS') as string } },
    ]);
    expect(diff.updated).toMatchObject([{ id: made.cashback.id, changes: [{ field: 'description' }, { field: 'actions' }] }]);
    expect([diff.archived, diff.created, diff.moved].map((items) => items.map(({ name }) => name))).toEqual([
      ['Weekend'],
      ['Referral'],
      [],
    ]);
    expect({ conflicts, faults, rule_configuration_version }).toEqual({ conflicts: [], faults: [], rule_configuration_version: 4 });
  });

  test('a change of the same rule is merged into it, what is as before drops out, and a change can be withdrawn', async () => {
    const made = await summer();
    const { cashback, weekend, set } = made;
    const update = (rule: object) => made.edit(set.id, { changes: [{ type: 'UPDATE_RULE', id: cashback.id, rule }] });
    expect((await update({ name: 'Double cashback' })).body.changes[0]?.rule).toMatchObject({
      name: 'Double cashback',
      description: 'Twice as much',
    });
    expect((await update({ name: 'Cashback', description: null })).body.changes[0]?.rule).toEqual({
      actions: [made.credit('10')].map(({ ...action }) => expect.objectContaining(action) as object),
    });
    const referral = set.changes[2]!.id;
    const edited = await made.edit(set.id, {
      withdraw: [weekend.id],
      changes: [{ type: 'UPDATE_RULE', id: referral, rule: { status: 'SUSPENDED' } }],
    });
    expect(edited.body.changes).toMatchObject([
      { id: cashback.id },
      { id: referral, type: 'CREATE_RULE', rule: { status: 'SUSPENDED', name: 'Referral' } },
    ]);
    expect(await made.edit(set.id, { withdraw: [weekend.id] })).toMatchObject({
      status: 404,
      body: { code: 'not_found', param: 'withdraw[0]' },
    });
    expect(await made.edit(set.id, { changes: [{ type: 'ARCHIVE_RULE', id: set.id }] })).toMatchObject({
      status: 404,
      body: { param: 'changes[0].id' },
    });
  });

  test('its cost is what its rules would have given, against what they really gave', async () => {
    const made = await summer();
    for (let n = 0; n < 3; n++) await made.sendAndProcess(purchase(10));
    await made.sendAndProcess({ event_data: { type: 'visit' } });
    const { body } = await made.api.get<ChangeSetEstimate>(`/change-sets/${made.set.id}/estimate`);
    expect(body.exact).toBe(true);
    expect(body.totals).toEqual([{ asset_id: made.asset.id, actual: '16.00', given: '30.00', difference: '14.00' }]);
    expect(body.rules.map(({ name, assets }) => [name, assets[0]?.actual, assets[0]?.given])).toEqual([
      ['Cashback', '15.00', '30.00'],
      ['Weekend', '1.00', '0.00'],
      ['Referral', '0.00', '0.00'],
    ]);
  });

  test('it is listed by status and by rule, and discarding it leaves it readable but closed', async () => {
    const made = await summer();
    const path = `/programs/${made.program.id}/change-sets`;
    const listed = async (query: string) =>
      (await made.api.get<{ data: ChangeSetSummary[] }>(`${path}${query}`)).body.data.map(({ id }) => id);
    const other = await made.begin([]);
    expect(await listed('')).toEqual([other.id, made.set.id]);
    expect(await listed(`?changed_id=${made.weekend.id}`)).toEqual([made.set.id]);
    expect(await listed('?status=PUBLISHED')).toEqual([]);
    expect((await made.api.delete(`/change-sets/${other.id}`)).status).toBe(204);
    expect((await made.api.delete(`/change-sets/${other.id}`)).status).toBe(204);
    expect(await listed('?waiting=true')).toEqual([made.set.id]);
    expect(await listed('?status=DISCARDED')).toEqual([other.id]);
    expect(await made.edit(other.id, { name: 'Again' })).toMatchObject({ status: 400, body: { code: 'invalid_status' } });
    expect(await made.ask(made.set.id, 'revert')).toMatchObject({ status: 400, body: { code: 'invalid_status' } });
  });
});

describe('published', () => {
  test('all changes are live in one version of the rules, with the ids that the set named', async () => {
    const made = await summer();
    const before = await versionOf(made);
    const { status, body } = await made.ask(made.set.id, 'publish');
    expect([status, body.status, body.published_version]).toEqual([200, 'PUBLISHED', before + 1]);
    expect(await versionOf(made)).toBe(before + 1);
    const { rule_sets } = await made.configuration();
    expect(rule_sets[0]?.rules.map(({ name, version }) => `${name} v${version}`)).toEqual(['Referral v1', 'Cashback v2', 'Signup v1']);
    expect(rule_sets[0]?.rules[0]?.id).toBe(made.set.changes[2]!.id);
    await made.sendAndProcess(purchase(10));
    expect(await made.available('ada')).toBe('10.00');
    expect((await made.ask(made.set.id, 'publish')).body).toEqual(body);
    const { data } = (await made.api.get<{ data: RuleConfigurationVersion[] }>(`/programs/${made.program.id}/rules/configuration/versions`))
      .body;
    expect(data[0]).toMatchObject({ rule_configuration_version: before + 1, api_key_id: expect.any(String) as string });
  });

  test('one bad change keeps everything as it is, and is named by its place in the set', async () => {
    const made = await summer();
    await made.edit(made.set.id, { changes: [{ type: 'UPDATE_RULE', id: made.signup.id, rule: { condition: 'event.type ==' } }] });
    const before = await made.configuration();
    const refused = await made.ask(made.set.id, 'publish');
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_error', fields: [{ field: 'id.changes[3].rule.condition' }] } });
    expect((await made.diff(made.set.id)).faults).toMatchObject([{ code: 'validation_error', param: 'changes[3].rule.condition' }]);
    expect(await made.configuration()).toEqual(before);
    expect((await made.read(made.set.id)).status).toBe('OPEN');
  });

  test('an example that fails keeps it from being published, unless a reason is given', async () => {
    const made = await drafting();
    const examples = [{ name: 'gives nothing', event: purchase(1), expects: { matched: false } }];
    const rule = { name: 'Cashback', condition: 'true', actions: [made.credit('1')], examples };
    const { id } = await made.begin([{ type: 'CREATE_RULE', rule }]);
    expect((await made.diff(id)).faults).toMatchObject([{ code: 'rule_example_failed', param: 'changes[0].rule.examples[0]' }]);
    expect(await made.ask(id, 'publish')).toMatchObject({ status: 422, body: { code: 'rule_example_failed' } });
    expect(await made.ask(id, 'publish', { example_override_reason: 'The example is old' })).toMatchObject({
      status: 200,
      body: { status: 'PUBLISHED' },
    });
  });

  test('what somebody else changed since is a conflict that names the rule, until the set is rebased; the rest of their change stays', async () => {
    const made = await summer();
    await made.api.patch(`/rules/${made.cashback.id}`, { name: 'Coffee cashback', description: 'Theirs' });
    const before = await made.configuration();
    expect(await made.ask(made.set.id, 'publish')).toMatchObject({
      status: 409,
      body: {
        code: 'change_set_conflict',
        message: expect.stringContaining('Cashback') as string,
        details: {
          conflicts: [{ type: 'UPDATE_RULE', id: made.cashback.id, name: 'Cashback', reason: 'CHANGED', fields: ['name', 'description'] }],
        },
      },
    });
    expect((await made.diff(made.set.id)).conflicts).toMatchObject([{ id: made.cashback.id, reason: 'CHANGED' }]);
    expect(await made.configuration()).toEqual(before);
    expect((await made.ask(made.set.id, 'rebase')).body.changes[0]).toMatchObject({ base_version: 2, name: 'Coffee cashback' });
    expect((await made.ask(made.set.id, 'publish')).status).toBe(200);
    expect(await made.rule(made.cashback.id)).toMatchObject({ name: 'Coffee cashback', description: 'Twice as much' });
  });

  test('a rule that was archived meanwhile is a conflict, and drops out when the set is rebased', async () => {
    const made = await summer();
    await made.api.patch(`/rules/${made.weekend.id}`, { status: 'ARCHIVED' });
    expect((await made.ask(made.set.id, 'publish')).body).toMatchObject({
      details: { conflicts: [{ reason: 'ARCHIVED', name: 'Weekend' }] },
    });
    expect((await made.ask(made.set.id, 'rebase')).body.changes.map(({ name }) => name)).toEqual(['Cashback', 'Referral']);
    expect((await made.ask(made.set.id, 'publish')).status).toBe(200);
  });

  test('a set that touches other rules than those changed meanwhile is published without further ado', async () => {
    const made = await summer();
    await made.api.patch(`/rules/${made.signup.id}`, { name: 'Welcome' });
    await made.addRule({ name: 'Later' });
    expect((await made.ask(made.set.id, 'publish')).status).toBe(200);
    expect((await made.configuration()).rule_sets[0]?.rules.map(({ name }) => name)).toEqual(['Referral', 'Cashback', 'Welcome', 'Later']);
  });

  test('an empty set is not published, and a rule is paused, moved and given to the first set of a program by one', async () => {
    const made = await drafting();
    const { id } = await made.begin([]);
    expect(await made.ask(id, 'publish')).toMatchObject({ status: 400, body: { code: 'invalid_parameter' } });
    await made.edit(id, { changes: [{ type: 'CREATE_RULE', rule: { name: 'First', condition: 'true', actions: [made.credit('1')] } }] });
    expect((await made.ask(id, 'publish')).status).toBe(200);
    const second = await made.addRule({ name: 'Second' });
    const pause = await made.begin([{ type: 'UPDATE_RULE', id: second.id, rule: { status: 'SUSPENDED', order: 1 } }]);
    expect((await made.ask(pause.id, 'publish')).status).toBe(200);
    expect(
      (await made.configuration()).rule_sets.map(({ key, rules }) => [key, rules.map(({ name, status }) => `${name} ${status}`)]),
    ).toEqual([['default', ['Second SUSPENDED', 'First ACTIVE']]]);
  });
});

describe('taken back', () => {
  test('the rules are what they were before, to the last field; an archived one comes back as a new one', async () => {
    const made = await summer();
    const before = contents(await made.configuration());
    await made.ask(made.set.id, 'publish');
    const { status, body } = await made.ask(made.set.id, 'revert');
    expect([status, body.status, body.reverted_version]).toEqual([200, 'REVERTED', await versionOf(made)]);
    const after = contents(await made.configuration());
    const back = after[0]!.rules[1]!;
    expect(back.id).not.toBe(made.weekend.id);
    expect(after).toEqual(
      before.map((set) => ({ ...set, rules: set.rules.map((rule) => (rule.id === made.weekend.id ? { ...rule, id: back.id } : rule)) })),
    );
    expect((await made.rule(made.set.changes[2]!.id)).status).toBe('ARCHIVED');
    expect((await made.ask(made.set.id, 'revert')).body).toEqual(body);
    expect((await made.diff(made.set.id)).changes).toMatchObject([
      { name: 'Cashback' },
      { name: 'Weekend', after: null },
      { name: 'Referral' },
    ]);
  });

  test('what was changed since is a conflict that names the rule, and nothing is taken back', async () => {
    const made = await summer();
    await made.ask(made.set.id, 'publish');
    await made.api.patch(`/rules/${made.cashback.id}`, { name: 'Later' });
    const before = await made.configuration();
    expect((await made.diff(made.set.id)).conflicts).toMatchObject([{ id: made.cashback.id, fields: ['name'] }]);
    expect(await made.ask(made.set.id, 'revert')).toMatchObject({
      status: 409,
      body: { code: 'change_set_conflict', details: { conflicts: [{ name: 'Cashback', reason: 'CHANGED', fields: ['name'] }] } },
    });
    expect(await made.configuration()).toEqual(before);
  });
});

test('the audit log says who began, published and reverted it', async () => {
  const made = await summer();
  await made.ask(made.set.id, 'publish');
  await made.ask(made.set.id, 'revert');
  const { data } = (await made.api.get<{ data: AuditEntry[] }>(`/audit-log?resource_type=CHANGE_SET&resource_id=${made.set.id}`)).body;
  expect(
    data.map(({ action, actor_type, operation, after }) => [action, actor_type, operation, (after as { status: string }).status]),
  ).toEqual([
    ['UPDATE', 'API_KEY', 'changeSets.revert', 'REVERTED'],
    ['UPDATE', 'API_KEY', 'changeSets.publish', 'PUBLISHED'],
    ['CREATE', 'API_KEY', 'changeSets.create', 'OPEN'],
  ]);
});

test('a set, its difference and its cost are hidden from other organizations', async () => {
  const made = await summer();
  const { api } = await organization();
  const paths = ['', '/diff', '/estimate'].map((path) => `/change-sets/${made.set.id}${path}`);
  expect(await Promise.all(paths.map(async (path) => (await api.get(path)).status))).toEqual([404, 404, 404]);
  for (const what of ['publish', 'rebase', 'revert', 'cancel-schedule'])
    expect((await api.post(`/change-sets/${made.set.id}/${what}`, {})).status).toBe(404);
  expect((await api.patch(`/change-sets/${made.set.id}`, { name: 'Mine' })).status).toBe(404);
  expect((await api.delete(`/change-sets/${made.set.id}`)).status).toBe(404);
  expect((await made.read(made.set.id)).status).toBe('OPEN');
});
