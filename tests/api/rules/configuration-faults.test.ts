import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { configured } from '@tests/support/rule-configuration';

test('every fault is named at its place, and one fault keeps the whole from happening', async () => {
  const made = await configured();
  const rule = { name: 'Rule', condition: 'true', actions: [made.credit('1')] };
  const cases: [unknown[], string, string][] = [
    [[{ key: 'a', name: 'A', rules: [rule, { ...rule, condition: 'event.' }] }], 'validation_error', 'rule_sets[0].rules[1].condition'],
    [
      [{ key: 'a', name: 'A', rules: [{ ...rule, actions: [made.credit('1'), made.credit('{{ nonsense( }}')] }] }],
      'validation_error',
      'rule_sets[0].rules[0].actions[1].amount',
    ],
    [
      [{ key: 'a', name: 'A', rules: [{ ...rule, actions: [{ ...made.credit('1'), asset_id: randomUUID() }] }] }],
      'asset_not_linked',
      'rule_sets[0].rules[0].actions[0].asset_id',
    ],
    [
      [{ key: 'a', name: 'A', rules: [{ ...rule, actions: [{ type: 'CREDIT', amount: '1', asset: 'NOPE' }] }] }],
      'asset_not_linked',
      'rule_sets[0].rules[0].actions[0].asset',
    ],
    [
      [{ key: 'a', name: 'A', rules: [{ ...rule, actions: [{ type: 'CREDIT', amount: '1' }] }] }],
      'validation_error',
      'rule_sets[0].rules[0].actions[0].asset_id',
    ],
    [
      [{ key: 'a', name: 'A', rules: [{ ...rule, actions: [{ ...made.credit('1'), asset: made.asset.symbol }] }] }],
      'validation_error',
      'rule_sets[0].rules[0].actions[0].asset_id',
    ],
    [
      [{ key: 'a', name: 'A', rules: [{ ...rule, actions: [{ type: 'EXPLODE' }] }] }],
      'validation_error',
      'rule_sets[0].rules[0].actions[0].type',
    ],
    [[{ key: 'a', name: 'A', rules: [{ ...rule, id: randomUUID() }] }], 'validation_error', 'rule_sets[0].rules[0].id'],
    [[{ id: randomUUID(), key: 'a', name: 'A', rules: [] }], 'validation_error', 'rule_sets[0].id'],
    [
      [
        { key: 'a', name: 'A' },
        { key: 'a', name: 'B' },
      ],
      'validation_error',
      'rule_sets[1].key',
    ],
    [
      [
        { client_ref: 'x', key: 'a', name: 'A' },
        { client_ref: 'x', key: 'b', name: 'B' },
      ],
      'validation_error',
      'rule_sets[1].client_ref',
    ],
    [
      [
        { key: 'a', name: 'A', rules: [{ ...rule, client_ref: 'r' }] },
        { key: 'b', name: 'B', rules: [{ ...rule, client_ref: 'r' }] },
      ],
      'validation_error',
      'rule_sets[1].rules[0].client_ref',
    ],
    [[{ key: 'A', name: 'A' }], 'validation_error', 'rule_sets[0].key'],
    [[{ key: 'a', name: 'A', rules: [{ ...rule, order_of: 1 }] }], 'validation_error', 'rule_sets[0].rules[0].order_of'],
    [
      [{ key: 'a', name: 'A', rules: [{ ...rule, active_from: '2026-02-01T00:00:00Z', active_to: '2026-01-01T00:00:00Z' }] }],
      'validation_error',
      'rule_sets[0].rules[0].active_to',
    ],
  ];
  for (const [sets, code, param] of cases) {
    for (const dry_run of [true, false])
      expect([param, await made.put(sets, { dry_run })]).toMatchObject([param, { status: 400, body: { code, param } }]);
  }
  expect(await made.read()).toMatchObject({ rule_configuration_version: 1, rule_sets: [] });
});

test('faults of several rules are all named in one answer', async () => {
  const made = await configured();
  const { status, body } = await made.put([
    {
      key: 'a',
      name: 'A',
      rules: [
        { name: 'One', condition: '1 +', actions: [made.credit('1')] },
        { name: 'Two', condition: 'true', actions: [{ ...made.credit('1'), asset_id: randomUUID() }] },
      ],
    },
  ]);
  expect([status, body.code]).toEqual([400, 'validation_error']);
  expect((body.fields as { field: string }[]).map(({ field }) => field)).toEqual([
    'rule_sets[0].rules[0].condition',
    'rule_sets[0].rules[1].actions[0].asset_id',
  ]);
});

test('whichever asset name is used, two budgets of one scope for one asset are refused', async () => {
  const made = await configured({ symbol: 'TWIN' });
  const budgets = [
    { asset_id: made.asset.id, scope: 'PROGRAM', limit: '5' },
    { asset: 'TWIN', scope: 'PROGRAM', limit: '6' },
  ];
  expect(
    await made.put([{ key: 'a', name: 'A', rules: [{ name: 'Rule', condition: 'true', actions: [made.credit('1')], budgets }] }]),
  ).toMatchObject({
    status: 400,
    body: { code: 'validation_error', param: 'rule_sets[0].rules[0].budgets[1].scope' },
  });
});
