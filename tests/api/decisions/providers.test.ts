/** Rewards that a provider delivers, redeemed by decisions: ordered once the decision is committed, never before, and never for one that is given back. */
import { expect, test } from 'vitest';
import type { DecisionRecord } from '@/contract/decision';
import { statement } from '@/server/db/transaction';
import type { Answer } from '@tests/support/api';
import { giftCards, type GiftCards } from '@tests/support/fulfillment';
import { brokenInvariants } from '@tests/support/invariants';

let count = 0;

const decide = ({ api, program, reward }: GiftCards, body: object = {}): Promise<Answer<DecisionRecord>> =>
  api.post<DecisionRecord>('/decisions', {
    program_id: program.id,
    external_id: 'ada',
    idempotency_key: `gift-${(count += 1)}`,
    mode: 'COMMIT',
    event_data: { type: 'purchase', amount: 50 },
    redemptions: [{ reward_id: reward.id, face_value_minor: 2500 }],
    ...body,
  });

const orders = ({ id }: GiftCards) =>
  statement<{ face_value_minor: number; status: string }>(
    'SELECT face_value_minor, status FROM fulfillment_orders WHERE organization_id = $1',
    [id],
  );

test('a commit orders the reward, and what it costs is held until it is delivered', async () => {
  const club = await giftCards();
  const { status, body } = await decide(club);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { status: 'COMMITTED', redemptions: [{ status: 'PENDING', amount: '2500', fulfillment: { face_value_minor: 2500 } }] },
  });
  expect(await club.balances()).toEqual({ available: '7500', held: '2500' });
  expect(await club.placeOrders()).toBe(1);
  const [redemption] = body.redemptions;
  expect(await club.read(redemption?.id ?? '')).toMatchObject({ status: 'COMPLETED', fulfillment: { status: 'DELIVERED' } });
  expect(await club.balances()).toEqual({ available: '7500', held: '0' });
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('a reservation orders nothing until it is committed, also after its basket has changed', async () => {
  const club = await giftCards();
  const { body: held } = await decide(club, { mode: 'RESERVE' });
  expect(await orders(club)).toEqual([]);
  expect(await club.api.patch(`/decisions/${held.id}`, { event_data: { type: 'purchase', amount: 60 } })).toMatchObject({ status: 200 });
  expect(await orders(club)).toEqual([]);
  const committed = await club.api.post<DecisionRecord>(`/decisions/${held.id}/commit`, {});
  expect(committed).toMatchObject({ status: 200, body: { status: 'COMMITTED', redemptions: [{ status: 'PENDING' }] } });
  expect(await orders(club)).toEqual([{ face_value_minor: 2500, status: 'PENDING' }]);
  const { expires_at } = await club.read(committed.body.redemptions[0]?.id ?? '');
  expect(Date.parse(expires_at ?? '')).toBeGreaterThan(Date.parse(held.expires_at ?? ''));
  expect(await club.placeOrders()).toBe(1);
  expect(await club.balances()).toEqual({ available: '7500', held: '0' });
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('a changed reservation orders what it was changed to', async () => {
  const club = await giftCards();
  const { body: held } = await decide(club, { mode: 'RESERVE' });
  await club.api.patch(`/decisions/${held.id}`, { redemptions: [{ reward_id: club.reward.id, face_value_minor: 1000 }] });
  await club.api.post(`/decisions/${held.id}/commit`, { event_data: { type: 'purchase', amount: 20 } });
  expect(await orders(club)).toEqual([{ face_value_minor: 1000, status: 'PENDING' }]);
  expect(await club.balances()).toEqual({ available: '9000', held: '1000' });
});

test('a cancelled reservation orders nothing and gives back what it held', async () => {
  const club = await giftCards();
  const { body: held } = await decide(club, { mode: 'RESERVE' });
  expect(await club.api.post(`/decisions/${held.id}/cancel`, {})).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
  expect(await orders(club)).toEqual([]);
  expect(await club.balances()).toEqual({ available: '10000', held: '0' });
});

test('an order that a commit has placed can be given up by its redemption, which the decision holds no longer', async () => {
  const club = await giftCards();
  const { body } = await decide(club);
  const answer = await club.api.post(`/redemptions/${body.redemptions[0]?.id ?? ''}/cancel`, {});
  expect(answer).toMatchObject({ status: 200, body: { status: 'CANCELLED', fulfillment: { status: 'FAILED' } } });
  expect(await club.balances()).toEqual({ available: '10000', held: '0' });
});

test.each([
  ['no face value', {}, 'fulfillment_face_value_required', 'face_value_minor'],
  ['a face value beyond the balance', { face_value_minor: 20_000 }, 'insufficient_funds', 'face_value_minor'],
  ['a quantity', { face_value_minor: 2500, quantity: 2 }, 'fulfillment_quantity_unsupported', 'quantity'],
])('one with %s is refused by the field at fault, and nothing is ordered', async (_, asked, code, field) => {
  const club = await giftCards();
  expect(await decide(club, { redemptions: [{ reward_id: club.reward.id, ...asked }] })).toMatchObject({
    body: { code, param: `redemptions[0].${field}` },
  });
  expect(await orders(club)).toEqual([]);
  expect(await club.balances()).toEqual({ available: '10000', held: '0' });
});

test('a preview tells what would be held', async () => {
  const club = await giftCards();
  expect(await decide(club, { mode: 'PREVIEW' })).toMatchObject({
    status: 200,
    body: { status: 'PREVIEWED', balances: [{ before: { available: '10000' }, after: { available: '7500', held: '2500' } }] },
  });
  expect(await orders(club)).toEqual([]);
});
