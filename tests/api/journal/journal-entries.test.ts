import { expect, test } from 'vitest';
import type { JournalEntryResource } from '@/contract/journal';
import type { Pagination } from '@/contract/page';
import { pool } from '@/server/db/client';
import { organization, type Api } from '@tests/support/api';
import { ledger, type TestLedger } from '@tests/support/ledger';

interface Page {
  data: JournalEntryResource[];
  pagination: Pagination;
}

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const entries = async (api: Api, query = ''): Promise<JournalEntryResource[]> =>
  (await api.get<Page>(`/journal-entries${query}`)).body.data;
const idsOf = (rows: readonly JournalEntryResource[]) => rows.map(({ id }) => id);

async function fundedClub(): Promise<TestLedger> {
  const club = await ledger({ issuance_policy: 'PREFUNDED' });
  await club.wallet('fund', { amount: '100', description: 'Budget' });
  return club;
}

test('an entry shows its postings, signed, and reads the same alone and in the list', async () => {
  const club = await fundedClub();
  const { journal_entry_id: id } = await club.post({ amount: '2.5', bucket: 'HELD', reference_id: 'order-1', description: 'Welcome' });
  const { status, body } = await club.api.get<JournalEntryResource>(`/journal-entries/${id}`);
  expect(status).toBe(200);
  expect(body).toEqual({
    id,
    program_id: club.program.id,
    type: 'CREDIT',
    description: 'Welcome',
    reference_id: 'order-1',
    event_id: null,
    rule_id: null,
    rule_version: null,
    entry_hash: null,
    previous_hash: null,
    postings: [
      { asset_id: club.asset.id, account: { type: 'PROGRAM_WALLET', id: club.program.id, bucket: 'AVAILABLE' }, amount: '-2.50' },
      { asset_id: club.asset.id, account: { type: 'PARTICIPANT', id: club.participant.id, bucket: 'HELD' }, amount: '2.50' },
    ],
    created_at: expect.any(String),
    updated_at: body.created_at,
  });
  expect(await entries(club.api)).toMatchObject([body, { type: 'FUND', description: 'Budget' }]);
});

test('each operation names its accounts', async () => {
  const club = await fundedClub();
  const free = await club.addAsset({ symbol: 'FREE' });
  await club.wallet('burn', { amount: '1' });
  await club.post({ asset_id: free.id });
  await club.post({ asset_id: free.id, type: 'DEBIT', amount: '4' });
  const shape = (await entries(club.api)).reverse().map(({ type, postings }) => [type, ...postings.map(({ account }) => account.type)]);
  expect(shape).toEqual([
    ['FUND', 'SYSTEM_ISSUANCE', 'PROGRAM_WALLET'],
    ['BURN', 'PROGRAM_WALLET', 'SYSTEM_ISSUANCE'],
    ['CREDIT', 'SYSTEM_ISSUANCE', 'PARTICIPANT'],
    ['DEBIT', 'PARTICIPANT', 'SYSTEM_ISSUANCE'],
  ]);
});

test('entries of rules name the event, the rule and its version, and are found by them', async () => {
  const club = await ledger();
  const rule = await club.addRule({ amount: '7' });
  const event = await club.sendAndProcess({});
  await club.post();
  const [made] = await entries(club.api, `?rule_id=${rule.id}`);
  expect(made).toMatchObject({ type: 'CREDIT', event_id: event.id, rule_id: rule.id, rule_version: 1 });
  expect(idsOf(await entries(club.api, `?event_id=${event.id}`))).toEqual([made?.id]);
  expect(await entries(club.api)).toHaveLength(2);
});

test('program_id, asset_id, type and reference_id each narrow the list, and combine', async () => {
  const club = await fundedClub();
  const free = await club.addAsset({ symbol: 'FREE' });
  const { body: other } = await club.api.post<{ id: string }>('/programs', { name: 'Other' });
  await club.api.put(`/programs/${other.id}/assets/${free.id}`);
  const credit = await club.post({ reference_id: 'r1' });
  const freeCredit = await club.post({ asset_id: free.id, reference_id: 'r2' });
  const elsewhere = await club.post({ asset_id: free.id, program_id: other.id, reference_id: 'r1' });
  const debit = await club.post({ type: 'DEBIT', asset_id: free.id, amount: '1' });
  const found = async (query: string) => idsOf(await entries(club.api, query));
  expect(await found(`?program_id=${other.id}`)).toEqual([elsewhere.journal_entry_id]);
  expect(await found(`?asset_id=${free.id}`)).toEqual([debit, elsewhere, freeCredit].map((entry) => entry.journal_entry_id));
  expect(await found('?type=DEBIT')).toEqual([debit.journal_entry_id]);
  expect(await found('?type=BURN')).toEqual([]);
  expect(await found('?reference_id=r1')).toEqual([elsewhere.journal_entry_id, credit.journal_entry_id]);
  expect(await found(`?reference_id=r1&program_id=${club.program.id}&asset_id=${club.asset.id}&type=CREDIT`)).toEqual([
    credit.journal_entry_id,
  ]);
  expect(await found(`?asset_id=${UNKNOWN}`)).toEqual([]);
});

test('from is inclusive and to exclusive, on the clock of the organization', async () => {
  const club = await ledger({ mode: 'SANDBOX' });
  const first = await club.post();
  await club.api.post('/sandbox/clock/advance', { by: '10d' });
  const second = await club.post();
  const [later, earlier] = await entries(club.api);
  expect([earlier?.id, later?.id]).toEqual([first.journal_entry_id, second.journal_entry_id]);
  expect(Date.parse(later!.created_at) - Date.parse(earlier!.created_at)).toBeGreaterThanOrEqual(10 * 86_400_000);
  expect(idsOf(await entries(club.api, `?from=${later!.created_at}`))).toEqual([later!.id]);
  expect(idsOf(await entries(club.api, `?from=${earlier!.created_at}&to=${later!.created_at}`))).toEqual([earlier!.id]);
});

/** Gives all entries the same date, bypassing the guard, in a separate session. */
async function dateEntries(organizationId: string, at: Date): Promise<void> {
  const client = await pool().connect();
  try {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    const values = [organizationId, at];
    const ofThen = (id: string) => `overlay(first_id_at($2)::text placing substr(${id}::text, 15) from 15)::uuid`;
    const waiting = `ARRAY(SELECT ${ofThen('id')} FROM unnest(entry_ids) AS id)`;
    for (const [table, column, then] of [
      ['entry_seal_queue', 'entry_ids', waiting],
      ['account_entries', 'entry_id', ofThen('entry_id')],
    ] as const)
      await client.query(`UPDATE ${table} SET ${column} = ${then} WHERE organization_id = $1 AND $2::timestamptz IS NOT NULL`, values);
    await client.query(`UPDATE journal_entries SET created_at = $2, id = ${ofThen('id')} WHERE organization_id = $1`, values);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

test('entries of one millisecond are neither lost nor repeated between pages', async () => {
  const club = await ledger();
  await Promise.all(Array.from({ length: 12 }, () => club.post()));
  await dateEntries(club.id, new Date('2026-01-01T00:00:00Z'));
  for (const path of ['/journal-entries', `/participants/${club.participant.id}/activity/journal-entries`]) {
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null && page < 10; page++) {
      const { body }: { body: Page } = await club.api.get<Page>(`${path}?limit=5${cursor && `&cursor=${cursor}`}`);
      seen.push(...idsOf(body.data));
      cursor = body.pagination.next_cursor;
    }
    expect(seen).toHaveLength(12);
    expect(new Set(seen).size).toBe(12);
  }
});

test('the activity of a participant holds the entries that touch it and no others, each once', async () => {
  const club = await fundedClub();
  await club.api.post('/participants', { external_id: 'bob' });
  const mine = await club.post({ reference_id: 'r' });
  const debit = await club.post({ type: 'DEBIT', amount: '1' });
  const body = { program_id: club.program.id, asset_id: club.asset.id, type: 'CREDIT', amount: '1', description: 'x' };
  await club.api.post('/participants/ext:bob/balances/adjust', body);
  const activity = async (query = '') => (await club.api.get<Page>(`/participants/ext:ada/activity/journal-entries${query}`)).body.data;
  expect(idsOf(await activity())).toEqual([debit.journal_entry_id, mine.journal_entry_id]);
  expect(idsOf(await activity('?type=CREDIT'))).toEqual([mine.journal_entry_id]);
  expect(idsOf(await activity(`?reference_id=r&asset_id=${club.asset.id}&program_id=${club.program.id}`))).toEqual([mine.journal_entry_id]);
  expect((await activity())[0]).toEqual((await club.api.get<JournalEntryResource>(`/journal-entries/${debit.journal_entry_id}`)).body);
});

test('an entry that does not exist, or is of another organization, is not_found', async () => {
  const club = await ledger();
  const { journal_entry_id: id } = await club.post();
  const stranger = await organization();
  expect(await stranger.api.get(`/journal-entries/${id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await club.api.get(`/journal-entries/${UNKNOWN}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await club.api.get('/journal-entries/1')).toMatchObject({ status: 400, body: { code: 'validation_error', param: 'id' } });
  expect(await entries(stranger.api)).toEqual([]);
  for (const query of [`?program_id=${club.program.id}`, `?asset_id=${club.asset.id}`])
    expect(await entries(stranger.api, query)).toEqual([]);
});

test.each(['type=credit', 'type=', 'event_id=x', 'rule_id=x', 'reference_id=', 'reference_id=%00', 'sort_by=type', 'limit=201', 'page=2'])(
  'the query %s is a validation_error',
  async (query) => {
    const { api } = await organization();
    expect(await api.get(`/journal-entries?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'validation_error', param: query.split('=')[0] },
    });
  },
);

test('entries cannot be written or changed through the API', async () => {
  const { api } = await organization();
  for (const attempt of [
    api.post('/journal-entries', {}),
    api.patch(`/journal-entries/${UNKNOWN}`, {}),
    api.delete(`/journal-entries/${UNKNOWN}`),
  ]) {
    expect(await attempt).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
  }
});
