/** What counts toward each kind of goal, and what participants reach by it. */
import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { challenges } from '@tests/support/challenges';
import { brokenInvariants } from '@tests/support/invariants';

test('the third coffee completes a card of three, in the transaction that processes it, and rules answer', async () => {
  const club = await challenges();
  await club.addRule({
    name: 'Free coffee',
    condition: 'event.type == "challenge.completed" && event.challenge == "coffee-card"',
    actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '4', reference_id: '{{ event.completion_id }}' }],
  });
  const card = await club.challenge({ parts: [50], badge: { name: 'Regular', icon: 'coffee' } });
  await club.happens('coffee');
  expect(await club.progress()).toMatchObject({
    progress: '1',
    target: '3',
    percent: 33,
    rounds: 0,
    missing_sentence: '2 more events are missing.',
  });
  await club.happens('tea');
  await club.happens('coffee');
  expect(await club.progress()).toMatchObject({ progress: '2', percent: 66, parts_reached: [50] });
  await club.happens('coffee');
  expect(await club.progress()).toMatchObject({
    progress: '3',
    percent: 100,
    rounds: 1,
    parts_reached: [50, 100],
    missing_sentence: 'It is completed.',
  });
  expect(await club.available('ada')).toBe('4.00');
  const [half, whole] = await club.completions();
  expect([half, whole]).toMatchObject([
    { part: 50, round: 1, period: 'ALL', status: 'COMPLETED', attempt: 1 },
    { part: 100, round: 1, period: 'ALL', status: 'COMPLETED', attempt: 1 },
  ]);
  const shared = { challenge: 'coffee-card', challenge_id: card.id, period: 'ALL', round: 1, attempt: 1 };
  expect(await club.told()).toEqual([
    { ...shared, type: 'challenge.part_reached', completion_id: half?.id, part: 50 },
    { ...shared, type: 'challenge.completed', completion_id: whole?.id, part: 100 },
  ]);
  expect(await club.badges()).toMatchObject([
    { name: 'Regular', icon: 'coffee', times: 1, completion_id: whole?.id, event_id: whole?.event_id },
  ]);
  await club.happens('coffee');
  expect(await club.told()).toHaveLength(2);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('a card that repeats is completed every third time, up to its limit', async () => {
  const club = await challenges();
  await club.challenge({ repeat: { max: 2 } });
  for (let n = 0; n < 10; n++) await club.happens('coffee');
  expect((await club.completions()).map(({ round }) => round)).toEqual([1, 2]);
  expect(await club.progress()).toMatchObject({ rounds: 2, percent: 100 });
});

test('a sum adds exact decimals of those who belong to the audience', async () => {
  const club = await challenges();
  await club.challenge({
    goal: { type: 'SUM', target: '0.3', match: { event_types: ['buy'], condition: 'event.store == "a"' }, value: 'event.amount' },
    audience: 'event.member == true',
    parts: [60],
  });
  await club.happens('buy', { store: 'a', amount: 0.1, member: true });
  await club.happens('buy', { store: 'b', amount: 0.1, member: true });
  await club.happens('buy', { store: 'a', amount: 0.1, member: false });
  await club.happens('buy', { store: 'a', amount: -5, member: true });
  await club.happens('buy', { store: 'a', amount: 'much', member: true });
  expect(await club.progress()).toMatchObject({ progress: '0.1', parts_reached: [] });
  await club.happens('buy', { store: 'a', amount: 0.1, member: true });
  await club.happens('buy', { store: 'a', amount: 0.1, member: true });
  expect(await club.progress()).toMatchObject({ progress: '0.3', rounds: 1 });
  expect((await club.completions()).map(({ part }) => part)).toEqual([60, 100]);
});

test('different values count once each, however often they come', async () => {
  const club = await challenges();
  await club.challenge({ goal: { type: 'DISTINCT', target: 3, match: { event_types: ['visit'] }, value: 'event.city' } });
  for (const city of ['Rome', 'Rome', 'Oslo', 'Rome', null]) await club.happens('visit', { city });
  expect(await club.progress()).toMatchObject({ progress: '2', missing_sentence: '1 more different value is missing.' });
  await club.happens('visit', { city: 'Bern' });
  expect(await club.progress()).toMatchObject({ rounds: 1 });
  const [{ tally = '' } = {}] = await statement<{ tally: string }>(
    'SELECT tally::text FROM challenge_progress WHERE organization_id = $1',
    [club.id],
  );
  expect(tally).not.toContain('Rome');
});

test('all of several steps complete a challenge, in any order, and what is missing is told by name', async () => {
  const club = await challenges();
  await club.challenge({
    goal: {
      type: 'STEPS',
      steps: [
        { key: 'profile', name: 'Complete your profile', match: { event_types: ['profile'] } },
        { key: 'buy', name: 'Buy', match: { event_types: ['buy'] }, target: 2 },
      ],
    },
  });
  await club.happens('buy');
  expect(await club.progress()).toMatchObject({
    progress: '1',
    target: '3',
    missing_sentence: 'Still missing: “Complete your profile” and “Buy”.',
    missing: [
      { step: 'profile', missing: '1' },
      { step: 'buy', missing: '1' },
    ],
  });
  await club.happens('buy');
  await club.happens('buy');
  expect(await club.progress()).toMatchObject({ progress: '2', rounds: 0 });
  await club.happens('profile');
  expect(await club.progress()).toMatchObject({ rounds: 1, percent: 100 });
});

test('a streak counts days of the participant, and a late event joins two runs', async () => {
  const club = await challenges();
  await club.challenge({ goal: { type: 'STREAK', target: 5, unit: 'DAY', match: { event_types: ['run'] } } });
  await club.api.post('/participants', { external_id: 'ada', attributes: { timezone: 'Pacific/Auckland' } });
  // 11:30 UTC on the 1st is the 2nd in Auckland.
  for (const at of ['2026-03-01T11:30:00Z', '2026-03-02T20:00:00Z', '2026-03-05T02:00:00Z', '2026-03-06T02:00:00Z'])
    await club.happens('run', {}, { event_timestamp: at });
  expect(await club.completions()).toEqual([]);
  await club.happens('run', {}, { event_timestamp: '2026-03-04T02:00:00Z' });
  expect(await club.completions()).toMatchObject([{ part: 100, round: 1 }]);
});

test('progress begins anew in each period of the calendar, and a late event counts into that of its own time', async () => {
  const club = await challenges();
  await club.challenge({ period: 'MONTH', ends_at: '2026-04-01T00:00:00Z' });
  for (const at of ['2026-02-10T00:00:00Z', '2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z', '2026-04-01T00:00:00Z', '2026-03-12T00:00:00Z'])
    await club.happens('coffee', {}, { event_timestamp: at });
  expect(await club.completions()).toMatchObject([{ period: '2026-03', part: 100, round: 1 }]);
});

test('a decision counts when it is committed, at once or later, and not while it is reserved or previewed', async () => {
  const club = await challenges();
  await club.challenge({ goal: { type: 'COUNT', target: 3, match: { event_types: ['purchase'] } } });
  await club.decided({ mode: 'PREVIEW' });
  await club.decided();
  const held = await club.held();
  const other = await club.held();
  expect(await club.progress()).toMatchObject({ progress: '1' });
  await club.end('commit', held);
  expect(await club.progress()).toMatchObject({ progress: '2' });
  await club.end('cancel', other);
  expect(await club.progress()).toMatchObject({ progress: '2' });
  await club.end('commit', await club.held(), { event_data: { type: 'purchase', amount: 30 } });
  expect(await club.progress()).toMatchObject({ progress: '3', rounds: 1 });
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('an event that fails counts nothing', async () => {
  const club = await challenges();
  await club.challenge();
  await club.addRule({
    name: 'Pay',
    condition: 'event.type == "coffee"',
    actions: [{ type: 'DEBIT', asset_id: club.asset.id, amount: '1000', shortfall_policy: 'REJECT' }],
  });
  await club.happens('coffee');
  expect(await club.progress()).toMatchObject({ progress: '0' });
});
