/** Redeeming an amount, at once or reserved first; every field of the record as its state requires. */
import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { statement } from '@/server/db/transaction';
import { brokenInvariants } from '@tests/support/invariants';
import { snapshot } from '@tests/support/ledger';
import { shop } from '@tests/support/redemptions';

const MODES = ['SIMPLE', 'LOT'] as const;
const DAY = 86_400_000;
const after = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

describe.each(MODES)('with a %s asset', (inventory_mode) => {
  test('an instant redemption spends AVAILABLE into the redemption account and is COMPLETED', async () => {
    const club = await shop({ inventory_mode });
    const { status, body, headers } = await club.redeem({ amount: '30', description: 'Voucher' });
    expect(status).toBe(201);
    expect(headers.location).toBe(`/v1/redemptions/${body.id}`);
    expect(body).toEqual({
      id: expect.any(String),
      program_id: club.program.id,
      participant_id: club.participant.id,
      asset_id: club.asset.id,
      amount: '30.00',
      description: 'Voucher',
      status: 'COMPLETED',
      failure_reason: null,
      journal_entry_id: expect.any(String),
      reservation_id: null,
      expires_at: null,
      capture_journal_entry_id: null,
      captured_at: null,
      release_journal_entry_id: null,
      released_amount: null,
      resolved_at: null,
      reversed_amount: '0.00',
      created_at: expect.any(String),
      updated_at: body.created_at,
    });
    expect(await club.balance()).toEqual({ available: '70.00', held: '0.00', deferred: '0.00' });
    const { body: entry } = await club.api.get(`/journal-entries/${body.journal_entry_id}`);
    expect(entry).toMatchObject({
      type: 'REDEEM',
      description: 'Voucher',
      reference_id: `service:redemption:${body.id}`,
      postings: [
        { account: { type: 'PARTICIPANT', id: club.participant.id, bucket: 'AVAILABLE' }, amount: '-30.00' },
        { account: { type: 'SYSTEM_REDEMPTION', id: club.program.id, bucket: null }, amount: '30.00' },
      ],
    });
    expect(await club.read(body)).toEqual(body);
  });

  test('a pending redemption moves its amount to HELD and names reservation and deadline', async () => {
    const club = await shop({ inventory_mode });
    const pending = await club.reserved({ amount: '30' });
    expect(pending).toMatchObject({
      status: 'PENDING',
      reservation_id: expect.any(String),
      capture_journal_entry_id: null,
      captured_at: null,
      release_journal_entry_id: null,
      released_amount: null,
      resolved_at: null,
    });
    expect(Date.parse(pending.expires_at!) - Date.parse(pending.created_at)).toBe(90 * DAY);
    expect(await club.balance()).toEqual({ available: '70.00', held: '30.00', deferred: '0.00' });
    expect((await club.api.get(`/journal-entries/${pending.journal_entry_id}`)).body).toMatchObject({ type: 'HOLD' });
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  });

  test('what is reserved is out of reach of every other operation', async () => {
    const club = await shop({ inventory_mode });
    const pending = await club.reserved({ amount: '100' });
    const before = await snapshot(club.id);
    const reference_id = `service:redemption:${pending.id}`;
    for (const answer of [
      await club.command('release', { amount: '1' }),
      await club.command('forfeit', { amount: '1', bucket: 'HELD' }),
      await club.adjust({ type: 'DEBIT', bucket: 'HELD', amount: '1' }),
    ]) {
      expect(answer).toMatchObject({ status: 422, body: { code: 'insufficient_funds' } });
    }
    for (const answer of [
      await club.command('release', { amount: '1', reference_id }),
      await club.adjust({ amount: '1', reference_id }),
      await club.command('hold', { amount: '1', reference_id }),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { code: 'reserved_reference_id' } });
    }
    expect(await club.redeem({ amount: '0.01' })).toMatchObject({ status: 422, body: { code: 'insufficient_funds' } });
    expect(await snapshot(club.id)).toEqual(before);
  });

  test('a redemption of all there is succeeds, one of a hundredth more is insufficient_funds and changes no row', async () => {
    const club = await shop({ inventory_mode });
    const before = await snapshot(club.id);
    for (const mode of ['INSTANT', 'PENDING']) {
      expect(await club.redeem({ amount: '100.01', mode })).toMatchObject({
        status: 422,
        body: { code: 'insufficient_funds', param: 'amount', details: { available: '100.00', requested: '100.01' } },
      });
    }
    expect(await snapshot(club.id)).toEqual(before);
    expect((await club.redeemed({ amount: '100' })).amount).toBe('100.00');
  });
});

test('redeemed value of a program whose redemption_target is SYSTEM_BREAKAGE goes there', async () => {
  const club = await shop({ program: { redemption_target: 'SYSTEM_BREAKAGE' } });
  const instant = await club.redeemed();
  const { body } = await club.act('capture', await club.reserved());
  for (const id of [instant.journal_entry_id, body.capture_journal_entry_id]) {
    const { body: entry } = await club.api.get<{ postings: { account: { type: string } }[] }>(`/journal-entries/${id}`);
    expect(entry.postings.map(({ account }) => account.type)).toEqual(['PARTICIPANT', 'SYSTEM_BREAKAGE']);
  }
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('a reservation lasts as long as its program says', async () => {
  const club = await shop({ program: { redemption_ttl: '2h' } });
  const { created_at, expires_at } = await club.reserved();
  expect(Date.parse(expires_at!) - Date.parse(created_at)).toBe(7_200_000);
});

test('expires_at from 60 seconds to 365 days away is taken, anything else is invalid_expiration', async () => {
  const club = await shop();
  // A frozen clock reaches the limit exactly, however long an answer takes.
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'] });
  for (const expires_at of [after(60_000), after(365 * DAY)]) expect((await club.reserved({ expires_at })).expires_at).toBe(expires_at);
  for (const bad of [after(59_999), after(365 * DAY + 1), after(-DAY), 'tomorrow', '2026-02-30T00:00:00Z']) {
    expect(await club.redeem({ mode: 'PENDING', expires_at: bad })).toMatchObject({
      status: 400,
      body: { code: 'invalid_expiration', param: 'expires_at' },
    });
  }
  expect(await club.redeem({ expires_at: after(DAY) })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', param: 'expires_at' },
  });
});

test.each([
  ['an amount beyond the scale', { amount: '1.001' }, 400, 'invalid_amount'],
  ['no positive amount', { amount: '0' }, 400, 'invalid_amount'],
  ['no amount', { amount: undefined }, 400, 'validation_error'],
  ['an unknown mode', { mode: 'LATER' }, 400, 'validation_error'],
  ['no idempotency key', { idempotency_key: undefined }, 400, 'missing_idempotency_key'],
  ['an unknown program', { program_id: randomUUID() }, 404, 'not_found'],
  ['an unknown asset', { asset_id: randomUUID() }, 404, 'asset_not_found'],
  ['an unknown field', { face_value_minor: 100 }, 400, 'validation_error'],
])('%s is refused and changes no row', async (_, body, status, code) => {
  const club = await shop();
  const before = await snapshot(club.id);
  expect(await club.redeem(body)).toMatchObject({ status, body: { code } });
  expect(await snapshot(club.id)).toEqual(before);
});

test('the ceiling of the asset bounds a redemption, and an archived asset or one that is not linked is refused', async () => {
  const club = await shop({ max_transaction_amount: '100' });
  await club.post({ amount: '100' });
  for (const mode of ['INSTANT', 'PENDING'])
    expect(await club.redeem({ amount: '100.01', mode })).toMatchObject({ status: 422, body: { code: 'max_transaction_amount_exceeded' } });
  const other = await club.api.post<{ id: string }>('/assets', {
    name: 'Elsewhere',
    symbol: 'ELSE',
    scale: 2,
    inventory_mode: 'SIMPLE',
    issuance_policy: 'UNLIMITED',
  });
  expect(await club.redeem({ asset_id: other.body.id })).toMatchObject({ status: 400, body: { code: 'asset_not_linked' } });
  await club.api.patch(`/assets/${club.asset.id}`, { status: 'ARCHIVED' });
  expect(await club.redeem()).toMatchObject({ status: 422, body: { code: 'asset_archived' } });
});

test.each([
  ['SUSPENDED', 'program_suspended'],
  ['ARCHIVED', 'program_archived'],
])('nothing is redeemed, captured, cancelled, failed or reversed in a program that is %s', async (status, code) => {
  const club = await shop();
  const [done, pending] = [await club.redeemed(), await club.reserved()];
  await club.api.patch(`/programs/${club.program.id}`, { status });
  const before = await snapshot(club.id);
  const answers = [
    await club.redeem(),
    await club.act('capture', pending),
    await club.act('cancel', pending),
    await club.act('fail', pending),
    await club.reverse(done, { amount: '1' }),
  ];
  for (const answer of answers) expect(answer).toMatchObject({ status: 409, body: { code } });
  expect(await snapshot(club.id)).toEqual(before);
});

test.each(['SUSPENDED', 'CLOSED'])(
  'a participant that is %s redeems and gets back nothing, while what it reserved before can still be captured, cancelled and failed',
  async (status) => {
    const club = await shop();
    const done = await club.redeemed();
    const pending = [await club.reserved(), await club.reserved(), await club.reserved()];
    await club.api.patch(`/participants/${club.participant.id}`, { status });
    for (const answer of [await club.redeem(), await club.redeem({ mode: 'PENDING' }), await club.reverse(done, { amount: '1' })]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'participant_inactive' } });
    }
    const [first, second, third] = pending;
    expect((await club.act('capture', first!)).body.status).toBe('COMPLETED');
    expect((await club.act('cancel', second!)).body.status).toBe('CANCELLED');
    expect((await club.act('fail', third!)).body.status).toBe('FAILED');
  },
);

test('the same key and fields are answered with 200 and the first record, whatever has become of it', async () => {
  const club = await shop();
  const body = { idempotency_key: 'order-1', mode: 'PENDING', amount: '10' };
  const first = await club.redeem(body);
  await club.act('capture', first.body);
  const again = await club.redeem({ ...body, amount: '10.00' });
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.body).toEqual(first.body);
  expect(await club.balance()).toMatchObject({ available: '90.00', held: '0.00' });
});

test('the same key with other fields, or for another participant, is idempotency_conflict', async () => {
  const club = await shop();
  const { body: bob } = await club.api.post<{ id: string }>('/participants', { external_id: 'bob' });
  const key = { idempotency_key: 'order-1' };
  await club.redeemed(key);
  for (const other of [{ amount: '11' }, { mode: 'PENDING' }, { description: 'Else' }]) {
    expect(await club.redeem({ ...key, ...other })).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
  }
  const elsewhere = await club.api.post(`/participants/${bob.id}/redemptions`, {
    program_id: club.program.id,
    asset_id: club.asset.id,
    amount: '10',
    ...key,
  });
  expect(elsewhere).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
});

test('the key may come as a header, and the participant by its external id', async () => {
  const club = await shop();
  const body = { program_id: club.program.id, asset_id: club.asset.id, amount: '10' };
  const send = () => club.api.post<{ id: string }>('/participants/ext:ada/redemptions', body, { 'idempotency-key': 'from-header' });
  const [first, again] = [await send(), await send()];
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(again.body.id).toBe(first.body.id);
});

test('unknown redemptions and participants, and those of others, are not_found', async () => {
  const [club, other] = [await shop(), await shop()];
  const theirs = await other.reserved();
  for (const id of [randomUUID(), theirs.id]) {
    expect(await club.api.get(`/redemptions/${id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await club.api.get(`/redemptions/${id}/reversals`)).toMatchObject({ status: 404 });
    for (const verb of ['capture', 'cancel', 'fail'] as const) expect(await club.act(verb, { id })).toMatchObject({ status: 404 });
    expect(await club.reverse({ id }, { amount: '1' })).toMatchObject({ status: 404 });
  }
  expect(await club.api.get(`/participants/${other.participant.id}/redemptions`)).toMatchObject({ status: 404 });
  expect((await other.read(theirs)).status).toBe('PENDING');
});
