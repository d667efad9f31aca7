/** What changes while a reservation stands: it ends once, gives back what it took, and takes nothing that is not there. */
import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { till } from '@tests/support/decisions';
import { brokenInvariants } from '@tests/support/invariants';

test('a reservation that has the last unit of a reward can be changed and keeps it', async () => {
  const club = await till();
  const reward = await club.reward({ max_total: 1 });
  const held = await club.held({ redemptions: [{ reward_id: reward.id }] });
  expect(await club.readReward(reward)).toMatchObject({ status: 'OUT_OF_STOCK', redeemed_count: 1 });
  const { status, body } = await club.change(held, { redemptions: [{ reward_id: reward.id }] });
  expect({ status, body }).toMatchObject({ status: 200, body: { redemptions: [{ status: 'CANCELLED' }, { status: 'PENDING' }] } });
  expect(await club.readReward(reward)).toMatchObject({ status: 'OUT_OF_STOCK', redeemed_count: 1 });
  await club.change(held, { redemptions: [] });
  expect(await club.readReward(reward)).toMatchObject({ status: 'ACTIVE', redeemed_count: 0 });
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});
