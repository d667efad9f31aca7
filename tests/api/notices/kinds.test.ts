/** Each kind of notice: what it tells of when, and that what is over by then is not told. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Notice } from '@/contract/notice';
import { giftCards } from '@tests/support/fulfillment';
import { noticeClub } from '@tests/support/notices';
import { till } from '@tests/support/decisions';
import { level } from '@tests/support/tiers';

const START = '2055-03-01T12:00:00Z';

const LEVELS = [level('silver', 1, 100), level('gold', 2, 1000)];
const YEARLY = {
  qualification_period: { type: 'CALENDAR_YEAR' },
  counters: { qualifying: ['points'] },
};

async function tierClub(lifecycle: Record<string, unknown> = YEARLY) {
  const club = await noticeClub({ start: START });
  const tier = await club.api.post(`/programs/${club.program.id}/tiers`, { key: 'status', name: 'Status', levels: LEVELS, lifecycle });
  expect(tier.status).toBe(201);
  const earn = (name: string, points: string) => club.api.patch(`/participants/ext:${name}/state/counters`, { increment: { points } });
  return { ...club, earn };
}

test('a level that is not earned again is at risk, with what is missing; one that is, is not', async () => {
  const club = await tierClub();
  for (const name of ['ada', 'bob']) {
    await club.join(name);
    await club.earn(name, '150');
  }
  await club.setting({ terms: { kind: 'TIER_AT_RISK', days_before: 30 } });
  await club.advance('2056-01-02T00:00:00Z');
  expect(await club.notices()).toEqual([]);
  await club.earn('bob', '120');
  await club.earn('ada', '40');
  await club.advance('2056-12-03T00:00:00Z');
  const told = await club.notices();
  expect(told).toMatchObject([
    {
      kind: 'TIER_AT_RISK',
      data: {
        tier: 'status',
        level: 'silver',
        ends_at: '2057-01-01T00:00:00.000Z',
        needs: 'ALL',
        kept_until: null,
        next_level: null,
        missing: [{ counter: 'points', operator: 'GTE', threshold: '100', value: '40', missing: '60' }],
      },
    },
  ]);
  expect(told[0]?.sentence).toBe('The level “silver” of “Status” ends on 2057-01-01. It takes 60 more of the counter “points”.');
  expect(await club.event(told[0]!.event_id)).toMatchObject({ external_id: 'ada', event_data: { type: 'notice.tier_at_risk' } });
});

test('whoever nears a level is told once for each year', async () => {
  const club = await tierClub();
  await club.join('ada');
  await club.setting({ terms: { kind: 'TIER_NEARLY_REACHED', percent: 80, tier: 'status' } });
  await club.earn('ada', '79');
  await club.advance('2055-03-02T00:00:00Z');
  expect(await club.notices()).toEqual([]);
  await club.earn('ada', '3');
  await club.advance('2055-03-03T00:00:00Z');
  await club.earn('ada', '3');
  await club.advance('2055-03-04T00:00:00Z');
  expect(await club.told()).toEqual([
    '82 % of the way to the level “silver” of “Status” is made. It takes 18 more of the counter “points”.',
  ]);
  await club.earn('ada', '765');
  await club.advance('2056-01-02T00:00:00Z');
  await club.earn('ada', '850');
  await club.advance('2056-01-05T00:00:00Z');
  expect((await club.notices()).map(({ sent_at, data }) => [sent_at.slice(0, 10), data.level, data.percent])).toEqual([
    ['2055-03-03', 'silver', '82'],
    ['2055-03-05', 'gold', '85'],
    ['2056-01-03', 'gold', '85'],
  ]);
});

test('reservations are told of to the minute, once, and not when they have ended', async () => {
  const club = await till();
  const create = { program_id: club.program.id, key: 'ends', name: 'It ends', terms: { kind: 'RESERVATION_EXPIRES', minutes_before: 10 } };
  expect((await club.api.post('/notice-settings', create)).status).toBe(201);
  await club.advance('1m');
  const { now } = (await club.api.get<{ now: string }>('/sandbox/clock')).body;
  const inHours = (hours: number) => ({ expires_at: new Date(Date.parse(now) + hours * 3_600_000).toISOString() });
  const decision = await club.held(inHours(1));
  const cancelled = await club.held(inHours(1));
  const redemption = await club.reserved(inHours(2));
  await club.end('cancel', cancelled);
  const read = async () => (await club.api.get<{ data: Notice[] }>('/notices?sort_dir=asc')).body.data;
  await club.advance('45m');
  expect(await read()).toEqual([]);
  await club.advance('6m');
  expect(await read()).toMatchObject([
    { cause: `decision:${decision.id}`, data: { decision_id: decision.id, expires_at: decision.expires_at } },
  ]);
  await club.advance('3h');
  const told = await read();
  expect(told.map(({ cause }) => cause)).toEqual([`decision:${decision.id}`, `redemption:${redemption.id}`]);
  expect(told[1]).toMatchObject({ data: { amount: '10.00', redemption_id: redemption.id } });
  expect(Date.parse(redemption.expires_at!) - Date.parse(told[1]!.sent_at)).toBe(600_000);
});

test('a gift card that nobody opens is told of after some days', async () => {
  const club = await giftCards({ mode: 'SANDBOX' });
  const setting = { program_id: club.program.id, key: 'unused', name: 'Unused', terms: { kind: 'REWARD_UNUSED', days_after: 3 } };
  expect((await club.api.post('/notice-settings', setting)).status).toBe(201);
  const { body: redemption } = await club.redeem();
  await club.placeOrders();
  const advance = (by: string) => club.api.post('/sandbox/clock/advance', { by });
  const read = async () => (await club.api.get<{ data: Notice[] }>('/notices')).body.data;
  await advance('2d');
  expect(await read()).toEqual([]);
  await advance('2d');
  expect(await read()).toMatchObject([{ kind: 'REWARD_UNUSED', cause: `order:${redemption.id}`, data: { redemption_id: redemption.id } }]);
  await advance('30d');
  expect(await read()).toHaveLength(1);
});

test('a reward that is reserved and not handed over is told of once; one that was, or is being delivered, is not', async () => {
  const club = await giftCards({ mode: 'SANDBOX', account: { provider: 'SANDBOX', name: 'Slow', config: { outcome: 'PENDING' } } });
  const { api, program, asset } = club;
  const mug = await api.post<{ id: string }>(`/programs/${program.id}/rewards`, {
    name: 'Mug',
    redemption_type: 'UNIT_BASED',
    asset_id: asset.id,
    unit_cost: '25',
  });
  const setting = { program_id: program.id, key: 'unused', name: 'Unused', terms: { kind: 'REWARD_UNUSED', days_after: 3 } };
  expect((await api.post('/notice-settings', setting)).status).toBe(201);
  const reserve = async (quantity: number, mode = 'PENDING') =>
    (
      await api.post<{ id: string }>('/participants/ext:ada/redemptions/items', {
        program_id: program.id,
        reward_id: mug.body.id,
        quantity,
        mode,
        idempotency_key: randomUUID(),
      })
    ).body.id;
  const waits = await reserve(2);
  const handedOver = await reserve(1);
  await reserve(1, 'INSTANT');
  await club.redeem();
  await club.placeOrders();
  const advance = (by: string) => api.post('/sandbox/clock/advance', { by });
  const read = async () => (await api.get<{ data: Notice[] }>('/notices')).body.data;
  await advance('2d');
  expect(await read()).toEqual([]);
  expect((await api.post(`/redemptions/${handedOver}/capture`, {})).status).toBe(200);
  const preview = { program_id: program.id, terms: { kind: 'REWARD_UNUSED', days_after: 3 } };
  expect((await api.post('/notice-settings/preview', preview)).body).toMatchObject({ today: 0, next_30_days: 1 });
  await advance('2d');
  const [told, ...others] = await read();
  expect(others).toEqual([]);
  expect(told).toMatchObject({
    cause: `redemption:${waits}`,
    sentence: `The reward “Mug” for 50 ${asset.symbol}, reserved on ${String(told?.data.reserved_on)}, has not been used.`,
    data: { redemption_id: waits, reward: 'Mug', amount: '50', delivered_on: null, face_value_minor: null },
  });
  await advance('30d');
  expect(await read()).toHaveLength(1);
});

test('whoever has been silent for days is told once, until something happens again; notices are no activity', async () => {
  const club = await noticeClub({ start: START });
  await club.setting({ terms: { kind: 'INACTIVE', days: 5 } });
  await club.join('ada');
  const visit = (name: string) =>
    club.sendAndProcess({ program_id: club.program.id, external_id: name, idempotency_key: randomUUID(), event_data: { type: 'visit' } });
  await visit('bob');
  await club.advance('2055-03-04T00:00:00Z');
  await visit('bob');
  await club.advance('2055-03-06T00:00:01Z');
  expect((await club.notices()).map(({ sentence }) => sentence)).toEqual(['Nothing has happened since 2055-03-01, for 5 days.']);
  await club.advance('2055-03-20T00:00:00Z');
  const told = await club.notices();
  expect(told.map(({ sent_at }) => sent_at.slice(0, 10))).toEqual(['2055-03-06', '2055-03-09']);
  await visit('ada');
  await club.advance('2055-04-20T00:00:00Z');
  expect((await club.notices()).map(({ sent_at }) => sent_at.slice(0, 10))).toEqual(['2055-03-06', '2055-03-09', '2055-03-25']);
});
