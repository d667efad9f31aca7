import { afterEach, expect, test } from 'vitest';
import type { PoolClient } from 'pg';
import { pool } from '@/server/db/client';
import { origin } from '@tests/support/api';
import { send } from '@tests/support/http';
import { ledger, snapshot, type TestLedger } from '@tests/support/ledger';

const header = (key: string) => ({ 'idempotency-key': key });

let held: PoolClient | undefined;

afterEach(async () => {
  await held?.query('ROLLBACK');
  held?.release();
  held = undefined;
});

/** A second connection inside a transaction, as another service instance would hold. */
async function otherInstance(): Promise<PoolClient> {
  held = await pool().connect();
  await held.query('BEGIN');
  return held;
}

test.each([
  ['in the header', (key: string) => [{}, header(key)] as const],
  ['in the body', (key: string) => [{ idempotency_key: key }, {}] as const],
  ['in both', (key: string) => [{ idempotency_key: key }, header(key)] as const],
])('a key %s moves value once and answers the first result again', async (_, keyed) => {
  const club = await ledger();
  const [body, headers] = keyed('k1');
  const first = await club.adjust({ amount: '10', ...body }, headers);
  await club.post({ amount: '1' });
  const again = await club.adjust({ amount: '10', ...body }, headers);
  expect(again).toMatchObject({ status: 200, body: first.body, headers: { 'idempotent-replayed': 'true' } });
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expect((await club.balance()).available).toBe('11.00');
});

test('header and body name the same key: one replays the other', async () => {
  const club = await ledger();
  const first = await club.adjust({ idempotency_key: 'k1' });
  expect((await club.adjust({}, header('k1'))).body).toEqual(first.body);
  expect((await club.balance()).available).toBe('10.00');
});

test('different keys in header and body are bad_request with the reason header_body_mismatch', async () => {
  const club = await ledger();
  expect(await club.adjust({ idempotency_key: 'k1' }, header('k2'))).toMatchObject({
    status: 400,
    body: { code: 'bad_request', details: { reason: 'header_body_mismatch' } },
  });
});

test.each([
  ['', 'empty'],
  ['x'.repeat(256), 'too_long'],
  ['a\u00e9', 'invalid_characters'],
])('the header %j is refused with the reason %s', async (value, reason) => {
  const club = await ledger();
  const { status, text } = await send(origin(), {
    method: 'POST',
    path: `/v1/participants/${club.participant.id}/balances/adjust`,
    headers: { authorization: `Bearer ${club.key}`, 'content-type': 'application/json', 'idempotency-key': value },
    body: JSON.stringify({ program_id: club.program.id, asset_id: club.asset.id, type: 'CREDIT', amount: '1', description: 'x' }),
  });
  expect({ status, body: JSON.parse(text) as unknown }).toMatchObject({ status: 400, body: { code: 'bad_request', details: { reason } } });
  expect((await club.balance()).available).toBe('0');
});

test('a key of 255 characters works, in the body one of 256 is a validation_error', async () => {
  const club = await ledger();
  expect((await club.adjust({ idempotency_key: 'k'.repeat(255) })).status).toBe(200);
  expect(await club.adjust({ idempotency_key: 'k'.repeat(256) })).toMatchObject({ status: 400, body: { param: 'idempotency_key' } });
});

test('a request that means the same is a replay: other zeros, spaces, order of fields, defaults spelled out, other name of the participant', async () => {
  const club = await ledger();
  const { program, asset, participant, api } = club;
  const first = await club.adjust({ amount: '10.5', idempotency_key: 'k1' });
  const same = [
    { program_id: program.id, asset_id: asset.id, type: 'CREDIT', amount: '10.50', description: 'Test' },
    {
      description: ' Test ',
      amount: '010.500',
      type: 'CREDIT',
      asset_id: asset.id.toUpperCase(),
      program_id: program.id,
      bucket: 'AVAILABLE',
    },
  ];
  for (const body of same) {
    for (const reference of [participant.id, participant.id.toUpperCase(), 'ext:ada']) {
      const again = await api.post(`/participants/${reference}/balances/adjust`, { ...body, idempotency_key: 'k1' });
      expect(again).toMatchObject({ status: 200, body: first.body });
    }
  }
  const debit = await club.adjust({ type: 'DEBIT', amount: '1', idempotency_key: 'k2' });
  expect((await club.adjust({ type: 'DEBIT', amount: '1', shortfall_policy: 'REJECT', idempotency_key: 'k2' })).body).toEqual(debit.body);
  expect((await club.balance()).available).toBe('9.50');
});

test('the key with any other field, operation or participant is idempotency_conflict and changes no row', async () => {
  const club = await ledger({ issuance_policy: 'PREFUNDED' });
  await club.wallet('fund', { amount: '100' });
  await club.api.post('/participants', { external_id: 'bob' });
  await club.post({ amount: '10', idempotency_key: 'k1', reference_id: 'r' });
  const before = await snapshot(club.id);
  const conflict = { status: 409, body: { type: 'conflict', code: 'idempotency_conflict' } };
  const same = { amount: '10', idempotency_key: 'k1', reference_id: 'r' };
  for (const change of [
    { amount: '10.01' },
    { type: 'DEBIT' },
    { description: 'Other' },
    { bucket: 'HELD' },
    { reference_id: 's' },
    { reference_id: undefined },
  ]) {
    expect(await club.adjust({ ...same, ...change })).toMatchObject(conflict);
  }
  const body = { program_id: club.program.id, asset_id: club.asset.id, type: 'CREDIT', description: 'Test', ...same };
  expect(await club.api.post('/participants/ext:bob/balances/adjust', body)).toMatchObject(conflict);
  expect(await club.wallet('fund', { amount: '10', idempotency_key: 'k1' })).toMatchObject(conflict);
  expect(await snapshot(club.id)).toEqual(before);
});

test('a key belongs to its program: another program takes it for another operation', async () => {
  const club = await ledger();
  const { body: other } = await club.api.post<{ id: string }>('/programs', { name: 'Other' });
  await club.api.put(`/programs/${other.id}/assets/${club.asset.id}`);
  await club.post({ idempotency_key: 'k1' });
  expect(await club.adjust({ idempotency_key: 'k1', program_id: other.id, amount: '3' })).toMatchObject({
    status: 200,
    body: { amount: '3.00' },
  });
});

test('a refused operation does not use its key up', async () => {
  const club = await ledger();
  const debit = { type: 'DEBIT', amount: '5', idempotency_key: 'k1' };
  expect(await club.adjust(debit)).toMatchObject({ status: 422 });
  await club.post({ amount: '5' });
  expect(await club.adjust(debit)).toMatchObject({ status: 200, body: { balance: { available: '0.00' } } });
});

test('the first result is answered even when the operation would be refused now', async () => {
  const club = await ledger();
  const first = await club.adjust({ idempotency_key: 'k1' });
  await club.api.patch('/participants/ext:ada', { status: 'CLOSED' });
  await club.api.patch(`/programs/${club.program.id}`, { status: 'SUSPENDED' });
  expect(await club.adjust({ idempotency_key: 'k1' })).toMatchObject({ status: 200, body: first.body });
});

test('fifty requests at once with one key move value once, and every answer is the first result or in flight', async () => {
  const club = await ledger();
  const answers = await Promise.all(Array.from({ length: 50 }, () => club.adjust({ idempotency_key: 'k1' })));
  const done = answers.filter(({ status }) => status === 200);
  expect(done.length).toBeGreaterThan(0);
  expect(new Set(done.map(({ body }) => body.journal_entry_id)).size).toBe(1);
  expect(answers.filter(({ status }) => status !== 200).every(({ body }) => body.code === 'idempotency_in_flight')).toBe(true);
  expect((await club.balance()).available).toBe('10.00');
});

/** Takes the lock that an instance holds while it works on a key. */
const lockKey = (client: PoolClient, club: TestLedger, key: string) =>
  client.query('SELECT pg_advisory_xact_lock(hashtextextended($1::text || $2::text || $3, 0))', [club.id, club.program.id, key]);

test('while another instance works on the key the answer is idempotency_in_flight, and afterwards the key is free', async () => {
  const club = await ledger();
  const other = await otherInstance();
  await lockKey(other, club, 'k1');
  const refused = await club.adjust({ idempotency_key: 'k1' });
  expect(refused).toMatchObject({ status: 409, body: { type: 'conflict', code: 'idempotency_in_flight' } });
  expect((await club.adjust({ idempotency_key: 'k2' })).status).toBe(200);
  await other.query('ROLLBACK');
  expect((await club.adjust({ idempotency_key: 'k1' })).status).toBe(200);
});

test("a request that waits for another instance answers that instance's result", async () => {
  const club = await ledger();
  const first = await club.adjust({ idempotency_key: 'k1' });
  const other = await otherInstance();
  await lockKey(other, club, 'k2');
  const waiting = club.adjust({ idempotency_key: 'k2' });
  await other.query(
    `INSERT INTO idempotency_records (organization_id, scope_id, key, operation, fingerprint, status, response, created_at)
     SELECT organization_id, scope_id, 'k2', operation, fingerprint, status, response, created_at
     FROM idempotency_records WHERE organization_id = $1 AND key = 'k1'`,
    [club.id],
  );
  await other.query('COMMIT');
  expect(await waiting).toMatchObject({ status: 200, body: first.body });
  expect((await club.balance()).available).toBe('10.00');
});

test('a record that another instance commits unseen rolls the second effect back', async () => {
  const club = await ledger();
  const first = await club.adjust({ idempotency_key: 'k1' });
  const other = await otherInstance();
  await other.query(
    `INSERT INTO idempotency_records (organization_id, scope_id, key, operation, fingerprint, status, response, created_at)
     SELECT organization_id, scope_id, 'k2', operation, fingerprint, status, response, created_at
     FROM idempotency_records WHERE organization_id = $1 AND key = 'k1'`,
    [club.id],
  );
  const second = club.adjust({ idempotency_key: 'k2' });
  await blockedBy(other);
  await other.query('COMMIT');
  expect(await second).toMatchObject({ status: 200, body: first.body });
  expect((await club.balance()).available).toBe('10.00');
});

/** Resolves once another session waits for a lock of `client`. */
async function blockedBy(client: PoolClient): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await client.query<{ waiting: boolean }>(
        'SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))) AS waiting',
      );
      return rows[0]?.waiting;
    })
    .toBe(true);
}

test.each(['чек-42', '贈り物', 'a\tb', 'é', ' padded ', '🎁'.repeat(100)])(
  'a key in the body may be of any script: %j is replayed, and another request under it refused',
  async (idempotency_key) => {
    const club = await ledger();
    const first = await club.adjust({ idempotency_key });
    expect(first.status).toBe(200);
    expect(await club.adjust({ idempotency_key })).toMatchObject({ status: 200, body: first.body });
    expect(await club.adjust({ idempotency_key, amount: '7' })).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
  },
);

test.each(['', 'a\u0000b', 'a\ud800b'])('the body key %j is refused with its field', async (idempotency_key) => {
  const club = await ledger();
  expect(await club.adjust({ idempotency_key })).toMatchObject({
    status: 400,
    body: { code: 'validation_error', param: 'idempotency_key' },
  });
});

test('a first try that failed leaves its key free for the corrected request', async () => {
  const club = await ledger();
  expect(await club.adjust({ type: 'DEBIT', amount: '5', idempotency_key: 'k1' })).toMatchObject({
    status: 422,
    body: { code: 'insufficient_funds' },
  });
  expect(await club.adjust({ amount: '5', idempotency_key: 'k1' })).toMatchObject({
    status: 200,
    body: { balance: { available: '5.00' } },
  });
});
