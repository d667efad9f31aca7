import { expect, test } from 'vitest';
import type { JournalEntryResource } from '@/contract/journal';
import type { LedgerCheckpoint, LedgerPublicKey, LedgerVerification, LedgerVerificationSummary } from '@/contract/ledger';
import { isSignedBy } from '@/domain/ledger/checkpoint';
import { CHAIN_START } from '@/domain/ledger/seal';
import { organization } from '@tests/support/api';
import { books, runAllVerifications, tamper } from '@tests/support/proof';

const PATH = '/reports/ledger-verification';

test('a verification runs in the background, from RUNNING to PASSED, and says how much it looked at', async () => {
  const { api, postEntries } = await books();
  await postEntries(12);
  const started = await api.post<LedgerVerification>(PATH, {});
  expect(started).toMatchObject({ status: 201, body: { status: 'RUNNING', checked: 0, violations: [], completed_at: null } });
  expect(started.headers.location).toBe(`/v1${PATH}/${started.body.id}`);
  await runAllVerifications();
  const { body } = await api.get<LedgerVerification>(`${PATH}/${started.body.id}`);
  const rows = 12 + 1 + 1;
  expect(body).toMatchObject({
    status: 'PASSED',
    checked: rows,
    total: rows,
    violation_count: 0,
    violations: [],
    completed_at: expect.any(String) as string,
  });
});

test('while one is running it is answered instead of another; the next one begins when it has ended', async () => {
  const { api } = await books();
  const first = await api.post<LedgerVerification>(PATH);
  const second = await api.post<LedgerVerification>(PATH);
  expect([second.status, second.body.id]).toEqual([200, first.body.id]);
  const together = await Promise.all(Array.from({ length: 5 }, () => api.post<LedgerVerification>(PATH)));
  expect(new Set(together.map(({ body }) => body.id))).toEqual(new Set([first.body.id]));
  await runAllVerifications();
  const third = await api.post<LedgerVerification>(PATH);
  expect(third.status).toBe(201);
  expect(third.body.id).not.toBe(first.body.id);
});

test('a key makes a repeated start one verification, also when that has ended', async () => {
  const { api } = await books();
  const start = () => api.post<LedgerVerification>(PATH, {}, { 'idempotency-key': 'nightly' });
  const first = await start();
  await runAllVerifications();
  const again = await start();
  expect(again).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replayed': 'true' } });
  expect((await api.get<{ data: unknown[] }>(PATH)).body.data).toHaveLength(1);
});

test('what is wrong is named, counted, and bounded to a thousand', async () => {
  const ours = await books();
  await ours.postEntries(1_200);
  await ours.seal();
  await tamper("UPDATE journal_entries SET description = 'Refund' WHERE organization_id = $1", [ours.id]);
  const { status, violation_count, violations } = await ours.verify();
  expect({ status, violation_count, kept: violations.length }).toEqual({ status: 'FAILED', violation_count: 1_200, kept: 1_000 });
  expect(violations[0]).toMatchObject({ check: 'ENTRY_HASH', position: 1, expected: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
  const { body } = await ours.api.get<{ data: LedgerVerificationSummary[] }>(`${PATH}?status=FAILED`);
  expect(body.data).toMatchObject([{ violation_count: 1_200 }]);
  expect(body.data[0]).not.toHaveProperty('violations');
});

test('an organization without a ledger passes, and sees no verification of another', async () => {
  const [{ api }, other] = [await organization(), await organization()];
  const { body } = await api.post<LedgerVerification>(PATH);
  await runAllVerifications();
  expect((await api.get(`${PATH}/${body.id}`)).body).toMatchObject({ status: 'PASSED', checked: 0, total: 0 });
  expect(await other.api.get(`${PATH}/${body.id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect((await other.api.get<{ data: unknown[] }>(PATH)).body.data).toEqual([]);
});

test('entries show their seal once they have it, each going on from the one before', async () => {
  const { api, postEntries, seal } = await books();
  const [first, second] = await postEntries(2);
  const read = async (id: string) => (await api.get<JournalEntryResource>(`/journal-entries/${id}`)).body;
  expect(await read(first!)).toMatchObject({ entry_hash: null, previous_hash: null });
  await seal();
  const [one, two] = [await read(first!), await read(second!)];
  expect(one.previous_hash).toBe(CHAIN_START);
  expect(two.previous_hash).toBe(one.entry_hash);
  const { body } = await api.get<{ data: JournalEntryResource[] }>('/journal-entries?sort_dir=asc');
  expect(body.data.map(({ entry_hash }) => entry_hash)).toEqual([one.entry_hash, two.entry_hash]);
});

test('checkpoints are listed and hold under the public key', async () => {
  const { id, api, postEntries, seal } = await books();
  for (let round = 1; round <= 3; round++) {
    await postEntries(round);
    await seal();
  }
  const { body: key } = await api.get<LedgerPublicKey>('/ledger/public-key');
  expect(key).toMatchObject({ algorithm: 'Ed25519', public_key: expect.stringMatching(/^-----BEGIN PUBLIC KEY-----/) as string });
  expect(JSON.stringify(key)).not.toContain('PRIVATE');
  const first = (await api.get<{ data: LedgerCheckpoint[]; pagination: { next_cursor: string } }>('/ledger/checkpoints?limit=2')).body;
  const rest = (await api.get<{ data: LedgerCheckpoint[] }>(`/ledger/checkpoints?limit=2&cursor=${first.pagination.next_cursor}`)).body;
  const all = [...first.data, ...rest.data];
  expect(all.map(({ position }) => position)).toEqual([6, 3, 1]);
  for (const checkpoint of all) {
    expect(checkpoint).toMatchObject({ organization_id: id, key_id: key.key_id });
    expect(isSignedBy(checkpoint, key.public_key)).toBe(true);
  }
});
