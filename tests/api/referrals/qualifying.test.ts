/** Friends qualify by their events, once and counted exactly for who brought them; rules answer what follows, and its cancellation. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { brokenInvariants } from '@tests/support/invariants';
import { processDueEvents } from '@tests/support/jobs';
import { referrals } from '@tests/support/referrals';

test('the first purchase that meets the terms qualifies, and rules reward both and take back what is cancelled', async () => {
  const club = await referrals({ steps: [1, 2] });
  const { asset } = club;
  const reference_id = '{{ event.referral_id }}';
  await club.addRule({
    name: 'Who brought a friend',
    condition: 'event.type == "referral.qualified" && event.referral_program == "friends"',
    actions: [{ type: 'CREDIT', asset_id: asset.id, amount: '{{ event.step != null ? 30 : 10 }}', reference_id }],
  });
  await club.addRule({
    name: 'The friend',
    condition: 'event.type == "referral.completed"',
    actions: [{ type: 'CREDIT', asset_id: asset.id, amount: '7' }],
  });
  await club.addRule({
    name: 'Cancelled',
    condition: 'event.type == "referral.cancelled"',
    actions: [{ type: 'TAKE_BACK', asset_id: asset.id, reference_id }],
  });
  const { code } = await club.codeOf('ada');
  const referral = await club.brought('bob', code);
  await club.buy('bob', { event_data: { type: 'purchase', amount: 10 } });
  expect(await club.referral(referral)).toMatchObject({ status: 'PENDING' });
  await club.buy('bob');
  await club.buy('bob');
  expect(await club.referral(referral)).toMatchObject({ status: 'QUALIFIED', rewarded: true, count: 1, step: 1 });
  const availableOf = async (externalId: string): Promise<string | undefined> =>
    (await club.api.get<{ balances: { available: string }[] }>(`/participants/ext:${externalId}`)).body.balances[0]?.available;
  expect(await availableOf('ada')).toBe('30.00');
  expect(await availableOf('bob')).toBe('17.00');
  expect(await club.told('referral.qualified')).toMatchObject([
    {
      about: 'ada',
      referral_id: referral.id,
      referral_program: 'friends',
      referred_participant_id: referral.referred_participant_id,
      count: 1,
      step: 1,
    },
  ]);
  expect(await club.told('referral.completed')).toMatchObject([
    { about: 'bob', referrer_participant_id: referral.referrer_participant_id },
  ]);

  expect(await club.cancel(referral)).toMatchObject({ status: 200, body: { status: 'CANCELLED', reason: 'Returned' } });
  expect(await club.cancel(referral, 'Again')).toMatchObject({ status: 200, body: { reason: 'Returned' } });
  await processDueEvents(club.id);
  expect(await availableOf('ada')).toBe('0.00');
  expect(await club.told('referral.cancelled')).toMatchObject([
    { about: 'ada', referral_id: referral.id, rewarded: true, count: 0, step: 1 },
  ]);
  expect(await club.bring('bob', code)).toMatchObject({ status: 409, body: { code: 'referral_exists' } });
  await club.buy('bob');
  expect(await club.codeOf('ada')).toMatchObject({ bound: 1, qualified: 0, rewarded: 0 });
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('beyond `max_per_referrer`, a friend qualifies without counting, until one that counts is cancelled', async () => {
  const club = await referrals({ max_per_referrer: 1 });
  const { code } = await club.codeOf('ada');
  const made = [];
  for (const friend of ['bob', 'cleo', 'dan']) made.push(await club.brought(friend, code));
  for (const friend of ['bob', 'cleo']) await club.buy(friend);
  expect(await club.told('referral.qualified')).toHaveLength(1);
  expect(await club.told('referral.completed')).toHaveLength(2);
  expect(await club.referrals('&status=QUALIFIED&sort_dir=asc')).toMatchObject([
    { rewarded: true, count: 1 },
    { rewarded: false, count: null },
  ]);
  await club.cancel(made[0] ?? { id: '' });
  await club.buy('dan');
  expect(await club.told('referral.qualified')).toMatchObject([{ count: 1 }, { count: 1 }]);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('fifty friends who qualify at once, by events and decisions, count from 1 to 50, each exactly once', async () => {
  const club = await referrals();
  const { code } = await club.codeOf('ada');
  const friends = Array.from({ length: 50 }, (_, index) => `friend-${index}`);
  await Promise.all(friends.map((friend) => club.brought(friend, code)));
  await Promise.all([
    ...friends.map((external_id, index) =>
      index % 3 === 0
        ? club.decide({ external_id })
        : club.send({ external_id, idempotency_key: randomUUID(), event_data: { type: 'purchase', amount: 50 } }),
    ),
    processDueEvents(club.id),
  ]);
  await processDueEvents(club.id);
  const counts = (await club.told('referral.qualified')).map(({ count }) => Number(count)).sort((a, b) => a - b);
  expect(counts).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  expect(await club.codeOf('ada')).toMatchObject({ bound: 50, qualified: 50, rewarded: 50 });
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
}, 120_000);

describe('within the days', () => {
  const TERMS = { qualifies: { event_types: ['purchase'], condition: null, within_days: 2 } };

  test('a year goes by over leap days and changes of the clocks, and each friend has exactly the days that the program shows', async () => {
    const club = await referrals(TERMS);
    await club.api.patch(`/programs/${club.program.id}`, { timezone: 'America/New_York' });
    const { code } = await club.codeOf('ada');
    for (const [month, days] of Array.from({ length: 12 }, (_, index) => [index, '30d'] as const)) {
      const [late, soon] = [await club.brought(`late-${month}`, code), await club.brought(`soon-${month}`, code)];
      const wall = (at: string): string => new Date(at).toLocaleString('en-US', { timeZone: 'America/New_York', timeStyle: 'medium' });
      expect(wall(late.expires_at ?? '')).toBe(wall(late.bound_at));
      await club.advance('47h');
      if (new Date(soon.expires_at ?? '') > new Date(soon.bound_at)) await club.buy(`soon-${month}`, { event_timestamp: soon.bound_at });
      expect(await club.referral(soon)).toMatchObject({ status: 'QUALIFIED' });
      await club.advance('3h');
      expect(await club.referral(late)).toMatchObject({ status: 'EXPIRED', expired_at: late.expires_at });
      await club.buy(`late-${month}`);
      expect(await club.referral(late)).toMatchObject({ status: 'EXPIRED' });
      await club.advance(days);
    }
    expect(await club.told('referral.qualified')).toHaveLength(12);
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  }, 180_000);

  test('an event from then qualifies whenever it arrives, and one from before the binding never does', async () => {
    const club = await referrals(TERMS);
    const { code } = await club.codeOf('ada');
    const referral = await club.brought('bob', code);
    await club.advance('100h');
    expect(await club.referral(referral)).toMatchObject({ status: 'EXPIRED' });
    const before = new Date(Date.parse(referral.bound_at) - 1_000).toISOString();
    await club.buy('bob', { event_timestamp: before });
    expect(await club.referral(referral)).toMatchObject({ status: 'EXPIRED' });
    await club.buy('bob', { event_timestamp: new Date(Date.parse(referral.bound_at) + 3_600_000).toISOString() });
    expect(await club.referral(referral)).toMatchObject({ status: 'QUALIFIED', rewarded: true });
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  });
});

test('what is previewed, reserved or failed qualifies nobody, and a paused referral program neither', async () => {
  const club = await referrals();
  const { code } = await club.codeOf('ada');
  const referral = await club.brought('bob', code);
  await club.decide({ external_id: 'bob', mode: 'PREVIEW' });
  await club.end('cancel', await club.held({ external_id: 'bob' }));
  const failing = {
    name: 'Too much',
    condition: 'event.amount > 90',
    actions: [{ type: 'DEBIT', asset_id: club.asset.id, amount: '1000' }],
  };
  await club.addRule(failing);
  await club.buy('bob', { event_data: { type: 'purchase', amount: 99 } });
  await club.update({ status: 'PAUSED' });
  await club.buy('bob');
  expect(await club.referral(referral)).toMatchObject({ status: 'PENDING' });
  await club.update({ status: 'ACTIVE' });
  const held = await club.held({ external_id: 'bob' });
  await club.end('commit', held);
  expect(await club.referral(referral)).toMatchObject({ status: 'QUALIFIED' });
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});
