/** A campaign is a rule set wherever rules go: documents, versions, change sets, clones, simulations, backtests, estimates and the calendar. */
import { expect, test } from 'vitest';
import type { AuditEntry } from '@/contract/audit-log';
import type { ProgramCalendar } from '@/contract/calendar';
import type { Campaign } from '@/contract/campaign';
import type { ProgramClone } from '@/contract/program-configuration';
import type { PortableRuleConfiguration } from '@/contract/rule-configuration';
import type { RuleConfigurationVersionDetail } from '@/contract/rule-configuration-version';
import type { RuleEstimate } from '@/contract/rule-estimate';
import { backtest, clockOf } from '@tests/support/backtests';
import { campaignProgram } from '@tests/support/campaigns';
import { drafting } from '@tests/support/change-sets';
import { configured, NOTHING, sizes } from '@tests/support/rule-configuration';

const TERMS = {
  description: 'For the thaw',
  starts_at: '2055-03-01T00:00:00.000Z',
  ends_at: '2055-04-01T00:00:00.000Z',
  audience: 'event.amount > 5',
  status: 'ACTIVE',
};

test('a document with a campaign means the same in every organization, and putting it again changes nothing', async () => {
  const from = await configured({ symbol: 'MOVE' });
  const budgets = [{ asset: 'MOVE', scope: 'PROGRAM', limit: '500' }];
  const rules = [{ client_ref: 'ten', name: 'Ten', condition: 'true', actions: [from.credit('10')] }];
  const put = await from.change([
    { key: 'spring', name: 'Spring', campaign: { ...TERMS, starts_at: '2055-03-01T01:00:00+01:00', budgets }, rules },
    { key: 'plain', name: 'Plain' },
  ]);
  expect(put.configuration.rule_sets.map(({ campaign }) => campaign)).toEqual([
    { ...TERMS, budgets: [{ asset_id: from.asset.id, scope: 'PROGRAM', limit: '500', schedule_type: null }] },
    null,
  ]);
  expect(put.diff.created[0]).toMatchObject({ resource_type: 'RULE_SET', sentence: expect.stringMatching(/^Runs from March 1, 2055/) });
  expect(sizes(await from.change((await from.read()).rule_sets))).toEqual(NOTHING);
  const exported = (await from.api.get<PortableRuleConfiguration>(`${from.path}/export`)).body;
  expect(JSON.stringify(exported)).not.toContain(from.asset.id);
  const to = await configured({ symbol: 'MOVE' });
  await to.change(exported.rule_sets);
  expect((await to.api.get<PortableRuleConfiguration>(`${to.path}/export`)).body).toEqual(exported);
  expect((await to.api.get<{ data: Campaign[] }>('/campaigns')).body.data).toMatchObject([{ name: 'Spring', rule_count: 1 }]);
  expect(await to.put([{ key: 'spring', name: 'Spring', campaign: { audience: 'event.', budgets: [] } }])).toMatchObject({
    status: 400,
    body: { code: 'validation_error', param: 'rule_sets[0].campaign.audience' },
  });
});

test('versions keep the terms, tell what became different, and bring them back', async () => {
  const made = await configured();
  const { body: campaign } = await made.api.post<Campaign>('/campaigns', { program_id: made.program.id, name: 'Spring', ...TERMS });
  await made.api.patch(`/campaigns/${campaign.id}`, { audience: null });
  const version = async (number: number) => (await made.api.get<RuleConfigurationVersionDetail>(`${made.path}/versions/${number}`)).body;
  expect((await version(2)).rule_sets[0]!.campaign).toMatchObject({ ...TERMS, sentence: expect.stringContaining('when amount is over 5') });
  expect((await version(3)).diff!.updated).toMatchObject([
    {
      resource_type: 'RULE_SET',
      sentence_before: expect.stringContaining('when amount is over 5'),
      changes: [{ field: 'campaign', before: { audience: TERMS.audience }, after: { audience: null } }],
    },
  ]);
  const restored = await made.api.post(`${made.path}/versions/2/restore`, { expected_rule_configuration_version: 3 });
  expect(restored.status).toBe(200);
  expect((await made.api.get<Campaign>(`/campaigns/${campaign.id}`)).body.audience).toBe(TERMS.audience);
  const { body: audit } = await made.api.get<{ data: AuditEntry[] }>('/audit-log?limit=200');
  expect(audit.data.filter(({ resource_id, action }) => resource_id === campaign.id && action === 'UPDATE')).toHaveLength(2);
});

test('a change set makes and changes campaigns, says so in sentences, and notices what others changed', async () => {
  const made = await drafting({ symbol: 'PTS' });
  const { body: other } = await made.api.post<Campaign>('/campaigns', { program_id: made.program.id, name: 'Other', ...TERMS });
  const set = await made.begin([
    { type: 'CREATE_RULE_SET', rule_set: { key: 'summer', name: 'Summer', campaign: { ...TERMS, budgets: [] } } },
    { type: 'UPDATE_RULE_SET', id: other.id, rule_set: { campaign: { ...TERMS, audience: 'event.amount > 9' } } },
  ]);
  expect(set.changes[1]!.rule_set).toEqual({ campaign: { ...TERMS, audience: 'event.amount > 9', budgets: [] } });
  const { changes, diff } = await made.diff(set.id);
  expect(changes.map(({ after }) => after!.sentence)).toEqual([
    expect.stringContaining('As a campaign: Runs from March 1, 2055'),
    expect.stringContaining('when amount is over 9'),
  ]);
  expect(diff.updated).toMatchObject([{ id: other.id, changes: [{ field: 'campaign' }] }]);
  await made.api.post(`/campaigns/${other.id}/pause`, {});
  expect(await made.ask(set.id, 'publish')).toMatchObject({ status: 409, body: { code: 'change_set_conflict' } });
  await made.ask(set.id, 'rebase');
  expect((await made.ask(set.id, 'publish')).status).toBe(200);
  const { body: all } = await made.api.get<{ data: Campaign[] }>('/campaigns?sort_by=name&sort_dir=asc');
  expect(all.data).toMatchObject([
    { name: 'Other', audience: 'event.amount > 9' },
    { name: 'Summer', audience: TERMS.audience },
  ]);
  expect((await made.ask(set.id, 'revert')).status).toBe(200);
  expect((await made.api.get<{ data: Campaign[] }>('/campaigns')).body.data).toMatchObject([{ name: 'Other', audience: TERMS.audience, status: 'PAUSED' }]); // prettier-ignore
  const wrong = await made.begin([{ type: 'CREATE_RULE_SET', rule_set: { key: 'wrong', name: 'Wrong', campaign: { audience: '(' } } }]);
  expect(await made.ask(wrong.id, 'publish')).toMatchObject({ status: 400, body: { param: 'id.changes[0].rule_set.campaign.audience' } });
});

test('a clone of a program has its campaigns', async () => {
  const club = await campaignProgram();
  await club.ruleOf(await club.campaign({ ...TERMS, budgets: [{ asset_id: club.asset.id, scope: 'PROGRAM', limit: '5' }] }));
  const copy = await club.api.post<ProgramClone>('/sandbox/programs/clone', { name: 'Copy', source_program_id: club.program.id });
  expect(copy.status).toBe(201);
  const { body } = await club.api.get<{ data: Campaign[] }>(`/campaigns?program_id=${copy.body.id}`);
  expect(body.data).toMatchObject([
    { name: 'Spring', audience: TERMS.audience, rule_count: 1, budgets: [{ limit: '5.00', consumed: '0.00' }] },
  ]);
});

test('a backtest and a simulation hold a draft to the terms of its campaign, an estimate to its audience', async () => {
  const club = await campaignProgram();
  await club.addRule({ name: 'Always', amount: '1' });
  const from = await clockOf(club.api);
  for (const amount of [3, 8, 9, 10]) await club.verdicts({ event_data: { amount } });
  await club.advance('1h');
  const to = await clockOf(club.api);
  const budgets = [{ asset_id: club.asset.id, scope: 'PROGRAM', limit: '15' }];
  const rules = [{ name: 'Ten', condition: 'true', actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '10' }] }];
  const rule_sets = [{ key: 'spring', name: 'Spring', campaign: { audience: TERMS.audience, status: 'ACTIVE', budgets }, rules }];
  const { result } = await backtest(club.api, club.program.id, { from, to, configuration: { rule_sets } });
  expect(result!.assets).toMatchObject([{ actual: '4.00', backtest: '15.00' }]);
  expect(result!.rules[0]!.verdicts).toEqual({ NOT_MATCHED: 1, MATCHED: 2, SKIPPED_BUDGET: 1 });
  expect(result!.budgets).toMatchObject([{ rule_id: null, campaign: { name: 'Spring' }, limit: '15.00', backtest: '15.00' }]);

  const campaign = await club.campaign({ audience: TERMS.audience, budgets, status: 'DRAFT' });
  await club.ruleOf(campaign);
  const event = { external_id: 'ada', event_data: { amount: 8 } };
  const simulated = await club.api.post(`/programs/${club.program.id}/rules/simulate`, { event });
  expect(JSON.stringify(simulated.body)).toContain('the campaign “Spring” is a draft');
  const { body: estimate } = await club.api.post<RuleEstimate>(`/programs/${club.program.id}/rules/estimate`, {
    rule: { condition: 'true', actions: rules[0]!.actions, rule_set_id: campaign.id },
  });
  expect(estimate.assumptions.map(({ code }) => code)).toContain('RUNNING_CAMPAIGN');
  expect(estimate.events).toMatchObject({ total: 4, touched: 3 });
});

test('the calendar shows the window of a campaign, and what it is', async () => {
  const club = await campaignProgram({ program: { timezone: 'Europe/Berlin' } });
  const campaign = await club.campaign({ starts_at: '2055-03-28T00:00:00+01:00', ends_at: '2055-03-29T00:00:00+02:00' });
  await club.campaign({ name: 'Always' });
  const { body } = await club.api.get<ProgramCalendar>(
    `/programs/${club.program.id}/calendar?from=2055-03-01T00:00:00Z&to=2055-04-01T00:00:00Z`,
  );
  expect(body.items).toMatchObject([
    {
      kind: 'CAMPAIGN',
      id: campaign.id,
      status: 'SCHEDULED',
      sentence: 'The campaign “Spring” runs from Sunday, March 28, 2055 to the end of Sunday, March 28, 2055.',
    },
  ]);
});
