/** An amount that can never be moved is refused wherever a rule is written; an expression that can only be so is warned of. */
import { describe, expect, test } from 'vitest';
import type { ProgramConfiguration } from '@/contract/program-configuration';
import type { Rule } from '@/contract/rule';
import type { RuleConfigurationChange } from '@/contract/rule-configuration';
import type { RuleValidation } from '@/contract/rule-validation';
import { programWithAsset, type TestProgram } from '@tests/support/programs';

const UNMOVABLE = ['-5', '0', '0.00', ' -0 ', '9'.repeat(41), '9'.repeat(70), `-${'9'.repeat(70)}.5`];

const withAmount = (asset_id: string, amount: string): Record<string, unknown>[] => [
  { type: 'CREDIT', asset_id, amount },
  { type: 'DEBIT', asset_id, amount },
  { type: 'HOLD', asset_id, amount, reference_id: 'r' },
  { type: 'RELEASE', asset_id, amount },
  { type: 'FORFEIT', asset_id, amount },
  { type: 'TRANSFER', asset_id, amount, target: { type: 'RECIPIENT' } },
];

const refused = (param: string) => ({ status: 400, body: { code: 'invalid_amount', param } });
const draftOf = (club: TestProgram, amount: string) => {
  const credit = (text: string) => [{ type: 'CREDIT', asset_id: club.asset.id, amount: text }];
  const rules = [
    { name: 'Sound', condition: 'true', actions: credit('1') },
    { name: 'Not', condition: 'true', actions: credit(amount) },
  ];
  return { rule_sets: [{ key: 'base', name: 'Base', rules }] };
};

describe('a literal that can never be moved', () => {
  test('is refused for every kind of action with an amount, when a rule is made and when it is changed', async () => {
    const club = await programWithAsset();
    const rule = await club.addRule({});
    for (const amount of UNMOVABLE) {
      for (const action of withAmount(club.asset.id, amount)) {
        const actions = [{ type: 'TAG', tag: 'x' }, action];
        const made = { program_id: club.program.id, name: 'R', condition: 'true', actions };
        expect(await club.api.post('/rules', made), `${String(action.type)} ${amount}`).toMatchObject(refused('actions[1].amount'));
        expect(await club.api.patch(`/rules/${rule.id}`, { actions })).toMatchObject(refused('actions[1].amount'));
      }
    }
    expect((await club.api.get<Rule>(`/rules/${rule.id}`)).body.version).toBe(1);
  });

  test.each(['-5', '0', '9'.repeat(41)])('%s is refused in a configuration and in every draft, at its place', async (amount) => {
    const club = await programWithAsset();
    const draft = draftOf(club, amount);
    const base = `/programs/${club.program.id}`;
    const put = { ...draft, expected_rule_configuration_version: 1 };
    const at = 'rule_sets[0].rules[1].actions[0].amount';
    expect(await club.api.put(`${base}/rules/configuration`, put)).toMatchObject(refused(at));
    expect(await club.api.put(`${base}/rules/configuration`, { ...put, dry_run: true })).toMatchObject(refused(at));
    const event = { event_data: {}, external_id: 'ada' };
    expect(await club.api.post(`${base}/rules/simulate`, { event, configuration: draft })).toMatchObject(refused(`configuration.${at}`));
    const window = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' };
    expect(await club.api.post(`${base}/backtests`, { ...window, configuration: draft })).toMatchObject(refused(`configuration.${at}`));
  });

  test('makes a rule invalid when it is only validated, with a program and without', async () => {
    const club = await programWithAsset();
    for (const program of [{}, { program_id: club.program.id }]) {
      for (const amount of UNMOVABLE) {
        const actions = [{ type: 'CREDIT', asset_id: club.asset.id, amount }];
        const { status, body } = await club.api.post<RuleValidation>('/rules/validate', { condition: 'true', actions, ...program });
        expect([status, body.valid, body.errors]).toEqual([
          200,
          false,
          [{ field: 'actions[0].amount', message: expect.stringContaining('never be moved'), line: null, column: null }],
        ]);
      }
    }
  });

  test('is refused when a program is cloned from a document', async () => {
    const club = await programWithAsset({ mode: 'SANDBOX' });
    await club.addRule({ amount: '1' });
    const { body } = await club.api.get<ProgramConfiguration>(`/programs/${club.program.id}/export`);
    const configuration = JSON.parse(JSON.stringify(body).replace('"amount":"1"', '"amount":"0"')) as ProgramConfiguration;
    const answer = await club.api.post('/sandbox/programs/clone', { name: 'Copy', configuration });
    expect(answer).toMatchObject(refused('configuration.rule_sets[0].rules[0].actions[0].amount'));
  });

  test('is named beside the other faults when there are some', async () => {
    const club = await programWithAsset();
    const rules = draftOf(club, '0').rule_sets[0]!.rules;
    const both = { rule_sets: [{ key: 'base', name: 'Base', rules: [{ ...rules[0]!, condition: 'event.' }, rules[1]!] }] };
    const { body } = await club.api.put(`/programs/${club.program.id}/rules/configuration`, {
      ...both,
      expected_rule_configuration_version: 1,
    });
    expect(body).toMatchObject({ code: 'validation_error' });
    expect((body.fields as { field: string; reason: string }[]).map(({ field, reason }) => [field, reason])).toEqual([
      ['rule_sets[0].rules[0].condition', 'invalid_expression'],
      ['rule_sets[0].rules[1].actions[0].amount', 'invalid_amount'],
    ]);
  });

  test('the smallest and the greatest amounts that can be moved are saved', async () => {
    const club = await programWithAsset();
    for (const amount of ['0.01', '00.10', '9'.repeat(40), `${'9'.repeat(40)}.99`])
      expect((await club.addRule({ amount })).warnings).toBeDefined();
  });
});

test('a counter that no counter can hold is refused', async () => {
  const club = await programWithAsset();
  for (const value of ['9'.repeat(41), '9'.repeat(70), `0.${'1'.repeat(19)}`]) {
    const actions = [{ type: 'COUNTER', key: 'n', value }];
    const answer = await club.api.post('/rules', { program_id: club.program.id, name: 'R', condition: 'true', actions });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_error', param: 'actions[0].value' } });
  }
});

describe('an expression that can only be so', () => {
  const warned = { code: 'unmovable_amount', kind: 'action', scope: null, key: 'actions[0].amount', suggestion: null };

  test.each(['{{ 0 }}', '{{ -5 }}', '{{ 2 - 7 }}', '{{ event.amount * 0 }}', '{{ "-5" }}', '{{ 0.004 }}'])(
    '%s is warned of',
    async (amount) => {
      const club = await programWithAsset();
      const rule = await club.addRule({ condition: 'event.type == "buy"', amount });
      expect(rule.warnings).toMatchObject([{ ...warned, rule_id: rule.id }]);
      expect(rule.warnings?.[0]?.message).toContain(`\`${amount}\``);
      const event = await club.sendAndProcess({ event_data: { type: 'buy', amount: 3 } });
      expect(event.rule_evaluations).toMatchObject([{ status: 'MATCHED', actions: [{ result: 'SKIPPED_ZERO' }] }]);
    },
  );

  test('is warned of in a configuration and by validation, with a program and without', async () => {
    const club = await programWithAsset();
    const put = { ...draftOf(club, '{{ 2 - 7 }}'), expected_rule_configuration_version: 1, dry_run: true };
    const { body } = await club.api.put<RuleConfigurationChange>(`/programs/${club.program.id}/rules/configuration`, put);
    expect(body.warnings.filter(({ code }) => code === 'unmovable_amount')).toHaveLength(1);
    for (const program of [{}, { program_id: club.program.id }]) {
      const actions = [{ type: 'DEBIT', asset_id: club.asset.id, amount: '{{ 0 }}' }];
      const answer = await club.api.post<RuleValidation>('/rules/validate', { condition: 'event.type == "x"', actions, ...program });
      expect([answer.body.valid, answer.body.warnings]).toMatchObject([true, [warned]]);
    }
  });
});
