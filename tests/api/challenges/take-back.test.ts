/** Events that take progress back: refunds in whole or in part, before or after their order, and what is revoked and reached again by them. */
import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { challenges } from '@tests/support/challenges';
import { brokenInvariants } from '@tests/support/invariants';

const takeBack = {
  match: { event_types: ['refund'] },
  reference: 'event.order',
  original_reference: 'event.order',
};
const spend = { type: 'SUM', target: '100', match: { event_types: ['buy'] }, value: 'event.amount' };

test('a refund revokes what was reached only by its order, and the next order reaches it again', async () => {
  const club = await challenges();
  await club.addRule({
    name: 'Reward',
    condition: 'event.type == "challenge.completed"',
    actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '5', reference_id: '{{ event.completion_id }}' }],
  });
  await club.addRule({
    name: 'Take it back',
    condition: 'event.type == "challenge.revoked" && event.part == 100',
    actions: [{ type: 'TAKE_BACK', asset_id: club.asset.id, reference_id: '{{ event.completion_id }}', shortfall_policy: 'REJECT' }],
  });
  await club.challenge({ take_back: takeBack, badge: { name: 'Three', icon: 'star' }, parts: [50] });
  for (const order of ['a', 'b', 'c']) await club.happens('coffee', { order });
  expect(await club.available('ada')).toBe('5.00');
  await club.happens('refund', { order: 'b' });
  expect(await club.progress()).toMatchObject({ progress: '2', rounds: 0, parts_reached: [50] });
  expect(await club.badges()).toEqual([]);
  expect(await club.available('ada')).toBe('0.00');
  await club.happens('refund', { order: 'b' });
  await club.happens('coffee', { order: 'd' });
  expect(await club.completions('&part=100')).toMatchObject([{ status: 'COMPLETED', attempt: 2, revoked_at: null }]);
  expect((await club.told()).map(({ type, part, attempt }) => [type, part, attempt])).toEqual([
    ['challenge.part_reached', 50, 1],
    ['challenge.completed', 100, 1],
    ['challenge.revoked', 100, 1],
    ['challenge.completed', 100, 2],
  ]);
  expect(await club.available('ada')).toBe('5.00');
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('parts of a sum are taken back, never more than the order counted', async () => {
  const club = await challenges();
  await club.challenge({ goal: spend, take_back: { ...takeBack, amount: 'event.amount' } });
  await club.happens('buy', { order: 'a', amount: 60 });
  await club.happens('buy', { order: 'b', amount: 30.5 });
  await club.happens('refund', { order: 'a', amount: 20 });
  expect(await club.progress()).toMatchObject({ progress: '70.5' });
  await club.happens('refund', { order: 'a', amount: 50 });
  expect(await club.progress()).toMatchObject({ progress: '30.5' });
});

test('a refund that is processed before its order is remembered, and counts once the order comes', async () => {
  const club = await challenges();
  await club.challenge({ goal: spend, take_back: { ...takeBack, amount: 'event.amount' } });
  await club.happens('refund', { order: 'a', amount: 40 });
  expect(await club.progress()).toMatchObject({ progress: '0' });
  await club.happens('buy', { order: 'a', amount: 100 });
  expect(await club.progress()).toMatchObject({ progress: '60', rounds: 0 });
  const { id } = (await club.api.get<{ data: { id: string }[] }>('/participants?external_id=ada')).body.data[0]!;
  const challenge = (await club.api.get<{ data: { id: string }[] }>('/challenges')).body.data[0]!;
  const { body } = await club.api.get<{ data: unknown[] }>(`/challenges/${challenge.id}/contributions?participant_id=${id}&sort_dir=asc`);
  expect(body.data).toMatchObject([
    { type: 'TAKEN_BACK', amount: '40', reference: 'a', period: null },
    { type: 'COUNTED', amount: '100', reference: 'a', period: 'ALL' },
  ]);
});

test('a refund takes from the period in which its order counted, also once the challenge is over or paused', async () => {
  const club = await challenges();
  const card = await club.challenge({ period: 'MONTH', ends_at: '2026-04-01T00:00:00Z', take_back: takeBack });
  for (const order of ['a', 'b', 'c']) await club.happens('coffee', { order }, { event_timestamp: '2026-02-10T00:00:00Z' });
  expect(await club.completions()).toMatchObject([{ period: '2026-02', status: 'COMPLETED' }]);
  await club.api.patch(`/challenges/${card.id}`, { status: 'PAUSED' });
  await club.happens('refund', { order: 'a' }, { event_timestamp: '2026-05-10T00:00:00Z' });
  expect(await club.completions()).toMatchObject([{ period: '2026-02', status: 'REVOKED' }]);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('a streak and different values fall back to what is left of them', async () => {
  const club = await challenges();
  await club.challenge({ goal: { type: 'STREAK', target: 2, unit: 'DAY', match: { event_types: ['run'] } }, take_back: takeBack });
  const run = (order: string, day: string) => club.happens('run', { order }, { event_timestamp: `2026-03-0${day}T12:00:00Z` });
  await run('a', '1');
  await run('b', '2');
  await run('c', '2');
  await club.happens('refund', { order: 'b' });
  expect(await club.completions()).toMatchObject([{ status: 'COMPLETED' }]);
  await club.happens('refund', { order: 'c' });
  expect(await club.completions()).toMatchObject([{ status: 'REVOKED' }]);
});

test('an order that counts in two periods gives to its refunds from the earlier one first, whichever came first', async () => {
  const club = await challenges();
  await club.challenge({ goal: spend, period: 'MONTH', take_back: { ...takeBack, amount: 'event.amount' } });
  const buy = (amount: number, day: string) => club.happens('buy', { order: 'a', amount }, { event_timestamp: `${day}T12:00:00Z` });
  await club.happens('refund', { order: 'a', amount: 40 });
  await buy(100, '2026-03-10');
  await buy(20, '2026-02-10');
  const rows = await statement(
    'SELECT period, progress::int AS progress FROM challenge_progress WHERE organization_id = $1 ORDER BY period',
    [club.id],
  );
  expect(rows).toEqual([
    { period: '2026-02', progress: 0 },
    { period: '2026-03', progress: 80 },
  ]);
});
