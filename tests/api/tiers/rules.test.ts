import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { historyOf } from '@tests/support/state';
import { LEVELS, tierClub } from '@tests/support/tiers';

const counting = (by: string) => ({ type: 'COUNTER', key: 'points', operation: 'INCREMENT', value: by });

test('a rule that counts lifts in the same event, later rules see the level, and one webhook tells of it', async () => {
  const club = await tierClub();
  await club.addRule({ name: 'Count', actions: [counting('{{ event.points }}')] });
  await club.addRule({
    name: 'Bonus',
    condition: '"status" in participant.tiers && participant.tiers.status.level == "gold"',
    amount: '7',
  });
  expect(await club.sendAndProcess({ event_data: { points: 999 } })).toMatchObject({ status: 'COMPLETED' });
  expect([await club.level(), await club.available('ada')]).toEqual(['silver', null]);
  const event = await club.sendAndProcess({ event_data: { points: 1 } });
  expect([await club.level(), await club.available('ada')]).toEqual(['gold', '7.00']);
  expect((await club.announced()).map(({ level }) => level)).toEqual(['silver', 'gold']);
  expect((await historyOf(club)).map(([operation, key, , , source]) => [operation, key, source])).toEqual([
    ['SET', 'points', 'RULE'],
    ['SET', 'status', 'RULE'],
    ['SET', 'points', 'RULE'],
    ['SET', 'status', 'RULE'],
  ]);
  const { body } = await club.api.get<{ data: { event_id: string }[] }>(`${club.path}/activity/state-history?limit=2`);
  expect(body.data.map(({ event_id }) => event_id)).toEqual([event.id, event.id]);
});

test('an event after the end of a year finds the year ended, also before any job has come by', async () => {
  const club = await tierClub({ lifecycle: { qualification_period: { type: 'CALENDAR_YEAR' }, counters: { qualifying: ['points'] } } });
  await club.addRule({ actions: [counting('100')] });
  await club.sendAndProcess({ event_data: {} });
  await statement(`UPDATE state_counters SET updated_at = updated_at - interval '1 year' WHERE organization_id = $1`, [club.id]);
  await statement(`UPDATE state_tiers SET expires_at = expires_at - interval '1 year' WHERE organization_id = $1`, [club.id]);
  await club.sendAndProcess({ event_data: {} });
  expect([await club.counter(), await club.level()]).toEqual(['100', 'silver']);
});

test('a tier and a level that a rule gives cannot be taken away under it', async () => {
  const club = await tierClub();
  const { id, name } = await club.addRule({ name: 'Gold', actions: [{ type: 'SET_TIER', tier: 'status', level: 'gold' }] });
  const details = { rules: [{ id, name, status: 'ACTIVE' }] };
  expect(await club.patchTier({ status: 'ARCHIVED' })).toMatchObject({ status: 409, body: { code: 'tier_referenced_by_rules', details } });
  expect(await club.patchTier({ levels: LEVELS.slice(0, 1) })).toMatchObject({
    status: 409,
    body: { code: 'tier_referenced_by_rules', details },
  });
  expect((await club.patchTier({ levels: LEVELS.slice(0, 2) })).status).toBe(200);
  await club.sendAndProcess({ event_data: {} });
  expect(await club.tierMembership()).toMatchObject({ level: 'gold' });
  expect((await club.announced()).map(({ level }) => level)).toEqual(['gold']);
});
