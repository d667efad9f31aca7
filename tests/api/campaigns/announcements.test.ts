/** Each start and each end of a campaign is announced once, whoever or whatever causes it. */
import { expect, onTestFinished, test } from 'vitest';
import type { ChangeSet } from '@/contract/change-set';
import { campaignProgram, type CampaignProgram } from '@tests/support/campaigns';
import { envelopes } from '@tests/support/ledger';
import { startReceiver } from '@tests/support/receiver';

const HOUR = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();

async function announced({ id }: CampaignProgram): Promise<string[]> {
  const sent = await envelopes(id);
  return sent.flatMap(({ type, data }) => (type.startsWith('campaign.') ? [`${type} ${String((data as { name: string }).name)}`] : []));
}

/** An endpoint that never answers well would be disabled while the clock moves. */
async function listening(): Promise<CampaignProgram> {
  const club = await campaignProgram();
  const receiver = await startReceiver();
  onTestFinished(() => receiver.stop());
  await club.api.post('/webhook-endpoints', { url: receiver.url, enabled_events: ['*'] });
  return club;
}

test('a campaign that is moved by hand starts and ends once, and neither a pause nor doing it again is told of', async () => {
  const club = await listening();
  const campaign = await club.campaign({ status: 'DRAFT' });
  expect(await announced(club)).toEqual([]);
  await club.move('start', campaign);
  await club.move('start', campaign);
  await club.move('pause', campaign);
  await club.move('resume', campaign);
  expect(await announced(club)).toEqual(['campaign.started Spring']);
  await club.move('end', campaign);
  await club.move('end', campaign);
  await club.advance('10d');
  expect(await announced(club)).toEqual(['campaign.started Spring', 'campaign.ended Spring']);
  await club.api.patch(`/campaigns/${campaign.id}`, { ends_at: inHours(24 * 20) });
  expect(await announced(club)).toEqual(['campaign.started Spring', 'campaign.ended Spring', 'campaign.started Spring']);
  await club.api.delete(`/campaigns/${campaign.id}`);
  expect((await announced(club)).at(-1)).toBe('campaign.ended Spring');
});

test('a window begins and ends by the clock alone, however far it is moved at once; what is paused meanwhile starts when it is resumed', async () => {
  const club = await listening();
  await club.campaign({ name: 'Week', starts_at: inHours(24), ends_at: inHours(24 * 8) });
  const paused = await club.campaign({ name: 'Late', starts_at: inHours(24), ends_at: inHours(24 * 30) });
  await club.move('pause', paused);
  await club.campaign({ name: 'Draft', status: 'DRAFT', starts_at: inHours(24) });
  expect(await announced(club)).toEqual([]);
  await club.advance('9d');
  expect(await announced(club)).toEqual(['campaign.started Week', 'campaign.ended Week']);
  await club.move('resume', paused);
  expect((await announced(club)).slice(2)).toEqual(['campaign.started Late']);
  await club.advance('40d');
  expect((await announced(club)).slice(3)).toEqual(['campaign.ended Late']);
});

test('a campaign that a change set brings or takes away starts and ends with it', async () => {
  const club = await listening();
  const rule_set = { key: 'flash', name: 'Flash', campaign: { status: 'ACTIVE' } };
  const made = await club.api.post<ChangeSet>(`/programs/${club.program.id}/change-sets`, {
    name: 'Flash sale',
    changes: [{ type: 'CREATE_RULE_SET', rule_set }],
  });
  expect([made.status, await announced(club)]).toEqual([201, []]);
  await club.api.post(`/change-sets/${made.body.id}/publish`, {});
  expect(await announced(club)).toEqual(['campaign.started Flash']);
  await club.api.post(`/change-sets/${made.body.id}/revert`, {});
  expect(await announced(club)).toEqual(['campaign.started Flash', 'campaign.ended Flash']);
});
