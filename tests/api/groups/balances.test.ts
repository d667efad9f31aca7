/** Groups hold value as participants do: the same operations under their own path, the same ledger, and webhooks naming the group. */
import { expect, test } from 'vitest';
import type { BalanceAdjustmentResult, BalanceOperationResult, BalanceRow, LotPage } from '@/contract/balance';
import type { EventRecord } from '@/contract/event';
import type { GroupDetail } from '@/contract/group';
import type { JournalEntryResource } from '@/contract/journal';
import { statement } from '@/server/db/transaction';
import type { Answer, AnyBody } from '@tests/support/api';
import { groupIn } from '@tests/support/groups';
import { drifted, envelopes, unbalancedAssets } from '@tests/support/ledger';
import { programWithAsset } from '@tests/support/programs';
import { createEndpoint } from '@tests/support/webhooks';

interface Page {
  readonly data: readonly EventRecord[];
  readonly pagination: { readonly next_cursor: string | null };
}

type Settings = Parameters<typeof programWithAsset>[0];

/** A sandbox with one asset and one group, and shorthands for the balance routes of the group. */
async function treasury(settings: Settings = {}) {
  const club = await programWithAsset({ mode: 'SANDBOX', inventory_mode: 'LOT', ...settings });
  const made = await groupIn(club.api);
  const path = `/groups/${made.group.id}/balances`;
  const target = { program_id: club.program.id, asset_id: club.asset.id, description: 'Test' };
  const post = <T>(name: string, body: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer<T & AnyBody>> =>
    club.api.post(`${path}/${name}`, { ...target, ...body }, headers);
  return {
    ...club,
    ...made,
    target,
    credit: (amount: string, more: Record<string, unknown> = {}) =>
      post<BalanceAdjustmentResult>('adjust', { type: 'CREDIT', amount, ...more }),
    debit: (amount: string, more: Record<string, unknown> = {}) =>
      post<BalanceAdjustmentResult>('adjust', { type: 'DEBIT', amount, ...more }),
    command: (name: string, body: Record<string, unknown>, headers?: Record<string, string>) =>
      post<BalanceOperationResult>(name, body, headers),
    balances: async () => (await club.api.get<{ data: BalanceRow[] }>(path)).body.data,
    lots: async (query = '') => (await club.api.get<LotPage>(`${path}/lots${query}`)).body,
  };
}

/** A port where nobody listens. */
const NOWHERE = 'http://127.0.0.1:9/';

test('every operation on the balance of a group moves it, and its webhook names the group and no participant', async () => {
  const club = await treasury();
  await createEndpoint(club.api, NOWHERE);
  const { group } = club;
  expect(await club.credit('10')).toMatchObject({ status: 200, body: { type: 'CREDIT', balance: { available: '10.00', held: '0.00' } } });
  expect(await club.debit('1')).toMatchObject({ status: 200, body: { balance: { available: '9.00' } } });
  expect(await club.command('hold', { amount: '4', reference_id: 'r' })).toMatchObject({
    status: 200,
    body: { operation: 'HOLD', balance: { available: '5.00', held: '4.00' } },
  });
  expect(await club.command('release', { amount: '1', reference_id: 'r' })).toMatchObject({
    status: 200,
    body: { operation: 'RELEASE', balance: { available: '6.00', held: '3.00' } },
  });
  expect(await club.command('forfeit', { bucket: 'HELD', amount: '3', reference_id: 'r' })).toMatchObject({
    status: 200,
    body: { operation: 'FORFEIT', balance: { held: '0.00' } },
  });
  expect(await club.credit('2', { bucket: 'HELD', reference_id: 'p' })).toMatchObject({ status: 200 });
  expect(await club.command('void-hold', { reference_id: 'p' })).toMatchObject({
    status: 200,
    body: { operation: 'VOID_HOLD', amount_processed: '2.00', balance: { available: '6.00', held: '0.00' } },
  });
  const told = await envelopes(club.id);
  expect(told.map(({ type }) => type)).toEqual([
    'balance.credited',
    'balance.debited',
    'balance.held',
    'balance.released',
    'balance.debited',
    'balance.credited',
    'balance.voided',
  ]);
  for (const { data } of told) {
    expect(data).toMatchObject({ group_id: group.id, program_id: club.program.id });
    expect(data).not.toHaveProperty('participant_id');
  }
  expect(await drifted(club.id)).toEqual([]);
  expect(await unbalancedAssets(club.id)).toEqual([]);
});

test('a lot of a group matures and expires at its time, and balance.expired names the group', async () => {
  const club = await treasury();
  await createEndpoint(club.api, NOWHERE, ['balance.expired']);
  await club.credit('5', { matures_in: '10d', expires_in: '20d' });
  expect((await club.lots()).data).toMatchObject([{ status: 'DEFERRED', remaining: '5.00' }]);
  await club.api.post('/sandbox/clock/advance', { by: '11d' });
  expect(await club.lots()).toMatchObject({ data: [{ status: 'AVAILABLE' }], availability: { spendable_available: '5.00' } });
  await club.api.post('/sandbox/clock/advance', { by: '10d' });
  expect((await club.lots()).data).toMatchObject([{ status: 'EXPIRED', remaining: '0.00' }]);
  const told = await envelopes(club.id);
  expect(told).toMatchObject([{ type: 'balance.expired', data: { group_id: club.group.id, lot_count: 1 } }]);
  expect(told[0]!.data).not.toHaveProperty('participant_id');
});

test('the balances of a group are listed by program and asset, and stand in its record', async () => {
  const club = await treasury();
  expect(await club.balances()).toEqual([]);
  await club.credit('10');
  const row = { program_id: club.program.id, asset_id: club.asset.id, available: '10.00', held: '0.00', deferred: '0.00' };
  expect(await club.balances()).toEqual([row]);
  expect((await club.api.get<GroupDetail>(`/groups/${club.group.id}`)).body.balances).toEqual([row]);
});

test('the balances of a group are read as they stood, and 404 before it existed', async () => {
  const club = await treasury({ inventory_mode: 'SIMPLE' });
  const now = async () => (await club.api.get<{ now: string }>('/sandbox/clock')).body.now;
  const before = new Date(Date.parse(club.group.created_at) - 1).toISOString();
  await club.credit('10');
  const then = await now();
  await club.api.post('/sandbox/clock/advance', { by: '1h' });
  await club.credit('5');
  expect((await club.api.get(`/groups/${club.group.id}/balances?as_of=${then}`)).body).toMatchObject({ data: [{ available: '10.00' }] });
  expect(await club.api.get(`/groups/${club.group.id}/balances?as_of=${before}`)).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  });
});

test('a credit to a group draws on the wallet of a PREFUNDED asset, and gives its members nothing', async () => {
  const club = await treasury({ issuance_policy: 'PREFUNDED', inventory_mode: 'SIMPLE' });
  expect(await club.credit('5')).toMatchObject({ status: 422, body: { code: 'insufficient_funds' } });
  await club.api.post(`/programs/${club.program.id}/assets/${club.asset.id}/fund`, { amount: '5', description: 'Test' });
  expect(await club.credit('5')).toMatchObject({ status: 200 });
  expect(await club.available('ada')).toBeNull();
  expect((await club.api.get<{ data: unknown[] }>(`/participants?program_id=${club.program.id}`)).body.data).toEqual([]);
});

test('the balance of an archived group refuses everything but forfeit', async () => {
  const club = await treasury();
  await club.credit('5');
  await club.credit('5', { bucket: 'HELD', reference_id: 'p' });
  await club.archive();
  const refused = [
    await club.credit('1'),
    await club.debit('1'),
    await club.command('hold', { amount: '1', reference_id: 'r' }),
    await club.command('release', { amount: '1' }),
    await club.command('void-hold', { reference_id: 'p' }),
  ];
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [409, 'group_archived']));
  expect(await club.command('forfeit', { bucket: 'AVAILABLE', amount: '5' })).toMatchObject({
    status: 200,
    body: { balance: { available: '0.00', held: '5.00' } },
  });
  expect(await club.balances()).toMatchObject([{ available: '0.00', held: '5.00' }]);
});

test('an idempotency key of a group operation replays it, and conflicts on any other target', async () => {
  const club = await treasury();
  await club.credit('10');
  const hold = () => club.command('hold', { amount: '4', reference_id: 'r' }, { 'idempotency-key': 'k' });
  const [first, second] = [await hold(), await hold()];
  expect(second).toMatchObject({ status: 200, body: first.body });
  expect(await club.balances()).toMatchObject([{ available: '6.00', held: '4.00' }]);
  const elsewhere = await club.api.post(`/participants/${club.ada}/balances/hold`, {
    ...club.target,
    amount: '4',
    reference_id: 'r',
    idempotency_key: 'k',
  });
  expect(elsewhere).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
});

test('a group is not reached under the path of participants, nor a participant under that of groups', async () => {
  const club = await treasury();
  const body = { ...club.target, type: 'CREDIT', amount: '1' };
  expect(await club.api.post(`/participants/${club.group.id}/balances/adjust`, body)).toMatchObject({ status: 404 });
  expect(await club.api.post(`/groups/${club.ada}/balances/adjust`, body)).toMatchObject({ status: 404 });
});

test('the journal entries of a group are those that touch it', async () => {
  const club = await treasury({ inventory_mode: 'SIMPLE' });
  const { body: credit } = await club.credit('3');
  await club.api.post(`/participants/${club.ada}/balances/adjust`, { ...club.target, type: 'CREDIT', amount: '1' });
  const { body } = await club.api.get<{ data: JournalEntryResource[] }>(`/groups/${club.group.id}/activity/journal-entries`);
  expect(body.data.map(({ id }) => id)).toEqual([credit.journal_entry_id]);
  expect(body.data[0]!.postings).toContainEqual(
    expect.objectContaining({ account: { type: 'GROUP', id: club.group.id, bucket: 'AVAILABLE' }, amount: '3.00' }),
  );
});

test('the events of a group are those that its members sent while they were members', async () => {
  const club = await treasury();
  const tick = () => club.api.post('/sandbox/clock/advance', { by: '1h' });
  const early = await club.send({ external_id: 'eve' });
  await tick();
  const first = await club.send({ external_id: 'bob' });
  await tick();
  await club.remove(club.bob);
  await tick();
  await club.send({ external_id: 'bob' });
  await tick();
  await club.add({ participant_id: club.bob });
  await club.add({ participant_id: early.participant_id });
  await tick();
  const [second, third] = [await club.send({ external_id: 'bob' }), await club.send({ external_id: 'eve' })];
  const { body } = await club.api.get<{ data: EventRecord[] }>(`/groups/${club.group.id}/activity/events?sort_dir=asc`);
  expect(body.data.map(({ id }) => id).sort()).toEqual([first.id, second.id, third.id].sort());
});

test('the events of a team of a thousand are told as those of a small one, page by page in either direction', async () => {
  const club = await treasury();
  for (const external_id of ['bob', 'eve', 'bob', 'ada', 'eve']) await club.send({ external_id });
  const path = `/groups/${club.group.id}/activity/events`;
  const pages = async (direction: string): Promise<string[]> => {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: { body: Page } = await club.api.get<Page>(`${path}?limit=1&sort_dir=${direction}${cursor && `&cursor=${cursor}`}`);
      ids.push(...body.data.map(({ id }) => id));
      cursor = body.pagination.next_cursor;
    }
    return ids;
  };
  const small = await pages('desc');
  expect(small).toHaveLength(3);
  await statement(
    `WITH people AS (
       INSERT INTO participants (id, organization_id, external_id, created_at, updated_at)
       SELECT gen_random_uuid(), $1, 'colleague-' || n, now(), now() FROM generate_series(1, 1000) n RETURNING id
     )
     INSERT INTO group_members (organization_id, group_id, participant_id, stay, role, created_at, updated_at)
     SELECT $1, $2, id, 1, 'MEMBER', now(), now() FROM people`,
    [club.id, club.group.id],
  );
  expect(await pages('desc')).toEqual(small);
  expect(await pages('asc')).toEqual(small.toReversed());
});

test('the balance of a group is explained by what credited it', async () => {
  const club = await treasury();
  const { body: credit } = await club.credit('3');
  const { status, body } = await club.api.get(
    `/groups/${club.group.id}/balances/explain?program_id=${club.program.id}&asset_id=${club.asset.id}`,
  );
  expect({ status, body }).toMatchObject({ status: 200, body: { data: [{ origin: { journal_entry_id: credit.journal_entry_id } }] } });
});
