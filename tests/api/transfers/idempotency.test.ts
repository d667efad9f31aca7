/** A transfer takes effect once per key, whatever is retried. */
import { expect, test } from 'vitest';
import { envelopes, snapshot } from '@tests/support/ledger';
import { transferLedger } from '@tests/support/transfers';
import { createEndpoint } from '@tests/support/webhooks';

const KEY = { idempotency_key: 'k1' };

async function stocked() {
  const club = await transferLedger();
  await club.credit('participants/ext:ada', '100');
  return club;
}

test('the same transfer again is 200 with the first answer, and moves and tells nothing', async () => {
  const club = await stocked();
  await createEndpoint(club.api, 'http://127.0.0.1:9/');
  const first = await club.transfer(KEY);
  expect(first.status).toBe(201);
  const before = await snapshot(club.id);
  expect(await club.transfer(KEY)).toMatchObject({ status: 200, body: first.body, headers: { 'idempotent-replayed': 'true' } });
  expect(await snapshot(club.id)).toEqual(before);
  expect(await envelopes(club.id)).toHaveLength(1);
});

test('other zeros, other names of the same parties and defaults spelled out are the same transfer', async () => {
  const club = await stocked();
  const { body } = await club.transfer(KEY);
  for (const same of [
    { recipients: [{ external_id: 'bob', amount: '3.00' }] },
    { recipients: [{ participant_id: club.people.bob, amount: '3' }] },
    { source_external_id: undefined, source_participant_id: club.people.ada.toUpperCase() },
    { preserve_expiry: true },
  ]) {
    expect(await club.transfer({ ...KEY, ...same })).toMatchObject({ status: 200, body });
  }
});

test.each([
  ['amount', { recipients: [{ external_id: 'bob', amount: '3.01' }] }],
  ['recipient', { recipients: [{ external_id: 'cyd', amount: '3' }] }],
  [
    'number of recipients',
    {
      recipients: [
        { external_id: 'bob', amount: '3' },
        { external_id: 'cyd', amount: '3' },
      ],
    },
  ],
  ['source', { source_external_id: 'cyd' }],
  ['description', { description: 'Other' }],
  ['preserve_expiry', { preserve_expiry: false }],
])('the key with another %s is idempotency_conflict and changes no row', async (_, change) => {
  const club = await stocked();
  await club.transfer(KEY);
  const before = await snapshot(club.id);
  expect(await club.transfer({ ...KEY, ...change })).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
  expect(await snapshot(club.id)).toEqual(before);
});

test('the key of a balance operation of the program is not free for a transfer', async () => {
  const club = await stocked();
  await club.post({ amount: '1', ...KEY });
  expect(await club.transfer(KEY)).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
});

test('the key may come in the header, alone or the same as in the body', async () => {
  const club = await stocked();
  const { body } = await club.transfer({ idempotency_key: undefined }, { 'idempotency-key': 'k1' });
  expect(await club.transfer(KEY)).toMatchObject({ status: 200, body });
  expect(await club.transfer(KEY, { 'idempotency-key': 'k2' })).toMatchObject({
    status: 400,
    body: { code: 'bad_request', details: { reason: 'header_body_mismatch' } },
  });
});

test('a refused transfer does not use its key up, and an answered one outlives what would refuse it now', async () => {
  const club = await stocked();
  expect((await club.transfer({ ...KEY, recipients: [{ external_id: 'bob', amount: '100.01' }] })).status).toBe(422);
  const { body } = await club.transfer(KEY);
  await club.api.patch('/participants/ext:bob', { status: 'CLOSED' });
  expect(await club.transfer(KEY)).toMatchObject({ status: 200, body });
});

test('twenty at once with one key move once', async () => {
  const club = await stocked();
  const answers = await Promise.all(Array.from({ length: 20 }, () => club.transfer(KEY)));
  const settled = answers.filter(({ body }) => body.code !== 'idempotency_in_flight');
  expect(settled.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(settled.map(({ body }) => body.id)).size).toBe(1);
  expect(await club.availableOf('participants/ext:bob')).toBe('3.00');
});
