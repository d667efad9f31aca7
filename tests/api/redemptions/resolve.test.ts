/** Every row of the state table of redemptions, over HTTP, and what happens to the reservation behind it. */
import { describe, expect, test } from 'vitest';
import type { Redemption } from '@/contract/redemption';
import { statement } from '@/server/db/transaction';
import { brokenInvariants } from '@tests/support/invariants';
import { snapshot } from '@tests/support/ledger';
import { shop, type TestShop } from '@tests/support/redemptions';

const MODES = ['SIMPLE', 'LOT'] as const;
const RELEASED = { release_journal_entry_id: expect.any(String), released_amount: '10.00' };
const NOT_RELEASED = { release_journal_entry_id: null, released_amount: null };
const NOT_CAPTURED = { capture_journal_entry_id: null, captured_at: null };

describe.each(MODES)('PENDING, with a %s asset', (inventory_mode) => {
  test('capture: COMPLETED, HELD is spent, nothing is released', async () => {
    const club = await shop({ inventory_mode });
    const pending = await club.reserved({ description: 'Voucher' });
    const { status, body } = await club.act('capture', pending);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...pending,
      status: 'COMPLETED',
      capture_journal_entry_id: expect.any(String),
      captured_at: expect.any(String),
      resolved_at: body.captured_at,
      updated_at: body.captured_at,
    });
    expect(await club.balance()).toEqual({ available: '90.00', held: '0.00', deferred: '0.00' });
    const { body: entry } = await club.api.get(`/journal-entries/${body.capture_journal_entry_id}`);
    expect(entry).toMatchObject({
      type: 'CAPTURE',
      description: 'Voucher',
      postings: [
        { account: { type: 'PARTICIPANT', bucket: 'HELD' }, amount: '-10.00' },
        { account: { type: 'SYSTEM_REDEMPTION' }, amount: '10.00' },
      ],
    });
    expect(await club.read(pending)).toEqual(body);
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  });

  test.each([
    ['cancel', 'CANCELLED', {}, null],
    ['cancel', 'CANCELLED', { reason: 'Changed their mind' }, 'Changed their mind'],
    ['fail', 'FAILED', { reason: 'provider_refused' }, 'provider_refused'],
  ] as const)('%s: %s with %j, one entry moves what is held back', async (verb, status, body, failure_reason) => {
    const club = await shop({ inventory_mode });
    const pending = await club.reserved();
    const answer = await club.act(verb, pending, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...pending,
      status,
      failure_reason,
      ...RELEASED,
      resolved_at: expect.any(String),
      updated_at: answer.body.resolved_at,
    });
    expect(await club.balance()).toEqual({ available: '100.00', held: '0.00', deferred: '0.00' });
    expect((await club.api.get(`/journal-entries/${answer.body.release_journal_entry_id}`)).body).toMatchObject({ type: 'RELEASE' });
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  });

  test('the deadline: FAILED with reservation_expired and a release, at that very time', async () => {
    const club = await shop({ inventory_mode });
    const pending = await club.reserved({ expires_at: new Date(Date.now() + 7_200_000).toISOString() });
    expect(await club.advance('119m')).toMatchObject({ reservations: 0 });
    expect((await club.read(pending)).status).toBe('PENDING');
    expect(await club.advance('1h')).toMatchObject({ reservations: 1 });
    const failed = await club.read(pending);
    expect(failed).toMatchObject({
      status: 'FAILED',
      failure_reason: 'reservation_expired',
      ...RELEASED,
      ...NOT_CAPTURED,
      resolved_at: pending.expires_at,
    });
    expect(await club.balance()).toEqual({ available: '100.00', held: '0.00', deferred: '0.00' });
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  });
});

/** A LOT reservation of 10 in two lots, of which `soon` expires in a day. */
async function partlyExpiring(soon: string): Promise<{ club: TestShop; pending: Redemption }> {
  const club = await shop({ inventory_mode: 'LOT', balance: '0' });
  await club.post({ amount: soon, expires_in: '1d' });
  if (soon !== '10') await club.post({ amount: String(10 - Number(soon)) });
  return { club, pending: await club.reserved() };
}

describe('PENDING, and part of the reservation has expired', () => {
  test('capture is 422 insufficient_funds, changes no row, and the redemption stays PENDING', async () => {
    const { club, pending } = await partlyExpiring('4');
    expect(await club.advance('2d')).toMatchObject({ lots: 1 });
    const before = await snapshot(club.id);
    expect(await club.act('capture', pending)).toMatchObject({
      status: 422,
      body: { code: 'insufficient_funds', details: { available: '6.00', requested: '10.00' } },
    });
    expect(await snapshot(club.id)).toEqual(before);
    expect(await club.read(pending)).toEqual(pending);
  });

  test.each(['cancel', 'fail'] as const)('%s releases what is left, and expired value is not recreated', async (verb) => {
    const { club, pending } = await partlyExpiring('4');
    await club.advance('2d');
    expect((await club.act(verb, pending)).body).toMatchObject({ release_journal_entry_id: expect.any(String), released_amount: '6.00' });
    expect(await club.balance()).toEqual({ available: '6.00', held: '0.00', deferred: '0.00' });
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  });
});

describe('PENDING, and all of the reservation has expired', () => {
  test.each([
    ['cancel', 'CANCELLED'],
    ['fail', 'FAILED'],
  ] as const)('%s: %s without a release entry, both release fields are null', async (verb, status) => {
    const { club, pending } = await partlyExpiring('10');
    await club.advance('2d');
    expect((await club.act(verb, pending)).body).toMatchObject({ status, ...NOT_RELEASED, resolved_at: expect.any(String) });
    expect(await club.balance()).toEqual({ available: '0.00', held: '0.00', deferred: '0.00' });
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  });

  test('the deadline: FAILED without a release entry', async () => {
    const { club, pending } = await partlyExpiring('10');
    expect(await club.advance('91d')).toMatchObject({ reservations: 1, lots: 1 });
    expect(await club.read(pending)).toMatchObject({ status: 'FAILED', failure_reason: 'reservation_expired', ...NOT_RELEASED });
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  });
});

test('a cancelled redemption that is cancelled again is returned unchanged, without a key, with the same and with a new one', async () => {
  const club = await shop();
  const pending = await club.reserved();
  const first = await club.act('cancel', pending, { idempotency_key: 'cancel-1', reason: 'First' });
  const before = await snapshot(club.id);
  const again = [await club.act('cancel', pending), await club.act('cancel', pending, { idempotency_key: 'cancel-1', reason: 'First' })];
  expect(await snapshot(club.id)).toEqual(before);
  again.push(await club.act('cancel', pending, { idempotency_key: 'cancel-2', reason: 'Second' }));
  for (const answer of again) expect(answer).toMatchObject({ status: 200, body: first.body });
  expect(await club.read(pending)).toEqual(first.body);
});

test('a key used before for another end, another redemption or another reason is idempotency_conflict', async () => {
  const club = await shop();
  const [one, two] = [await club.reserved(), await club.reserved()];
  await club.act('cancel', one, { idempotency_key: 'k', reason: 'First' });
  for (const answer of [
    await club.act('cancel', one, { idempotency_key: 'k', reason: 'Second' }),
    await club.act('capture', two, { idempotency_key: 'k' }),
    await club.act('cancel', two, { idempotency_key: 'k', reason: 'First' }),
  ]) {
    expect(answer).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
  }
  expect((await club.read(two)).status).toBe('PENDING');
});

/** Brings a redemption of 10 into a state. */
const REACHED: Record<Redemption['status'], (club: TestShop) => Promise<Redemption>> = {
  PENDING: (club) => club.reserved(),
  COMPLETED: (club) => club.redeemed(),
  FAILED: async (club) => (await club.act('fail', await club.reserved())).body,
  CANCELLED: async (club) => (await club.act('cancel', await club.reserved())).body,
  PARTIALLY_REVERSED: async (club) => reversed(club, '4'),
  FULLY_REVERSED: async (club) => reversed(club, '10'),
};

async function reversed(club: TestShop, amount: string): Promise<Redemption> {
  const { body } = await club.act('capture', await club.reserved());
  await club.reverse(body, { amount });
  return club.read(body);
}

test.each([
  ['COMPLETED', 'capture', 200],
  ['FAILED', 'fail', 200],
  ['CANCELLED', 'cancel', 200],
  ['COMPLETED', 'cancel', 409],
  ['COMPLETED', 'fail', 409],
  ['FAILED', 'capture', 409],
  ['FAILED', 'cancel', 409],
  ['CANCELLED', 'capture', 409],
  ['CANCELLED', 'fail', 409],
  ['PARTIALLY_REVERSED', 'capture', 409],
  ['PARTIALLY_REVERSED', 'cancel', 409],
  ['PARTIALLY_REVERSED', 'fail', 409],
  ['FULLY_REVERSED', 'capture', 409],
  ['FULLY_REVERSED', 'cancel', 409],
  ['FULLY_REVERSED', 'fail', 409],
] as const)('%s, then %s: %i and no row changes', async (state, verb, status) => {
  const club = await shop();
  const redemption = await REACHED[state](club);
  expect(redemption.status).toBe(state);
  const before = await snapshot(club.id);
  const answer = await club.act(verb, redemption);
  expect(answer.status).toBe(status);
  if (status === 409)
    expect(answer.body).toMatchObject({ type: 'conflict', code: 'redemption_already_resolved', details: { status: state } });
  else expect(answer.body).toEqual(redemption);
  expect(await snapshot(club.id)).toEqual(before);
  expect(await club.read(redemption)).toEqual(redemption);
});

test.each([
  ['PENDING', 'redemption_not_completed'],
  ['FAILED', 'redemption_not_completed'],
  ['CANCELLED', 'redemption_not_completed'],
  ['FULLY_REVERSED', 'already_reversed'],
] as const)('%s, then reverse: 409 %s and no row changes', async (state, code) => {
  const club = await shop();
  const redemption = await REACHED[state](club);
  const before = await snapshot(club.id);
  expect(await club.reverse(redemption, { amount: '1' })).toMatchObject({ status: 409, body: { code } });
  expect(await snapshot(club.id)).toEqual(before);
});

test('a reason of more than 500 characters, and none for a failure, is a validation_error', async () => {
  const club = await shop();
  const pending = await club.reserved();
  for (const answer of [
    await club.act('fail', pending, { reason: undefined }),
    await club.act('fail', pending, { reason: 'x'.repeat(501) }),
    await club.act('cancel', pending, { reason: '' }),
  ]) {
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_error', param: 'reason' } });
  }
});

test('a deadline comes first: what ends at it can be neither captured nor cancelled, whether or not a worker saw it', async () => {
  const club = await shop();
  const pending = await club.reserved({ expires_at: new Date(Date.now() + 3_600_000).toISOString() });
  // Moves the clock without doing due work.
  await statement(`UPDATE organizations SET clock_offset_ms = 7200000 WHERE id = $1`, [club.id]);
  for (const verb of ['capture', 'cancel'] as const) {
    expect(await club.act(verb, pending)).toMatchObject({
      status: 409,
      body: { code: 'redemption_already_resolved', details: { status: 'FAILED' } },
    });
  }
  expect(await club.read(pending)).toMatchObject({ status: 'FAILED', failure_reason: 'reservation_expired', ...RELEASED });
});

test('a reservation expires whatever has become of its participant, its asset and its program', async () => {
  const club = await shop();
  const pending = await club.reserved();
  await club.api.patch(`/participants/${club.participant.id}`, { status: 'CLOSED' });
  await club.api.patch(`/assets/${club.asset.id}`, { status: 'ARCHIVED' });
  await club.api.patch(`/programs/${club.program.id}`, { status: 'ARCHIVED' });
  expect(await club.advance('91d')).toMatchObject({ reservations: 1 });
  expect(await club.read(pending)).toMatchObject({ status: 'FAILED', ...RELEASED });
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});
