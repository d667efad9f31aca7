import { expect, test } from 'vitest';
import type { WalletBalance } from '@/contract/balance';
import { sealOrganization } from '@/server/services/ledger/seal-entries';
import { organization } from '@tests/support/api';
import { drifted, envelopes, ledger, snapshot, unbalancedAssets, type TestLedger } from '@tests/support/ledger';
import { REAL_TIME } from '@tests/support/proof';
import { createEndpoint } from '@tests/support/webhooks';

const prefunded = (settings: Parameters<typeof ledger>[0] = {}) => ledger({ issuance_policy: 'PREFUNDED', ...settings });
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

test('funding and burning answer what the wallet can still issue', async () => {
  const club = await prefunded();
  const funded = await club.wallet('fund', { amount: '100' });
  expect(funded).toMatchObject({
    status: 200,
    body: { asset_id: club.asset.id, available: '100.00', journal_entry_id: expect.any(String) },
  });
  const burned = await club.wallet('burn', { amount: '30.5' });
  expect(burned).toMatchObject({ status: 200, body: { available: '69.50', message: expect.any(String) } });
  expect(burned.body.journal_entry_id).not.toBe(funded.body.journal_entry_id);
});

test('burning more than the wallet holds is insufficient_funds and changes no row', async () => {
  const club = await prefunded();
  await club.wallet('fund', { amount: '10' });
  await club.post({ amount: '4' });
  const before = await snapshot(club.id);
  expect(await club.wallet('burn', { amount: '6.01' })).toMatchObject({ status: 422, body: { code: 'insufficient_funds' } });
  expect(await snapshot(club.id)).toEqual(before);
  expect(await club.wallet('burn', { amount: '6' })).toMatchObject({ status: 200, body: { available: '0.00' } });
});

test('an UNLIMITED asset has no wallet to fund or burn', async () => {
  const club = await ledger();
  for (const move of ['fund', 'burn'] as const) {
    expect(await club.wallet(move, { amount: '1' })).toMatchObject({ status: 400, body: { code: 'invalid_issuance_policy' } });
  }
});

test('the ceiling of one transaction does not bind the wallet', async () => {
  const club = await prefunded({ max_transaction_amount: '5' });
  expect((await club.wallet('fund', { amount: '1000' })).status).toBe(200);
  expect((await club.wallet('burn', { amount: '500' })).status).toBe(200);
});

test.each([
  [{ amount: '0' }, 'invalid_amount'],
  [{ amount: '1.001' }, 'invalid_amount'],
  [{}, 'validation_error'],
  [{ amount: '1', description: '' }, 'validation_error'],
  [{ amount: '1', reference_id: 'x' }, 'validation_error'],
])('the body %j is refused with %s', async (body, code) => {
  const club = await prefunded();
  const before = await snapshot(club.id);
  for (const move of ['fund', 'burn'] as const) expect(await club.wallet(move, body)).toMatchObject({ status: 400, body: { code } });
  expect(await snapshot(club.id)).toEqual(before);
});

test('the body cannot name another asset than the path', async () => {
  const club = await prefunded();
  const path = `/programs/${club.program.id}/assets/${club.asset.id}/fund`;
  expect(await club.api.post(path, { amount: '1', description: 'x', asset_id: UNKNOWN })).toMatchObject({
    status: 400,
    body: { code: 'validation_error', fields: [{ field: 'asset_id', reason: 'unknown_field' }] },
  });
});

test('the program and the asset must exist, be linked, and move value', async () => {
  const club = await prefunded();
  const move = (program: string, asset: string) =>
    club.api.post(`/programs/${program}/assets/${asset}/fund`, { amount: '1', description: 'x' });
  const loose = await club.addAsset({ symbol: 'LOOSE', issuance_policy: 'PREFUNDED' });
  await club.api.delete(`/programs/${club.program.id}/assets/${loose.id}`);
  expect(await move(UNKNOWN, club.asset.id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await move(club.program.id, UNKNOWN)).toMatchObject({ status: 404, body: { code: 'asset_not_found' } });
  expect(await move(club.program.id, loose.id)).toMatchObject({ status: 400, body: { code: 'asset_not_linked' } });
  await club.api.patch(`/programs/${club.program.id}`, { status: 'SUSPENDED' });
  expect(await move(club.program.id, club.asset.id)).toMatchObject({ status: 409, body: { code: 'program_suspended' } });
  await club.api.patch(`/programs/${club.program.id}`, { status: 'ACTIVE' });
  await club.api.patch(`/assets/${club.asset.id}`, { status: 'ARCHIVED' });
  expect(await move(club.program.id, club.asset.id)).toMatchObject({ status: 422, body: { code: 'asset_archived' } });
});

test('a key funds once, replays, and conflicts with any other move', async () => {
  const club = await prefunded();
  const first = await club.wallet('fund', { amount: '10' }, { 'idempotency-key': 'k1' });
  const again = await club.wallet('fund', { amount: '10.0', idempotency_key: 'k1' });
  expect(again).toMatchObject({ status: 200, body: first.body, headers: { 'idempotent-replayed': 'true' } });
  expect(await club.wallet('fund', { amount: '11', idempotency_key: 'k1' })).toMatchObject({
    status: 409,
    body: { code: 'idempotency_conflict' },
  });
  expect(await club.wallet('burn', { amount: '10', idempotency_key: 'k1' })).toMatchObject({
    status: 409,
    body: { code: 'idempotency_conflict' },
  });
  expect(await club.wallet('burn', { amount: '10', idempotency_key: 'k2' })).toMatchObject({ status: 200, body: { available: '0.00' } });
});

test('program.funded and program.burned tell what moved', async () => {
  const club = await prefunded();
  await createEndpoint(club.api, 'http://127.0.0.1:9/');
  const funded = await club.wallet('fund', { amount: '10' });
  const burned = await club.wallet('burn', { amount: '4' });
  const common = { organization_id: club.id, program_id: club.program.id, asset_id: club.asset.id };
  expect(await envelopes(club.id)).toEqual([
    { type: 'program.funded', data: { ...common, journal_entry_id: funded.body.journal_entry_id, amount: '10.00' } },
    { type: 'program.burned', data: { ...common, journal_entry_id: burned.body.journal_entry_id, amount: '4.00' } },
  ]);
});

test('the wallet shows each linked asset: what can be issued, and what provisional and deferred issues have drawn', async () => {
  const club = await prefunded({ inventory_mode: 'LOT' });
  const unlimited = await club.addAsset({ symbol: 'FREE', scale: 0 });
  await club.wallet('fund', { amount: '100' });
  await club.post({ amount: '10' });
  await club.post({ amount: '20', bucket: 'HELD' });
  await club.post({ amount: '25', bucket: 'DEFERRED', matures_in: '1d' });
  await sealOrganization(club.id, REAL_TIME);
  await club.post({ amount: '5', bucket: 'DEFERRED', matures_in: '1d' });
  await club.post({ amount: '7', bucket: 'HELD', asset_id: unlimited.id });
  const path = `/programs/${club.program.id}/balance`;
  const wallet = { asset_id: club.asset.id, available: '40.00', held: '20.00', deferred: '30.00', issuance_policy: 'PREFUNDED' };
  const none = { asset_id: unlimited.id, available: '0', held: '0', deferred: '0', issuance_policy: 'UNLIMITED' };
  expect(await club.api.get(path)).toMatchObject({
    status: 200,
    body: { data: [wallet, none], pagination: { has_more: false, next_cursor: null } },
  });
  expect((await club.api.get(`${path}?asset_id=${unlimited.id}`)).body).toMatchObject({ data: [none] });
  const { body } = await club.api.get<{ pagination: { next_cursor: string } }>(`${path}?limit=1`);
  expect((await club.api.get(`${path}?limit=1&cursor=${body.pagination.next_cursor}`)).body).toMatchObject({ data: [none] });
});

const drawn = async (club: TestLedger) => {
  const { body } = await club.api.get<{ data: WalletBalance[] }>(`/programs/${club.program.id}/balance`);
  const { available, held, deferred } = body.data[0]!;
  return `${available} ${held} ${deferred}`;
};

test.each(['SIMPLE', 'LOT'] as const)(
  'what is held in a wallet of a %s asset is what provisional issues drew, never a reservation',
  async (inventory_mode) => {
    const club = await prefunded({ inventory_mode });
    await club.wallet('fund', { amount: '100' });
    await club.post({ amount: '10' });
    await club.command('hold', { amount: '7', reference_id: 'reserved' });
    expect(await drawn(club)).toBe('90.00 0.00 0.00');
    await club.post({ amount: '4', bucket: 'HELD', reference_id: 'issued' });
    await club.post({ amount: '5', bucket: 'HELD', reference_id: 'settled' });
    expect(await drawn(club)).toBe('81.00 9.00 0.00');
    await club.post({ amount: '6', reference_id: 'settled' });
    expect(await drawn(club)).toBe('80.00 4.00 0.00');
    await club.command('release', { amount: '1', reference_id: 'issued' });
    await club.command('hold', { amount: '1', reference_id: 'reserved' });
    expect(await drawn(club)).toBe('80.00 3.00 0.00');
    await club.post({ type: 'DEBIT', amount: '3', bucket: 'HELD', reference_id: 'issued' });
    expect(await drawn(club)).toBe('83.00 0.00 0.00');
  },
);

test('a hold of a SIMPLE asset that is both a reservation and a provisional issue gives what was reserved first', async () => {
  const club = await prefunded();
  await club.wallet('fund', { amount: '100' });
  await club.post({ amount: '50' });
  const hold = (amount: string) => club.command('hold', { amount, reference_id: 'r' });
  const release = (amount: string) => club.command('release', { amount, reference_id: 'r' });
  const held = async () => (await drawn(club)).split(' ')[1];
  await club.post({ amount: '10', bucket: 'HELD', reference_id: 'r' });
  await hold('5');
  await release('4');
  expect(await held()).toBe('10.00');
  await release('4');
  expect(await held()).toBe('7.00');
  // What has left is not provisional again when more is reserved.
  await hold('20');
  await release('6');
  expect(await held()).toBe('7.00');
  await club.post({ amount: '2', bucket: 'HELD', reference_id: 'r' });
  await club.command('forfeit', { amount: '15', bucket: 'HELD', reference_id: 'r' });
  expect(await held()).toBe('8.00');
  await release('8');
  expect(await held()).toBe('0.00');
  // The next hold under this name begins anew.
  await hold('3');
  expect(await held()).toBe('0.00');
});

test('the wallet of an unknown program, or of another organization, is not_found', async () => {
  const club = await prefunded();
  const stranger = await organization();
  for (const api of [club.api, stranger.api]) {
    const id = api === club.api ? UNKNOWN : club.program.id;
    expect(await api.get(`/programs/${id}/balance`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
  expect(await club.api.get(`/programs/${club.program.id}/balance?asset_id=x`)).toMatchObject({ status: 400, body: { param: 'asset_id' } });
});

test('an asset stays linked once value has moved, also against a simultaneous unlink', async () => {
  const club = await prefunded();
  const link = `/programs/${club.program.id}/assets/${club.asset.id}`;
  const [unlinked, funded] = await Promise.all([club.api.delete(link), club.wallet('fund', { amount: '10' })]);
  const outcome = [unlinked.status, funded.status];
  expect([
    [204, 400],
    [409, 200],
  ]).toContainEqual(outcome);
  await club.api.put(link);
  await club.wallet('fund', { amount: '1' });
  expect(await club.api.delete(link)).toMatchObject({ status: 409, body: { code: 'asset_in_use' } });
});

test('forty moves at once leave the wallet exact', async () => {
  const club = await prefunded();
  await club.wallet('fund', { amount: '20' });
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? club.wallet('burn', { amount: '1' }) : club.adjust({ amount: '1' }))),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(
    answers.filter(({ status }) => status !== 200).every(({ status, body }) => status === 422 && body.code === 'insufficient_funds'),
  ).toBe(true);
  expect(await drifted(club.id)).toEqual([]);
  expect(await unbalancedAssets(club.id)).toEqual([]);
});
