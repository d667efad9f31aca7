/** Campaigns over HTTP: made, changed, moved, listed, copied and deleted, with the clock of a sandbox moving across their windows. */
import { describe, expect, test } from 'vitest';
import type { Campaign, CampaignPerformance } from '@/contract/campaign';
import type { RuleConfigurationResource } from '@/contract/rule-configuration';
import { campaignProgram } from '@tests/support/campaigns';

const HOUR = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();

test('a campaign is a draft until it is started, and tells its terms, its sentence and its rules', async () => {
  const club = await campaignProgram();
  const [starts_at, ends_at] = [inHours(10), inHours(20)];
  const made = await club.api.post<Campaign>('/campaigns', {
    program_id: club.program.id,
    name: 'Spring bonus',
    description: 'For the thaw',
    starts_at,
    ends_at,
    audience: '"gold" in participant.tags',
    budgets: [{ asset_id: club.asset.id, scope: 'PROGRAM', limit: '5000' }],
  });
  expect(made).toMatchObject({
    status: 201,
    body: {
      key: 'spring-bonus',
      status: 'DRAFT',
      starts_at,
      ends_at,
      rule_count: 0,
      order: 1,
      budgets: [{ limit: '5000.00', consumed: '0.00', sentence: 'At most 5000 PTS in all.' }],
    },
  });
  expect(made.headers.location).toBe(`/v1/campaigns/${made.body.id}`);
  expect(made.body.sentence).toMatch(/^Runs from .*, when the participant has the tag “gold”, at most 5000 PTS in all\. It is a draft\.$/);
  await club.ruleOf(made.body);
  expect(await club.verdicts()).toEqual([['SKIPPED_INACTIVE', 'the campaign “Spring bonus” is a draft', undefined]]);
  expect((await club.move('start', made.body)).body).toMatchObject({ status: 'SCHEDULED', rule_count: 1 });
  expect((await club.move('start', made.body)).status).toBe(200);
});

test('it runs from its start to its end by the time of each event, also for events that are late', async () => {
  const club = await campaignProgram();
  const [starts_at, ends_at] = [inHours(10), inHours(20)];
  const campaign = await club.campaign({ starts_at, ends_at });
  await club.ruleOf(campaign);
  expect(await club.verdicts()).toEqual([['SKIPPED_INACTIVE', `the campaign “Spring” runs from ${starts_at}`, undefined]]);
  await club.advance('11h');
  expect((await club.read(campaign)).status).toBe('RUNNING');
  expect(await club.verdicts()).toEqual([['MATCHED', null, '10.00']]);
  await club.advance('10h');
  expect((await club.read(campaign)).status).toBe('ENDED');
  expect(await club.verdicts()).toEqual([['SKIPPED_INACTIVE', `the campaign “Spring” ran until ${ends_at}`, undefined]]);
  expect(await club.verdicts({ event_timestamp: starts_at })).toEqual([['MATCHED', null, '10.00']]);
  expect(await club.available('ada')).toBe('20.00');
});

test('a window given in local time across a change of clocks is kept as instants', async () => {
  const club = await campaignProgram({ program: { timezone: 'Europe/Berlin' } });
  const campaign = await club.campaign({ starts_at: '2055-03-28T00:00:00+01:00', ends_at: '2055-03-29T00:00:00+02:00' });
  expect(campaign).toMatchObject({ starts_at: '2055-03-27T23:00:00.000Z', ends_at: '2055-03-28T22:00:00.000Z' });
});

test('moves are refused where the status does not allow them, with what is possible', async () => {
  const club = await campaignProgram();
  const campaign = await club.campaign();
  expect((await club.move('pause', campaign)).body.status).toBe('PAUSED');
  await club.ruleOf(campaign);
  expect(await club.verdicts()).toMatchObject([['SKIPPED_INACTIVE', 'the campaign “Spring” is paused', undefined]]);
  expect(await club.move('start', campaign)).toMatchObject({
    status: 400,
    body: { code: 'invalid_status', message: 'The campaign is PAUSED and cannot be started; it can only be resumed or ended.' },
  });
  expect((await club.move('resume', campaign)).body.status).toBe('RUNNING');
  const ended = await club.move('end', campaign);
  expect(ended.body.status).toBe('ENDED');
  expect((await club.move('end', campaign)).body).toEqual(ended.body);
  expect(await club.move('pause', campaign)).toMatchObject({
    status: 400,
    body: { code: 'invalid_status', message: 'The campaign is ENDED and cannot be paused; clone it to run it again.' },
  });
});

test('a change of terms makes one version of the rules, a change of nothing none, and faults are named', async () => {
  const club = await campaignProgram();
  const campaign = await club.campaign({ description: 'Old' });
  const path = `/campaigns/${campaign.id}`;
  const changed = await club.api.patch<Campaign>(path, { name: 'Summer', description: null, audience: 'event.amount > 5' });
  expect(changed.body).toMatchObject({
    name: 'Summer',
    key: 'spring',
    description: null,
    rule_configuration_version: campaign.rule_configuration_version + 1,
  });
  expect((await club.api.patch<Campaign>(path, { name: 'Summer', audience: 'event.amount > 5' })).body).toEqual(changed.body);
  expect(await club.api.patch(path, { audience: 'event.' })).toMatchObject({
    status: 400,
    body: { code: 'validation_error', param: 'audience' },
  });
  expect(await club.api.patch(path, { starts_at: inHours(2), ends_at: inHours(1) })).toMatchObject({
    status: 400,
    body: { code: 'validation_error', param: 'ends_at' },
  });
  const budgets = [{ asset_id: campaign.id, scope: 'PROGRAM', limit: '5' }];
  expect(await club.api.patch(path, { budgets })).toMatchObject({
    status: 400,
    body: { code: 'asset_not_linked', param: 'budgets[0].asset_id' },
  });
  await club.campaign({ name: 'Other', key: 'other' });
  expect(await club.api.patch(path, { key: 'other' })).toMatchObject({ status: 409, body: { code: 'key_exists' } });
  const content = (await club.api.get<RuleConfigurationResource>(`/programs/${club.program.id}/rules/configuration`)).body;
  expect(content.rule_sets[0]).toMatchObject({ id: campaign.id, campaign: { status: 'ACTIVE', audience: 'event.amount > 5' } });
});

test('a list finds campaigns by what they are now, and pages through them in each order', async () => {
  const club = await campaignProgram();
  const other = await club.api.post<{ id: string }>('/programs', { name: 'Other' });
  await club.api.post(`/programs/${club.program.id}/rule-sets`, { key: 'plain', name: 'Plain' });
  await club.campaign({ name: 'Draft', status: 'DRAFT' });
  await club.campaign({ name: 'Scheduled', starts_at: inHours(5) });
  await club.campaign({ name: 'Running', ends_at: inHours(3) });
  await club.move('pause', await club.campaign({ name: 'Paused', ends_at: inHours(9) }));
  await club.move('end', await club.campaign({ name: 'Ended', program_id: other.body.id }));
  const names = async (query: string): Promise<string[]> => {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await club.api.get<{ data: Campaign[]; pagination: { next_cursor: string | null } }>(
        `/campaigns?limit=2${query}${more}`,
      );
      seen.push(...body.data.map(({ name }) => name));
      cursor = body.pagination.next_cursor;
    }
    return seen;
  };
  expect(await names('')).toEqual(['Ended', 'Paused', 'Running', 'Scheduled', 'Draft']);
  expect((await names('&sort_by=starts_at'))[0]).toBe('Scheduled');
  expect(await names(`&program_id=${other.body.id}`)).toEqual(['Ended']);
  expect(await names('&search=RUN')).toEqual(['Running']);
  for (const name of ['Draft', 'Scheduled', 'Running', 'Paused', 'Ended'])
    expect(await names(`&status=${name.toUpperCase()}`)).toEqual([name]);
  await club.advance('6h');
  expect(await names('&status=RUNNING')).toEqual(['Scheduled']);
  expect((await names('&status=ENDED')).sort()).toEqual(['Ended', 'Running']);
});

test('a copy has rules of its own and unused budgets, and a deleted campaign takes its rules with it', async () => {
  const club = await campaignProgram();
  const campaign = await club.campaign({ budgets: [{ asset_id: club.asset.id, scope: 'PROGRAM', limit: '15' }] });
  await club.ruleOf(campaign);
  expect(await club.verdicts()).toEqual([['MATCHED', null, '10.00']]);
  const copy = await club.api.post<Campaign>(`/campaigns/${campaign.id}/clone`, { name: 'Spring again', starts_at: inHours(1) });
  expect(copy).toMatchObject({
    status: 201,
    body: { key: 'spring-again', status: 'DRAFT', ends_at: null, rule_count: 1, order: 2, budgets: [{ limit: '15.00', consumed: '0.00' }] },
  });
  expect((await club.read(campaign)).budgets).toMatchObject([{ consumed: '10.00' }]);
  expect((await club.api.delete(`/campaigns/${campaign.id}`)).status).toBe(204);
  expect((await club.api.get(`/campaigns/${campaign.id}`)).status).toBe(404);
  expect((await club.api.delete(`/campaigns/${campaign.id}`)).status).toBe(404);
  expect(await club.read(copy.body)).toMatchObject({ order: 1, rule_count: 1 });
  await club.move('start', copy.body);
  await club.advance('2h');
  expect(await club.verdicts()).toEqual([['MATCHED', null, '10.00']]);
});

describe('budgets of a campaign', () => {
  test('limit its rules together beside their own, tell what is consumed, and start anew after a reset', async () => {
    const club = await campaignProgram();
    const asset_id = club.asset.id;
    const campaign = await club.campaign({ budgets: [{ asset_id, scope: 'PROGRAM', limit: '25' }] });
    await club.ruleOf(campaign);
    await club.ruleOf(campaign, '10', { budgets: [{ asset_id, scope: 'PROGRAM', limit: '4' }] });
    expect((await club.verdicts()).map(([, , amount]) => amount)).toEqual(['10.00', '4.00']);
    expect(await club.verdicts()).toEqual([
      ['MATCHED', null, '10.00'],
      ['SKIPPED_BUDGET', 'its budgets leave nothing to credit', '0.00'],
    ]);
    expect((await club.read(campaign)).budgets).toMatchObject([{ consumed: '24.00', limit: '25.00' }]);
    expect((await club.verdicts()).map(([, , amount]) => amount)).toEqual(['1.00', '0.00']);
    const reset = await club.api.post(`/campaigns/${campaign.id}/reset-budget?asset_id=${asset_id}`);
    expect(reset).toMatchObject({ status: 200, body: { consumed: '0.00' } });
    expect((await club.verdicts()).map(([, , amount]) => amount)).toEqual(['10.00', '0.00']);
    expect(await club.api.post(`/campaigns/${campaign.id}/reset-budget?asset_id=${campaign.id}`)).toMatchObject({
      status: 404,
      body: { code: 'budget_not_found' },
    });
  });
});

test('a report tells what a campaign gave by day, whom it reached, and what the program gave then and before', async () => {
  const club = await campaignProgram();
  await club.addRule({ name: 'Always', amount: '1' });
  await club.verdicts({ external_id: 'ada' });
  await club.advance('3d');
  const campaign = await club.campaign();
  await club.ruleOf(campaign, '{{ event.amount }}', { condition: 'has(event.amount)' });
  for (const [external_id, amount] of [['ada', 5], ['bob', 7], ['ada', 4]] as const) await club.verdicts({ external_id, event_data: { amount } }); // prettier-ignore
  await club.advance('2d');
  const read = (query = '') => club.api.get<CampaignPerformance>(`/campaigns/${campaign.id}/performance${query}`);
  const { status, body } = await read();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    campaign_id: campaign.id,
    participants: 2,
    events: 3,
    assets: [{ symbol: 'PTS', credited: '16.00', taken_back: '0.00', net: '16.00' }],
  });
  expect(body.days).toHaveLength(3);
  expect(body.days[0]).toMatchObject({ credited: '16.00', program_credited: '19.00', program_credited_before: '1.00' });
  expect(body.top_participants.map(({ external_id, credited }) => [external_id, credited])).toEqual([
    ['ada', '9.00'],
    ['bob', '7.00'],
  ]);
  expect(await read(`?from=${inHours(-9_000)}&to=${inHours(1)}`)).toMatchObject({ status: 400, body: { code: 'invalid_parameter' } });
  const later = await club.campaign({ name: 'Later', starts_at: inHours(900) });
  expect((await club.api.get(`/campaigns/${later.id}/performance`)).body).toMatchObject({
    participants: 0,
    events: 0,
    assets: [],
    days: [],
  });
});
