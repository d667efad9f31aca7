/** One balance webhook for each journal entry, with exactly the contract's fields. */
import { expect, test } from 'vitest';
import { envelopes, ledger, type TestLedger } from '@tests/support/ledger';
import { createEndpoint } from '@tests/support/webhooks';

interface Entry {
  id: string;
  type: string;
}

async function listening(settings: Parameters<typeof ledger>[0] = {}): Promise<TestLedger> {
  const club = await ledger({ inventory_mode: 'LOT', mode: 'SANDBOX', ...settings });
  await createEndpoint(club.api, 'http://127.0.0.1:9/', [
    'balance.credited',
    'balance.debited',
    'balance.expired',
    'balance.held',
    'balance.released',
    'balance.voided',
  ]);
  return club;
}

const movement = (club: TestLedger, journal_entry_id: unknown, amount: string) => ({
  journal_entry_id,
  organization_id: club.id,
  program_id: club.program.id,
  participant_id: club.participant.id,
  asset_id: club.asset.id,
  amount,
});

async function lastEnvelope(club: TestLedger) {
  return (await envelopes(club.id)).at(-1);
}

test.each([
  ['held', 'hold', { amount: '4', reference_id: 'r' }, {}],
  ['released', 'release', { amount: '4', reference_id: 'p' }, {}],
  ['voided', 'void-hold', { reference_id: 'p' }, { reference_id: 'p' }],
] as const)('balance.%s has the fields of the contract and no others', async (type, operation, body, more) => {
  const club = await listening();
  await club.post({ amount: '10' });
  await club.post({ amount: '4', bucket: 'HELD', reference_id: 'p' });
  const answer = await club.command(operation, body);
  expect(await lastEnvelope(club)).toEqual({
    type: `balance.${type}`,
    data: { ...movement(club, answer.body.journal_entry_id, '4.00'), ...more },
  });
});

test.each([
  ['a credit', { amount: '3' }, 'credited', { bucket: 'AVAILABLE' }],
  ['a provisional issue', { amount: '3', bucket: 'HELD', reference_id: 'x' }, 'credited', { bucket: 'HELD', reference_id: 'x' }],
  ['a credit that matures', { amount: '3', matures_in: '1d' }, 'credited', { bucket: 'DEFERRED' }],
  ['a debit', { type: 'DEBIT', amount: '3' }, 'debited', { bucket: 'AVAILABLE' }],
  [
    'a debit of a hold',
    { type: 'DEBIT', amount: '3', bucket: 'HELD', reference_id: 'p' },
    'debited',
    { bucket: 'HELD', reference_id: 'p' },
  ],
  [
    'a settlement above the hold',
    { amount: '3', reference_id: 'two' },
    'credited',
    { bucket: 'AVAILABLE', reference_id: 'two', settle: { held_amount: '2.00', delta: '1.00' } },
  ],
  [
    'a settlement below the hold',
    { amount: '3', reference_id: 'p' },
    'credited',
    { bucket: 'AVAILABLE', reference_id: 'p', settle: { held_amount: '4.00', delta: '-1.00' } },
  ],
] as const)('%s sends one webhook with the fields of the contract and no others', async (_, body, type, more) => {
  const club = await listening();
  await club.post({ amount: '10' });
  await club.post({ amount: '4', bucket: 'HELD', reference_id: 'p' });
  await club.post({ amount: '2', bucket: 'HELD', reference_id: 'two' });
  const before = (await envelopes(club.id)).length;
  const { journal_entry_id } = await club.post(body);
  expect(await envelopes(club.id)).toHaveLength(before + 1);
  expect(await lastEnvelope(club)).toEqual({ type: `balance.${type}`, data: { ...movement(club, journal_entry_id, '3.00'), ...more } });
});

test.each([
  ['AVAILABLE', {}],
  ['HELD', { reference_id: 'p' }],
])('a forfeit from %s sends one balance.debited', async (bucket, more) => {
  const club = await listening();
  await club.post({ amount: '10' });
  await club.post({ amount: '4', bucket: 'HELD', reference_id: 'p' });
  const { body } = await club.command('forfeit', { amount: '2', bucket, ...more });
  expect(await lastEnvelope(club)).toEqual({
    type: 'balance.debited',
    data: { ...movement(club, body.journal_entry_id, '2.00'), bucket, ...more },
  });
});

test('balance.expired counts the lots that expired on an account, in every bucket, once', async () => {
  const club = await listening();
  await club.post({ amount: '1', expires_in: '1d' });
  await club.post({ amount: '2', bucket: 'HELD', reference_id: 'r', expires_in: '1d' });
  await club.post({ amount: '3', expires_in: '9d' });
  await club.api.post('/sandbox/clock/advance', { by: '2d' });
  await club.api.post('/sandbox/clock/advance', { by: '2d' });
  const expired = (await envelopes(club.id)).filter(({ type }) => type === 'balance.expired');
  const entries = (await club.api.get<{ data: Entry[] }>('/journal-entries')).body.data.filter(({ type }) => type === 'EXPIRE');
  // Lots expire in the order in which they were credited.
  expect(expired.map(({ data }) => data)).toEqual(
    entries.reverse().map(({ id }) => ({
      journal_entry_id: id,
      organization_id: club.id,
      participant_id: club.participant.id,
      asset_id: club.asset.id,
      lot_count: 1,
    })),
  );
  expect(expired).toHaveLength(2);
});

test('lots that expire at one instant are one entry and one webhook', async () => {
  const club = await listening();
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  for (const amount of ['1', '2', '3']) await club.post({ amount, expires_at });
  await club.command('hold', { amount: '1.5', reference_id: 'r' });
  await club.api.post('/sandbox/clock/advance', { by: '2d' });
  const expired = (await envelopes(club.id)).filter(({ type }) => type === 'balance.expired');
  expect(expired.map(({ data }) => data.lot_count)).toEqual([4]);
  expect(await club.balance()).toEqual({ available: '0.00', held: '0.00', deferred: '0.00' });
});

test('whatever happens, each entry but a maturity has exactly one webhook, and what is refused has none', async () => {
  const club = await listening();
  await club.post({ amount: '10', matures_in: '1d', expires_in: '3d' });
  await club.post({ amount: '10', bucket: 'HELD', reference_id: 'p' });
  await club.post({ amount: '8', reference_id: 'p' });
  await club.post({ amount: '5', bucket: 'HELD', reference_id: 'q' });
  await club.command('void-hold', { reference_id: 'q' });
  await club.command('hold', { amount: '3', reference_id: 'h' });
  await club.command('release', { amount: '1' });
  await club.command('hold', { amount: '100', reference_id: 'h' });
  await club.command('forfeit', { amount: '1', bucket: 'HELD' });
  await club.post({ type: 'DEBIT', amount: '50', shortfall_policy: 'PARTIAL' });
  await club.post({ type: 'DEBIT', amount: '50', shortfall_policy: 'PARTIAL' });
  await club.api.post('/sandbox/clock/advance', { by: '4d' });
  const entries = (await club.api.get<{ data: Entry[] }>('/journal-entries?limit=200')).body.data;
  expect(new Set(entries.map(({ type }) => type))).toEqual(
    new Set(['CREDIT', 'SETTLE', 'VOID', 'HOLD', 'RELEASE', 'FORFEIT', 'DEBIT', 'MATURE', 'EXPIRE']),
  );
  const told = (await envelopes(club.id)).map(({ data }) => data.journal_entry_id);
  expect(told.sort()).toEqual(
    entries
      .filter(({ type }) => type !== 'MATURE')
      .map(({ id }) => id)
      .sort(),
  );
});

test('a replay sends no second webhook', async () => {
  const club = await listening();
  await club.post({ amount: '10' });
  for (let i = 0; i < 3; i++) await club.command('hold', { amount: '1', reference_id: 'r', idempotency_key: 'k1' });
  expect((await envelopes(club.id)).map(({ type }) => type)).toEqual(['balance.credited', 'balance.held']);
});
