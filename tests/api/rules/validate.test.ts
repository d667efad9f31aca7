import { expect, test } from 'vitest';
import type { RuleValidation } from '@/contract/rule-validation';
import { organization, type Api } from '@tests/support/api';
import { programWithAsset } from '@tests/support/programs';

const MISSING = '00000000-0000-4000-8000-000000000000';

async function validate(api: Api, body: Record<string, unknown>): Promise<RuleValidation> {
  const answer = await api.post<RuleValidation>('/rules/validate', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

test('a condition that does not parse is not valid, with the line and column of the mistake', async () => {
  const { api } = await organization();
  const { valid, errors, references } = await validate(api, { condition: 'event.type == "a" &&\n  event.amount >' });
  expect(valid).toBe(false);
  expect(errors).toEqual([{ field: 'condition', message: expect.stringContaining('not valid CEL'), line: 2, column: expect.any(Number) }]);
  expect(references).toEqual([]);
});

test('every template at fault is named, each with the position in its own text', async () => {
  const { api } = await organization();
  const { valid, errors } = await validate(api, {
    condition: 'evnt.type == "a"',
    actions: [
      { type: 'CREDIT', asset_id: MISSING, amount: '{{ event.amount * }}', description: 'Thanks, {{ event.name' },
      { type: 'TAG', tag: 'vip' },
      { type: 'SET_ATTRIBUTE', key: 'last', value: { order: ['{{ nope(event.id) }}'] } },
    ],
  });
  expect(valid).toBe(false);
  expect(errors.map(({ field, line, column }) => [field, line, column])).toEqual([
    ['condition', 1, 1],
    ['actions[0].amount', 1, expect.any(Number)],
    ['actions[0].description', 1, 9],
    ['actions[2].value.order[0]', 1, 4],
  ]);
});

test('an empty condition and one beyond the length are mistakes of the rule, not of the request', async () => {
  const { api } = await organization();
  expect((await validate(api, { condition: '' })).errors).toMatchObject([{ field: 'condition', line: 1, column: 1 }]);
  expect((await validate(api, { condition: `event.a == "${'x'.repeat(5_000)}"` })).errors).toMatchObject([
    { field: 'condition', column: 4001 },
  ]);
});

test('a sound rule is valid, with everything that it reads', async () => {
  const club = await programWithAsset();
  const validation = await validate(club.api, {
    program_id: club.program.id,
    condition: 'event.type == "buy" && participant.counters.visits >= 0 && event.prices[event.currency] > 1',
    actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '{{ math.least(5, event.items[0].price) }}' }],
  });
  expect(validation).toMatchObject({ valid: true, errors: [] });
  expect(validation.references).toEqual([
    { scope: 'event', kind: 'event_field', key: 'type', dynamic: false },
    { scope: 'event', kind: 'event_field', key: 'currency', dynamic: false },
    { scope: 'event', kind: 'event_field', key: 'items[].price', dynamic: false },
    { scope: 'event', kind: 'event_field', key: 'prices[*]', dynamic: true },
    { scope: 'participant', kind: 'counter', key: 'visits', dynamic: false },
  ]);
  expect(validation.warnings).toMatchObject([
    { code: 'unknown_state_key', key: 'visits', rule_id: null, rule_set_id: null, client_ref: null },
  ]);
});

test('what saving would refuse besides expressions is an error without a position', async () => {
  const club = await programWithAsset({ scale: 2 });
  const credit = (fields: Record<string, unknown>) => ({
    program_id: club.program.id,
    condition: 'event.a == 1',
    actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '1', ...fields }],
  });
  expect(await validate(club.api, credit({ amount: '1.005' }))).toMatchObject({
    valid: false,
    errors: [{ field: 'actions[0].amount', line: null, column: null }],
  });
  expect(await validate(club.api, credit({ asset_id: MISSING }))).toMatchObject({
    valid: false,
    errors: [{ field: 'actions[0].asset_id' }],
  });
  expect(await validate(club.api, { ...credit({ amount: '1.005' }), program_id: undefined })).toMatchObject({ valid: true });
});

test('the draft is evaluated beside the rules of its program and leaves them as they are', async () => {
  const club = await programWithAsset();
  const rule = await club.addRule({ condition: 'event.type == "buy" && event.amount > 1' });
  const actions = [{ type: 'CREDIT', asset_id: club.asset.id, amount: '1' }];
  const { warnings } = await validate(club.api, {
    program_id: club.program.id,
    condition: 'event.type == "buy" && event.amount > 10',
    actions,
  });
  expect(warnings).toMatchObject([{ code: 'double_credit', kind: 'rule', key: rule.id }]);
  expect((await validate(club.api, { program_id: club.program.id, actions })).warnings).toEqual([]);
  expect((await club.api.get<{ data: unknown[] }>(`/rules?program_id=${club.program.id}`)).body.data).toHaveLength(1);
});

test('a change of a stored rule is evaluated in its place, with its budgets and not beside itself', async () => {
  const club = await programWithAsset();
  const rule = await club.addRule({
    condition: 'event.type == "buy"',
    amount: '{{ event.amount }}',
    budgets: [{ asset_id: club.asset.id, scope: 'PROGRAM', limit: '50', schedule_type: null }],
  });
  const same = { condition: rule.condition, actions: rule.actions };
  expect((await validate(club.api, { ...same, rule_id: rule.id })).warnings).toEqual([]);
  expect((await validate(club.api, { ...same, program_id: club.program.id })).warnings.map(({ code }) => code)).toEqual([
    'double_credit',
    'unbudgeted_issuance',
  ]);
  expect(await validate(club.api, { rule_id: rule.id, condition: 'event.type == "a" && event.type == "b"' })).toMatchObject({
    valid: true,
    warnings: [{ code: 'constant_condition', rule_id: rule.id, rule_set_id: rule.rule_set_id }],
  });
  const other = await programWithAsset();
  for (const body of [{ rule_id: MISSING }, { rule_id: rule.id, program_id: other.program.id }]) {
    expect(await club.api.post('/rules/validate', body)).toMatchObject({ status: 404 });
  }
});

test('a contradiction is told without a program, too', async () => {
  const { api } = await organization();
  expect(await validate(api, { condition: 'event.type == "a" && event.type == "b"' })).toMatchObject({
    valid: true,
    warnings: [{ code: 'constant_condition' }],
  });
});

test('a program of somebody else is not found, and an action of no known kind is a fault of the request', async () => {
  const [one, other] = [await organization(), await programWithAsset()];
  expect(await one.api.post('/rules/validate', { condition: 'true', program_id: other.program.id })).toMatchObject({ status: 404 });
  expect(await one.api.post('/rules/validate', { actions: [{ type: 'NOTHING' }] })).toMatchObject({
    status: 400,
    body: { code: 'validation_error' },
  });
});
