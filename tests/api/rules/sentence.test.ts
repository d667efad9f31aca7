/** Every rule, budget, automation and tier says what it does in a sentence, wherever the API shows one, and a draft does before it is saved. */
import { expect, test } from 'vitest';
import type { Automation } from '@/contract/automation';
import type { Rule } from '@/contract/rule';
import type { RuleConfigurationResource } from '@/contract/rule-configuration';
import type { RuleConfigurationVersionDetail } from '@/contract/rule-configuration-version';
import type { RuleValidation } from '@/contract/rule-validation';
import type { TierResource } from '@/contract/tier';
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

test('a difference and a kept version say what each rule does, and what it did before', async () => {
  const { api, program, asset, addRule } = await programWithAsset();
  const rule = await addRule({ condition: 'true', actions: [{ type: 'CREDIT', asset_id: asset.id, amount: '1' }] });
  await api.patch(`/rules/${rule.id}`, { condition: 'event.vip' });
  const before = `For every event, gives 1 ${asset.symbol} to the participant.`;
  const after = `When vip is true, gives 1 ${asset.symbol} to the participant.`;
  const versions = `/programs/${program.id}/rules/configuration/versions`;
  const { rule_configuration_version: latest } = (await api.get<RuleConfigurationResource>(`/programs/${program.id}/rules/configuration`))
    .body;
  const changed = await api.get<RuleConfigurationVersionDetail>(`${versions}/${latest}`);
  expect(changed.body.diff?.updated).toMatchObject([{ id: rule.id, sentence: after, sentence_before: before }]);
  expect(changed.body.rule_sets.flatMap(({ rules }) => rules.map(({ sentence }) => sentence))).toEqual([after]);
  const added = await api.get<RuleConfigurationVersionDetail>(`${versions}/${latest - 1}`);
  expect(added.body.diff?.created.map(({ resource_type, sentence }) => [resource_type, sentence])).toContainEqual(['RULE', before]);
  const renamed = await api.patch<Rule>(`/rules/${rule.id}`, { name: 'Another name' });
  const { diff } = (await api.get<RuleConfigurationVersionDetail>(`${versions}/${renamed.body.rule_configuration_version}`)).body;
  expect(diff?.updated).toMatchObject([{ sentence: after, sentence_before: null }]);
});

test('a budget, an automation, a tier and its levels each carry their sentence, and a level can be sent back with it', async () => {
  const { api, program, asset, addRule } = await programWithAsset();
  const rule = await addRule({
    actions: [{ type: 'CREDIT', asset_id: asset.id, amount: '1' }],
    budgets: [{ asset_id: asset.id, scope: 'PROGRAM', limit: '500', schedule_type: 'CRON', cron_expression: '0 0 1 * *' }],
  });
  expect(rule.budgets.map(({ sentence }) => sentence)).toEqual([`At most 500 ${asset.symbol} a month in all.`]);
  const automation = await api.post<Automation>(`/programs/${program.id}/automations`, {
    name: 'Weekly',
    trigger: { type: 'CRON', cron_expression: '0 18 * * 5', timezone: 'Europe/Berlin' },
    scope: 'PARTICIPANTS',
    participant_filter: 'participant.counters.visits >= 10',
    event: { type: 'weekly', data: {} },
  });
  expect(automation.body.sentence).toBe(
    'Every Friday at 18:00 in Berlin, makes the event “weekly” for each active participant, if the counter “visits” of the participant is at least 10.',
  );
  const tier = await api.post<TierResource>(`/programs/${program.id}/tiers`, {
    key: 'club',
    name: 'Club',
    levels: [
      {
        key: 'gold',
        rank: 1,
        display_name: 'Gold',
        benefits: ['Free shipping'],
        qualification: { mode: 'ALL', criteria: [{ counter: 'points', operator: 'GTE', threshold: '500' }] },
      },
    ],
  });
  expect(tier.body.sentence).toBe('Has the level “Gold”. A level lasts until somebody changes it.');
  expect(tier.body.levels.map(({ sentence }) => sentence)).toEqual([
    'Reached when the counter “points” is at least 500. It brings “Free shipping”.',
  ]);
  const again = await api.patch<TierResource>(`/programs/${program.id}/tiers/club`, { levels: tier.body.levels });
  expect(again).toMatchObject({ status: 200, body: { levels: tier.body.levels } });
});

test('the sentence of a rule says when it applies, in a draft too', async () => {
  const { api, program, asset } = await programWithAsset();
  const draft = { condition: 'true', actions: [{ type: 'CREDIT', asset_id: asset.id, amount: '1' }], active_from: '2026-12-01T00:00:00Z' };
  const told = await api.post<RuleValidation>('/rules/validate', { ...draft, program_id: program.id });
  const sentence = `For every event, gives 1 ${asset.symbol} to the participant. The rule applies from December 1, 2026 at 00:00 UTC.`;
  expect(told.body.sentence).toBe(sentence);
  expect((await api.post<Rule>('/rules', { ...draft, name: 'Advent', program_id: program.id })).body.sentence).toBe(sentence);
});
