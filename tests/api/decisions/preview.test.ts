/** Previews of decisions: what a basket would earn and what its redemptions would leave, without a trace. */
import { expect, test } from 'vitest';
import { till } from '@tests/support/decisions';
import { snapshot } from '@tests/support/ledger';

test('a PREVIEW tells what a COMMIT would do and changes nothing', async () => {
  const club = await till();
  const before = await snapshot(club.id);
  const preview = await club.decided({
    mode: 'PREVIEW',
    idempotency_key: undefined,
    redemptions: [{ asset_id: club.asset.id, amount: '30' }],
  });
  expect(preview).toMatchObject({
    id: null,
    status: 'PREVIEWED',
    participant_id: club.participant.id,
    effects: [{ type: 'CREDIT', amount: '5.00' }],
    balances: [{ before: { available: '100.00' }, after: { available: '75.00' } }],
  });
  expect(await snapshot(club.id)).toEqual(before);
  const made = await club.decided({ redemptions: [{ asset_id: club.asset.id, amount: '30' }] });
  expect(made.balances).toEqual(preview.balances);
});

test('a PREVIEW for somebody new shows them without an id and creates nobody', async () => {
  const club = await till();
  const preview = await club.decided({ mode: 'PREVIEW', external_id: 'newcomer' });
  expect(preview).toMatchObject({ participant_id: null, balances: [{ holder: { id: null }, after: { available: '5.00' } }] });
  expect((await club.api.get('/participants/ext:newcomer')).status).toBe(404);
});

test('a PREVIEW lists what is sold out and decides the rest, and takes who is not enrolled yet for just enrolled', async () => {
  const club = await till();
  const sold = await club.reward({ max_total: 1 });
  await club.ordered(sold);
  const redemptions = [{ reward_id: sold.id }, { asset_id: club.asset.id, amount: '30' }];
  expect(await club.decided({ mode: 'PREVIEW', redemptions })).toMatchObject({
    effects: [{ amount: '5.00' }],
    refused: [{ type: 'REDEMPTION', index: 0, code: 'max_total_exceeded', param: 'redemptions[0].reward_id' }],
    balances: [{ after: { available: '65.00' } }],
  });
});

test('a PREVIEW for somebody who is not enrolled in the program yet takes them for just enrolled, as the COMMIT then does', async () => {
  const club = await till();
  await club.addRule({
    name: 'Welcome',
    condition: 'now - participant.enrolled_at < duration("1h")',
    actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '7' }],
  });
  const { body: somebody } = await club.api.post('/participants', { external_id: 'elsewhere' });
  const preview = await club.decided({ mode: 'PREVIEW', external_id: 'elsewhere' });
  expect(preview).toMatchObject({ participant_id: somebody.id, balances: [{ after: { available: '12.00' } }] });
  expect((await club.decided({ external_id: 'elsewhere' })).balances).toEqual(preview.balances);
});

test('what gave nothing is told with the margin by which it was missed', async () => {
  const club = await till();
  const made = await club.decided({ event_data: { type: 'purchase', amount: 12.5 } });
  expect(made.refused).toMatchObject([
    { type: 'RULE', rule_name: 'A tenth', status: 'NOT_MATCHED', reason: 'Amount is 12.5; it must be at least 20', margin: '7.5' },
  ]);
});
