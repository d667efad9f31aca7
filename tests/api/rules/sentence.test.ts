/** Every rule says what it does in a sentence, wherever the API shows one, and a draft does before it is saved. */
import { expect, test } from 'vitest';
import type { Rule } from '@/contract/rule';
import type { RuleConfigurationResource } from '@/contract/rule-configuration';
import type { RuleValidation } from '@/contract/rule-validation';
import { programWithAsset } from '@tests/support/programs';

test('a rule is read, listed, changed and configured with the sentence of what it does', async () => {
  const { api, program, asset, addRule } = await programWithAsset();
  const rule = await addRule({
    condition: 'event.type == "purchase" && event.amount > 50',
    actions: [{ type: 'CREDIT', asset_id: asset.id, amount: '{{ event.amount * 0.1 }}' }],
    budgets: [{ asset_id: asset.id, scope: 'PARTICIPANT', limit: '20', schedule_type: 'CRON', cron_expression: '0 0 1 * *' }],
  });
  const { symbol } = asset;
  const sentence = `When type is “purchase” and amount is over 50, gives 10% of amount in ${symbol} to the participant, at most 20 ${symbol} a month for each participant.`;
  expect(rule.sentence).toBe(sentence);
  expect((await api.get<Rule>(`/rules/${rule.id}`)).body.sentence).toBe(sentence);
  expect((await api.get<{ data: Rule[] }>(`/rules?program_id=${program.id}`)).body.data.map((each) => each.sentence)).toEqual([sentence]);
  const configuration = await api.get<RuleConfigurationResource>(`/programs/${program.id}/rules/configuration`);
  expect(configuration.body.rule_sets.flatMap(({ rules }) => rules.map((each) => each.sentence))).toEqual([sentence]);
  const changed = await api.patch<Rule>(`/rules/${rule.id}`, { condition: 'true', stop_after_match: true, budgets: [] });
  expect(changed.body.sentence).toBe(
    `For every event, gives 10% of amount in ${symbol} to the participant. Later rules of its set are then skipped.`,
  );
});

test('a configuration that was read is sent back with its sentences, which change nothing', async () => {
  const { api, program, asset, addRule } = await programWithAsset();
  await addRule({ actions: [{ type: 'CREDIT', asset_id: asset.id, amount: '1' }] });
  const path = `/programs/${program.id}/rules/configuration`;
  const { rule_sets, rule_configuration_version } = (await api.get<RuleConfigurationResource>(path)).body;
  const sent = rule_sets.map((set) => ({ ...set, rules: set.rules.map((rule) => ({ ...rule, sentence: 'Something else.' })) }));
  const answer = await api.put<{ diff: Record<string, unknown[]> }>(path, {
    rule_sets: sent,
    expected_rule_configuration_version: rule_configuration_version,
  });
  expect(answer).toMatchObject({ status: 200, body: { diff: { created: [], updated: [], archived: [], moved: [] } } });
});

test('the sentence of a draft is told before it is saved, once it has a condition, an action and a program', async () => {
  const { api, program, asset } = await programWithAsset();
  const told = async (body: object) => (await api.post<RuleValidation>('/rules/validate', body)).body.sentence;
  const draft = { condition: 'event.vip', actions: [{ type: 'CREDIT', asset_id: asset.id, amount: '5' }] };
  const budgets = [{ asset_id: asset.id, scope: 'PROGRAM', limit: '100' }];
  const does = `When vip is true, gives 5 ${asset.symbol} to the participant`;
  expect(await told({ ...draft, program_id: program.id })).toBe(`${does}.`);
  expect(await told({ ...draft, budgets, stop_after_match: true, program_id: program.id })).toBe(
    `${does}, at most 100 ${asset.symbol} in all. Later rules of its set are then skipped.`,
  );
  expect(await told(draft)).toBeNull();
  expect(await told({ ...draft, condition: undefined, program_id: program.id })).toBeNull();
  expect(await told({ ...draft, actions: [], program_id: program.id })).toBeNull();
  expect(await told({ ...draft, condition: 'event.vip &&', program_id: program.id })).toBeNull();
});

test('a limit of a draft that could not be saved is refused before it is', async () => {
  const { api, program, asset } = await programWithAsset();
  const body = { condition: 'true', program_id: program.id, budgets: [{ asset_id: asset.id, scope: 'PROGRAM', limit: '-1' }] };
  expect(await api.post('/rules/validate', body)).toMatchObject({
    status: 400,
    body: { code: 'validation_error', param: 'budgets[0].limit' },
  });
});
