/** One movement webhook for each entry of a redemption, with exactly the contract's fields. */
import { expect, test } from 'vitest';
import type { AnyBody } from '@tests/support/api';
import { envelopes } from '@tests/support/ledger';
import { shop, type TestShop } from '@tests/support/redemptions';

/** The webhooks that an action sent. */
async function told(club: TestShop, act: () => Promise<unknown>): Promise<{ type: string; data: AnyBody }[]> {
  const before = (await envelopes(club.id)).length;
  await act();
  return (await envelopes(club.id)).slice(before);
}

const movement = (club: TestShop, journal_entry_id: unknown) => ({
  journal_entry_id,
  organization_id: club.id,
  program_id: club.program.id,
  participant_id: club.participant.id,
  asset_id: club.asset.id,
  amount: '10.00',
});
const redemption = (club: TestShop, redemption_id: string) => ({
  redemption_id,
  organization_id: club.id,
  program_id: club.program.id,
  participant_id: club.participant.id,
});

test('an instant redemption of an amount is redemption.completed with asset and amount', async () => {
  const club = await shop({ listening: true });
  let id = '';
  const sent = await told(club, async () => (id = (await club.redeemed()).id));
  expect(sent).toEqual([{ type: 'redemption.completed', data: { ...redemption(club, id), asset_id: club.asset.id, amount: '10.00' } }]);
});

test('a redemption of a catalog item is redemption.completed with the item instead', async () => {
  const club = await shop({ listening: true });
  const reward = await club.reward();
  let id = '';
  const sent = await told(club, async () => (id = (await club.ordered(reward)).id));
  expect(sent).toEqual([{ type: 'redemption.completed', data: { ...redemption(club, id), reward_catalog_item_id: reward.id } }]);
});

test('a reservation is balance.held, its capture redemption.completed', async () => {
  const club = await shop({ listening: true });
  let pending = await club.reserved();
  expect(await told(club, async () => (pending = await club.reserved()))).toEqual([
    { type: 'balance.held', data: movement(club, pending.journal_entry_id) },
  ]);
  const sent = await told(club, () => club.act('capture', pending));
  expect(sent).toEqual([
    { type: 'redemption.completed', data: { ...redemption(club, pending.id), asset_id: club.asset.id, amount: '10.00' } },
  ]);
  expect(await told(club, () => club.act('capture', pending))).toEqual([]);
});

test.each(['cancel', 'fail'] as const)('%s is balance.released', async (verb) => {
  const club = await shop({ listening: true });
  const pending = await club.reserved();
  const sent = await told(club, () => club.act(verb, pending));
  expect(sent).toEqual([{ type: 'balance.released', data: movement(club, (await club.read(pending)).release_journal_entry_id) }]);
});

test('a reversal is redemption.reversed, and its refund balance.credited', async () => {
  const club = await shop({ listening: true });
  const done = await club.redeemed();
  let reversal: AnyBody = {};
  const sent = await told(club, async () => (reversal = (await club.reverse(done, { amount: '10' })).body));
  expect(sent).toEqual([
    { type: 'balance.credited', data: { ...movement(club, reversal.journal_entry_id), bucket: 'AVAILABLE' } },
    {
      type: 'redemption.reversed',
      data: { reversal_id: reversal.id, ...redemption(club, done.id), asset_id: club.asset.id, amount: '10.00' },
    },
  ]);
});

test('a reservation that expires with its lots tells of both, each once', async () => {
  const club = await shop({ inventory_mode: 'LOT', listening: true, balance: '4', terms: { expires_in: '1d' } });
  await club.post({ amount: '6' });
  await club.reserved();
  const sent = await told(club, () => club.advance('91d'));
  expect(sent.map(({ type, data }) => [type, data.amount ?? data.lot_count])).toEqual([
    ['balance.expired', 1],
    ['balance.released', '6.00'],
  ]);
});

test('what is refused, and what is replayed, tells nothing', async () => {
  const club = await shop({ listening: true });
  const key = { idempotency_key: 'order-1' };
  await club.redeemed(key);
  expect(await told(club, async () => [await club.redeem(key), await club.redeem({ amount: '1000' })])).toEqual([]);
});
