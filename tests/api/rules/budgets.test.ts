/** Rule budgets over HTTP: what is accepted, and the outcome of a credit at the cap. */
import { describe, expect, test } from 'vitest';
import type { Rule } from '@/contract/rule';
import { participants } from '@tests/support/groups';
import { brokenInvariants } from '@tests/support/invariants';
import { programWithAsset, type TestProgram } from '@tests/support/programs';
import { statement } from '@/server/db/transaction';

const budgetOf = (club: TestProgram, fields: Record<string, unknown> = {}) => ({
  asset_id: club.asset.id,
  scope: 'PROGRAM',
  limit: '25',
  ...fields,
});
const rules = (club: TestProgram, id: string) => club.api.get<Rule>(`/rules/${id}`).then(({ body }) => body);
const consumed = async (club: TestProgram, id: string) => (await rules(club, id)).budgets[0]!.consumed;

describe('writing budgets', () => {
  test('a budget is shown with the scale of its asset, nothing consumed, and no reset when it is for life', async () => {
    const club = await programWithAsset();
    const rule = await club.addRule({ budgets: [budgetOf(club), budgetOf(club, { scope: 'PARTICIPANT', limit: '5.5' })] });
    const [asset_id, symbol] = [club.asset.id, club.asset.symbol];
    expect(rule.budgets).toEqual([
      { asset_id, scope: 'PROGRAM', limit: '25.00', schedule_type: null, consumed: '0.00', sentence: `At most 25 ${symbol} in all.` },
      { asset_id, scope: 'PARTICIPANT', limit: '5.50', schedule_type: null, sentence: `At most 5.5 ${symbol} for each participant.` },
    ]);
    expect((await rules(club, rule.id)).budgets).toEqual(rule.budgets);
    const { body } = await club.api.get<{ data: Rule[] }>(`/rules?program_id=${club.program.id}`);
    expect(body.data.map(({ budgets }) => budgets)).toEqual([rule.budgets]);
  });

  test('a scheduled PROGRAM budget shows its next reset, a PARTICIPANT budget does not', async () => {
    const club = await programWithAsset();
    const rule = await club.addRule({
      budgets: [
        budgetOf(club, { schedule_type: 'INTERVAL', interval: '1w' }),
        budgetOf(club, { scope: 'PARTICIPANT', schedule_type: 'CRON', cron_expression: '0 0 1 * *' }),
      ],
    });
    const inAWeek = new Date(Date.parse(rule.created_at) + 7 * 86_400_000).toISOString();
    expect(rule.budgets[0]).toMatchObject({ interval: '1w', next_reset_at: inAWeek });
    expect(rule.budgets[1]).toEqual({
      asset_id: club.asset.id,
      scope: 'PARTICIPANT',
      limit: '25.00',
      schedule_type: 'CRON',
      cron_expression: '0 0 1 * *',
      sentence: `At most 25 ${club.asset.symbol} a month for each participant.`,
    });
  });

  test.each([
    ['limit', { limit: '0' }],
    ['limit', { limit: '-1' }],
    ['limit', { limit: '1e3' }],
    ['limit', { limit: 25 }],
    ['limit', { limit: '0.001' }],
    ['scope', { scope: 'GROUP' }],
    ['schedule_type', { schedule_type: 'DAILY' }],
    ['cron_expression', { schedule_type: 'CRON' }],
    ['cron_expression', { schedule_type: 'CRON', cron_expression: '0 0 30 2 *' }],
    ['cron_expression', { schedule_type: 'CRON', cron_expression: '0 0 * * * *' }],
    ['cron_expression', { cron_expression: '0 0 1 * *' }],
    ['interval', { schedule_type: 'INTERVAL' }],
    ['interval', { schedule_type: 'INTERVAL', interval: '1 month' }],
    ['interval', { schedule_type: 'CRON', cron_expression: '0 0 1 * *', interval: '1d' }],
    ['consumed', { consumed: '1' }],
  ])('a faulty `%s` is a validation_error that names it: %j', async (field, fields) => {
    const club = await programWithAsset();
    const rule = {
      program_id: club.program.id,
      name: 'Capped',
      condition: 'true',
      actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '1' }],
    };
    const answer = await club.api.post('/rules', { ...rule, budgets: [budgetOf(club, fields)] });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_error', fields: [{ field: `budgets[0].${field}` }] } });
  });

  test('a second budget for the same asset and scope is refused, one for another asset or scope is not', async () => {
    const club = await programWithAsset();
    const other = await club.addAsset({});
    const rule = await club.addRule({
      budgets: [budgetOf(club), budgetOf(club, { asset_id: other.id }), budgetOf(club, { scope: 'PARTICIPANT' })],
    });
    expect(rule.budgets).toHaveLength(3);
    expect(await club.api.patch(`/rules/${rule.id}`, { budgets: [budgetOf(club), budgetOf(club, { limit: '30' })] })).toMatchObject({
      status: 400,
      body: { code: 'validation_error', param: 'budgets[1].scope' },
    });
  });

  test('an asset that the program does not link is asset_not_linked', async () => {
    const club = await programWithAsset();
    const stranger = await programWithAsset();
    const rule = await club.addRule({});
    expect(await club.api.patch(`/rules/${rule.id}`, { budgets: [budgetOf(club), budgetOf(stranger)] })).toMatchObject({
      status: 400,
      body: { code: 'asset_not_linked', param: 'budgets[1].asset_id' },
    });
    expect((await rules(club, rule.id)).budgets).toEqual([]);
  });

  test('a change of budgets is a new version, and keeps what was consumed under them', async () => {
    const club = await programWithAsset();
    const rule = await club.addRule({ budgets: [budgetOf(club)] });
    await club.sendAndProcess({});
    const { body } = await club.api.patch<Rule>(`/rules/${rule.id}`, { budgets: [budgetOf(club, { limit: '12' })] });
    expect(body).toMatchObject({ version: 2, budgets: [{ limit: '12.00', consumed: '10.00' }] });
    expect((await club.sendAndProcess({})).rule_evaluations[0]!.actions).toMatchObject([{ amount: '2.00', budget_limited: true }]);
    expect((await club.api.patch<Rule>(`/rules/${rule.id}`, { budgets: [] })).body.budgets).toEqual([]);
    expect((await club.sendAndProcess({})).rule_evaluations[0]!.actions).toMatchObject([{ amount: '10.00' }]);
  });
});

describe('credits at the cap', () => {
  test('a credit past a PROGRAM budget is cut to what is left, and then nothing is left for anybody', async () => {
    const club = await programWithAsset();
    const rule = await club.addRule({ budgets: [budgetOf(club, { limit: '13.37' })] });
    const [whole, cut, none] = [
      await club.sendAndProcess({}),
      await club.sendAndProcess({ external_id: 'grace' }),
      await club.sendAndProcess({ external_id: 'linus' }),
    ];
    expect(whole.rule_evaluations[0]!.actions[0]).not.toHaveProperty('requested');
    expect(cut.rule_evaluations).toMatchObject([
      { status: 'MATCHED', actions: [{ type: 'CREDIT', result: 'APPLIED', requested: '10.00', amount: '3.37', budget_limited: true }] },
    ]);
    expect(none).toMatchObject({
      status: 'COMPLETED',
      rule_evaluations: [
        { status: 'SKIPPED_BUDGET', actions: [{ result: 'SKIPPED_BUDGET', requested: '10.00', amount: '0.00', budget_limited: true }] },
      ],
    });
    expect(await Promise.all(['ada', 'grace', 'linus'].map((name) => club.available(name)))).toEqual(['10.00', '3.37', null]);
    expect(await consumed(club, rule.id)).toBe('13.37');
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  });

  test('a PARTICIPANT budget caps each recipient by itself, groups as well as participants', async () => {
    const club = await programWithAsset();
    const [ada = ''] = await participants(club.api, 'ada');
    const { body: group } = await club.api.post<{ id: string }>('/groups', {
      name: 'Team',
      members: [{ participant_id: ada, role: 'ADMIN' }],
    });
    const credit = (target: unknown) => ({ type: 'CREDIT', asset_id: club.asset.id, amount: '4', target });
    const rule = await club.addRule({
      actions: [credit({ type: 'ACTOR' }), credit({ type: 'RECIPIENT' }), credit({ type: 'GROUP', id: group.id })],
      budgets: [budgetOf(club, { scope: 'PARTICIPANT', limit: '6' })],
    });
    const amounts = async (recipient_external_id: string) => {
      const event = await club.sendAndProcess({ recipient_external_id });
      return event.rule_evaluations[0]!.actions.map((action) => action.amount);
    };
    expect(await amounts('grace')).toEqual(['4.00', '4.00', '4.00']);
    expect(await amounts('linus')).toEqual(['2.00', '4.00', '2.00']);
    expect(await amounts('grace')).toEqual(['0.00', '2.00', '0.00']);
    expect(await club.sendAndProcess({ recipient_external_id: 'ada' })).toMatchObject({ rule_evaluations: [{ status: 'SKIPPED_BUDGET' }] });
    expect((await rules(club, rule.id)).budgets[0]).not.toHaveProperty('consumed');
  });

  test('with both scopes the smaller rest decides, and both are consumed', async () => {
    const club = await programWithAsset();
    const rule = await club.addRule({ budgets: [budgetOf(club, { limit: '15' }), budgetOf(club, { scope: 'PARTICIPANT', limit: '8' })] });
    const amount = async (external_id: string) => (await club.sendAndProcess({ external_id })).rule_evaluations[0]!.actions[0]!.amount;
    expect([await amount('ada'), await amount('grace'), await amount('linus')]).toEqual(['8.00', '7.00', '0.00']);
    expect(await consumed(club, rule.id)).toBe('15.00');
  });

  test('two credits of one event and the events of one batch share what is left', async () => {
    const club = await programWithAsset();
    const credit = { type: 'CREDIT', asset_id: club.asset.id, amount: '10' };
    const rule = await club.addRule({ actions: [credit, credit], budgets: [budgetOf(club)] });
    const first = await club.send({});
    const last = await club.sendAndProcess({ external_id: 'grace' });
    const { body } = await club.api.get<typeof last>(`/events/${first.id}`);
    expect([body, last].flatMap((event) => event.rule_evaluations[0]!.actions.map((action) => action.amount))).toEqual([
      '10.00',
      '10.00',
      '5.00',
      '0.00',
    ]);
    expect(await consumed(club, rule.id)).toBe('25.00');
  });

  test('value credited to HELD or DEFERRED consumes the budget as AVAILABLE does', async () => {
    const club = await programWithAsset({ inventory_mode: 'LOT' });
    const credit = { type: 'CREDIT', asset_id: club.asset.id, amount: '10' };
    const rule = await club.addRule({
      actions: [{ ...credit, bucket: 'HELD', reference_id: 'order' }, { ...credit, matures_in: '30d' }, credit],
      budgets: [budgetOf(club)],
    });
    const event = await club.sendAndProcess({});
    expect(event.rule_evaluations[0]!.actions.map((action) => action.amount)).toEqual(['10.00', '10.00', '5.00']);
    expect(await consumed(club, rule.id)).toBe('25.00');
  });

  test('a budget caps the credits of its own asset and of its own rule, and no debits', async () => {
    const club = await programWithAsset();
    const miles = await club.addAsset({});
    const credit = { type: 'CREDIT', asset_id: club.asset.id, amount: '10' };
    await club.addRule({ actions: [credit] });
    await club.addRule({
      actions: [credit, { ...credit, asset_id: miles.id }, { type: 'DEBIT', asset_id: club.asset.id, amount: '3' }],
      budgets: [budgetOf(club, { limit: '1' })],
    });
    const event = await club.sendAndProcess({});
    expect(event.rule_evaluations.map(({ actions }) => actions.map((action) => action.amount))).toEqual([
      ['10.00'],
      ['1.00', '10.00', '3.00'],
    ]);
  });

  test('a rule whose credit is cut to nothing but does something else has matched', async () => {
    const club = await programWithAsset();
    const credit = { type: 'CREDIT', asset_id: club.asset.id, amount: '10' };
    await club.addRule({
      actions: [credit, { type: 'DEBIT', asset_id: club.asset.id, amount: '1' }],
      budgets: [budgetOf(club, { limit: '10' })],
    });
    await club.sendAndProcess({});
    const event = await club.sendAndProcess({});
    expect(event.rule_evaluations).toMatchObject([{ status: 'MATCHED', actions: [{ result: 'SKIPPED_BUDGET' }, { result: 'APPLIED' }] }]);
  });

  test('a rule that its budget skips does not stop its set: what comes next has its turn', async () => {
    const club = await programWithAsset();
    await club.addRule({ budgets: [budgetOf(club, { limit: '10' })], stop_after_match: true });
    await club.addRule({ amount: '1' });
    const statuses = async () => (await club.sendAndProcess({})).rule_evaluations.map(({ status }) => status);
    expect(await statuses()).toEqual(['MATCHED', 'SKIPPED_STOPPED']);
    expect(await statuses()).toEqual(['SKIPPED_BUDGET', 'MATCHED']);
  });

  test('an event that fails consumes nothing', async () => {
    const club = await programWithAsset();
    const rule = await club.addRule({ budgets: [budgetOf(club, { limit: '10' })] });
    await club.addRule({ condition: 'event.spend', actions: [{ type: 'DEBIT', asset_id: club.asset.id, amount: '500' }] });
    const failing = await club.send({ event_data: { spend: true } });
    expect(await club.sendAndProcess({ event_data: { spend: false } })).toMatchObject({
      status: 'COMPLETED',
      rule_evaluations: [{ actions: [{ amount: '10.00' }] }, {}],
    });
    expect((await club.api.get(`/events/${failing.id}`)).body).toMatchObject({ status: 'FAILED' });
    expect(await consumed(club, rule.id)).toBe('10.00');
  });

  test('an event that is sent again consumes nothing more', async () => {
    const club = await programWithAsset();
    const rule = await club.addRule({ budgets: [budgetOf(club)] });
    for (let time = 0; time < 3; time++) await club.sendAndProcess({ idempotency_key: 'order-1' });
    expect(await consumed(club, rule.id)).toBe('10.00');
  });
});
