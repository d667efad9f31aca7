/** An automation of a campaign makes events only while the campaign runs. */
import { expect, test } from 'vitest';
import type { Campaign } from '@/contract/campaign';
import type { ProgramClone, ProgramConfiguration } from '@/contract/program-configuration';
import { automatedProgram } from '@tests/support/automations';

const DAILY = { trigger: { type: 'CRON', cron_expression: '0 9 * * *' }, scope: 'PROGRAM' };

test('its runs are skipped before the start, during a pause and after the end, and told why', async () => {
  const club = await automatedProgram();
  const now = await club.now();
  const midnight = (days: number): string =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days)).toISOString();
  const { body: campaign } = await club.api.post<Campaign>('/campaigns', {
    program_id: club.program.id,
    name: 'Spring',
    status: 'ACTIVE',
    starts_at: midnight(2),
    ends_at: midnight(5),
  });
  const automation = await club.automate({ ...DAILY, campaign_id: campaign.id });
  expect(automation).toMatchObject({
    campaign_id: campaign.id,
    sentence: expect.stringContaining('It runs only while its campaign does.'),
  });
  await club.advance(midnight(3));
  await club.api.post(`/campaigns/${campaign.id}/pause`, {});
  await club.advance(midnight(4));
  await club.api.post(`/campaigns/${campaign.id}/resume`, {});
  await club.advance(midnight(6));
  const runs = (await club.runs(automation.id)).slice(-5).map(({ status, reason }) => [status, reason]);
  expect(runs.slice(-4)).toEqual([
    ['COMPLETED', null],
    ['SKIPPED', 'The campaign is PAUSED'],
    ['COMPLETED', null],
    ['SKIPPED', 'The campaign is ENDED'],
  ]);
  expect(runs[0]).toEqual(['SKIPPED', 'The campaign is SCHEDULED']);
  expect(await club.made()).toHaveLength(2);
});

test('a campaign of another program is refused, and a clone of the program names its own', async () => {
  const club = await automatedProgram();
  const { body: campaign } = await club.api.post<Campaign>('/campaigns', { program_id: club.program.id, name: 'Spring' });
  const other = await club.api.post<{ id: string }>('/programs', { name: 'Other' });
  const { body: theirs } = await club.api.post<Campaign>('/campaigns', { program_id: other.body.id, name: 'Theirs' });
  expect(await club.create({ ...DAILY, campaign_id: theirs.id })).toMatchObject({
    status: 404,
    body: { code: 'not_found', param: 'campaign_id' },
  });
  const automation = await club.automate(DAILY);
  expect((await club.patch(automation.id, { campaign_id: theirs.id })).status).toBe(404);
  expect((await club.patch(automation.id, { campaign_id: campaign.id })).body.campaign_id).toBe(campaign.id);
  const { body: document } = await club.api.get<ProgramConfiguration>(`/programs/${club.program.id}/export`);
  expect(document.automations).toMatchObject([{ campaign: 'spring' }]);
  const { body: copy } = await club.api.post<ProgramClone>('/sandbox/programs/clone', { name: 'Copy', configuration: document });
  const { body: copied } = await club.api.get<{ data: Campaign[] }>(`/campaigns?program_id=${copy.id}`);
  const { body: automations } = await club.api.get<{ data: { campaign_id: string }[] }>(`/programs/${copy.id}/automations`);
  expect(automations.data).toMatchObject([{ campaign_id: copied.data[0]!.id }]);
});
