/** Rules that read codes: tried, kept as examples, replayed and explained as the events were that had them. */
import { expect, test } from 'vitest';
import { codes, type TestCodes } from '@tests/support/codes';
import { backtest, clockOf } from '@tests/support/backtests';

const simulate = ({ api, program }: TestCodes, entered?: object[]) =>
  api.post(`/programs/${program.id}/rules/simulate`, { event: { event_data: { type: 'other' }, ...(entered ? { codes: entered } : {}) } });

test('a simulation assumes codes by the keys of their batches, whether there are such batches or not', async () => {
  const club = await codes();
  expect((await simulate(club, [{ batch: 'spring', code: 'SPRING' }])).body).toMatchObject({
    matched: true,
    effects: [{ amount: '5.00' }],
  });
  expect((await simulate(club, [{ batch: 'autumn' }])).body).toMatchObject({ matched: false });
  expect((await simulate(club)).body).toMatchObject({ matched: false });
});

test('a simulation judges codes as they are entered and uses none; it does not assume them as well', async () => {
  const club = await codes();
  const batch = await club.batch({ code: 'SPRING', max_total: 1, condition: 'event.amount >= 20' });
  const enter = (amount: number, rest: object = {}) =>
    club.api.post(`/programs/${club.program.id}/rules/simulate`, {
      event: { event_data: { type: 'other', amount }, entered_codes: ['spr-ing', 'none'], ...rest },
    });
  const judged = [
    { code: 'SPRING', batch_id: batch.id, status: 'REDEEMED', error_code: null },
    { code: 'NONE', batch_id: null, status: 'REFUSED', error_code: 'code_unknown' },
  ];
  for (const external_id of ['ada', 'somebody new'])
    expect(await enter(30, { external_id })).toMatchObject({
      status: 200,
      body: { matched: true, effects: [{ amount: '5.00' }], codes: judged },
    });
  expect((await enter(12)).body).toMatchObject({
    matched: false,
    codes: [{ status: 'REFUSED', error_code: 'code_conditions_not_met', margin: '-8' }, {}],
  });
  expect(await club.readBatch(batch)).toMatchObject({ redeemed_count: 0 });
  expect(await enter(30, { codes: [{ batch: 'spring' }] })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', param: 'event.entered_codes' },
  });
});

test('an example of a rule assumes codes', async () => {
  const club = await codes();
  const example = (batch: string, amount?: string) => ({
    name: batch,
    event: { event_data: {}, codes: [{ batch }] },
    expects: { matched: amount !== undefined, effects: amount === undefined ? [] : [{ type: 'CREDIT', amount }] },
  });
  const rule = await club.addRule({
    name: 'Autumn',
    condition: 'codes.exists(c, c.batch == "autumn")',
    amount: '7',
    examples: [example('autumn', '7'), example('spring')],
  });
  expect(await club.api.get(`/rules/${rule.id}/examples`)).toMatchObject({ status: 200, body: { passed: true } });
});

test('a rule that reads what no code has is told of it, and one that reads codes says so in words', async () => {
  const club = await codes();
  const { body } = await club.api.post<{ warnings: { code: string; scope: string; suggestion: string }[] }>('/rules/validate', {
    program_id: club.program.id,
    condition: 'codes.exists(c, c.bach == "spring")',
    actions: [{ type: 'TAG', tag: 'x' }],
  });
  expect(body.warnings).toContainEqual(expect.objectContaining({ code: 'unknown_member', scope: 'code', suggestion: 'batch' }));
  const { sentence } = await club.addRule({ name: 'Words', condition: 'codes.exists(c, c.batch == "spring")', amount: '1' });
  expect(sentence).toContain('the codes of the event');
});

test('a backtest gives for the codes that applied to events, whatever their batches have become', async () => {
  const club = await codes({ mode: 'SANDBOX' });
  const from = await clockOf(club.api);
  const batch = await club.batch({ code: 'SPRING', max_total: 1 });
  for (const external_id of ['ada', 'bob']) await club.enter(['spring'], { external_id, event_data: { type: 'visit' } });
  await club.api.delete(`/code-batches/${batch.id}`);
  await club.advance('1h');
  const rule = {
    client_ref: 'spring',
    name: 'Spring',
    condition: 'codes.exists(c, c.batch == "spring" && c.code == "SPRING")',
    actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '8' }],
  };
  const configuration = { rule_sets: [{ key: 'default', name: 'Default', rules: [rule] }] };
  const { result } = await backtest(club.api, club.program.id, { from, to: await clockOf(club.api), configuration });
  expect(result?.assets).toMatchObject([{ actual: '5.00', backtest: '8.00' }]);
  expect(result?.events).toMatchObject({ total: 2, same: 1, changed: 1 });
});
