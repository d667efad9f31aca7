import { describe, expect, test } from 'vitest';
import type { Import } from '@/contract/import';
import type { JournalEntryResource } from '@/contract/journal';
import type { ParticipantDetail } from '@/contract/participant';
import { statement } from '@/server/db/transaction';
import { organization } from '@tests/support/api';
import { csv, importFile } from '@tests/support/imports';
import { drifted, ledger, snapshot } from '@tests/support/ledger';
import { programWithAsset, type TestProgram } from '@tests/support/programs';
import { createEndpoint } from '@tests/support/webhooks';

const read = async ({ api }: Pick<TestProgram, 'api'>, name: string) =>
  (await api.get<ParticipantDetail>(`/participants/ext:${name}`)).body;

test('participants are made with profile, tags, attributes and an opening balance that is a journal entry', async () => {
  const ours = await programWithAsset({ symbol: 'PTS' });
  const { status, body, headers } = await importFile(
    ours,
    csv(
      'external_id,email,first_name,phone,tags,attributes,attribute.city,status,asset_symbol,opening_balance',
      `ada,ada@example.com,Ada,'+49 171,VIP;beta,"{""plan"":""gold""}",Bonn,,PTS,120.5`,
      'ben,,,,,,,SUSPENDED,PTS,7',
    ),
    'file_name=members.csv',
  );
  expect(status).toBe(201);
  expect(headers.location).toBe(`/v1/imports/${body.id}`);
  expect(body).toMatchObject({
    status: 'COMPLETED',
    file_name: 'members.csv',
    rows: 2,
    processed: 2,
    created: 2,
    updated: 0,
    unchanged: 0,
    credited: 2,
    failed: 0,
    errors: [],
  });
  expect(await read(ours, 'ada')).toMatchObject({
    email: 'ada@example.com',
    first_name: 'Ada',
    phone: '+49 171',
    tags: ['beta', 'vip'],
    attributes: { plan: 'gold', city: 'Bonn' },
    program_ids: [ours.program.id],
    balances: [{ available: '120.50' }],
  });
  expect(await read(ours, 'ben')).toMatchObject({ status: 'SUSPENDED', balances: [{ available: '7.00' }] });
  const entries = await ours.api.get<{ data: JournalEntryResource[] }>(
    `/journal-entries?reference_id=${encodeURIComponent(body.reference_id)}`,
  );
  expect(entries.body.data).toHaveLength(2);
  expect(entries.body.data[0]).toMatchObject({ type: 'CREDIT', description: 'Opening balance' });
  expect(await drifted(ours.id)).toEqual([]);
});

test('an empty cell leaves what is there; what changes nothing is unchanged', async () => {
  const ours = await programWithAsset();
  for (const external_id of ['ada', 'ben', 'eve'])
    await ours.api.post('/participants', { external_id, email: 'old@example.com', program_id: ours.program.id });
  const { body } = await importFile(ours, csv('external_id,email,last_name', 'ada,new@example.com,', 'ben,,Byron', 'eve,,'));
  expect(body).toMatchObject({ created: 0, updated: 2, unchanged: 1, credited: 0 });
  expect(await read(ours, 'ada')).toMatchObject({ email: 'new@example.com', last_name: null });
  expect(await read(ours, 'ben')).toMatchObject({ email: 'old@example.com', last_name: 'Byron' });
});

test('rows with other assets of one participant are several balances, wherever they stand in the file', async () => {
  const ours = await programWithAsset({ symbol: 'ONE' });
  await ours.addAsset({ symbol: 'TWO', inventory_mode: 'LOT' });
  const { body } = await importFile(
    ours,
    csv(
      'external_id,asset_symbol,opening_balance,expires_at,matures_at',
      'ada,ONE,1,,',
      'ben,ONE,5,,',
      'ada,TWO,2,2099-01-01T00:00:00Z,2098-01-01T00:00:00Z',
    ),
  );
  expect(body).toMatchObject({ created: 2, credited: 3, failed: 0 });
  const { balances } = await read(ours, 'ada');
  expect(balances.map(({ available, deferred }) => [available, deferred]).sort()).toEqual([
    ['0.00', '2.00'],
    ['1.00', '0.00'],
  ]);
});

describe('an opening balance is given once', () => {
  const file = (amount: string) => csv('external_id,asset_symbol,opening_balance', `ada,OPN,${amount}`);

  test('the same again changes nothing, another amount is an error of its row', async () => {
    const ours = await programWithAsset({ symbol: 'OPN' });
    await importFile(ours, file('10'));
    expect((await importFile(ours, file('10.00'))).body).toMatchObject({ created: 0, unchanged: 1, credited: 0, failed: 0 });
    const { body } = await importFile(ours, file('11'));
    expect(body).toMatchObject({ failed: 1, credited: 0, errors: [{ line: 2, field: 'opening_balance', code: 'opening_balance_exists' }] });
    expect((await read(ours, 'ada')).balances).toMatchObject([{ available: '10.00' }]);
  });

  test('the same file under the same key is answered with the same import, another file is a conflict', async () => {
    const ours = await programWithAsset({ symbol: 'OPN' });
    const key = { 'idempotency-key': 'go-live' };
    const first = await importFile(ours, file('10'), '', key);
    const again = await importFile(ours, file('10'), '', key);
    expect(again).toMatchObject({
      status: 201,
      headers: { 'idempotent-replayed': 'true' },
      body: { id: first.body.id, status: 'COMPLETED', credited: 1 },
    });
    expect((await importFile(ours, file('11'), '', key)).body).toMatchObject({ code: 'idempotency_conflict' });
    expect((await ours.api.get<{ data: Import[] }>('/imports')).body.data.map(({ id }) => id)).toEqual([first.body.id]);
  });

  test('the same again changes nothing also when it has expired meanwhile; what is new may not have', async () => {
    const ours = await programWithAsset({ symbol: 'OLD', inventory_mode: 'LOT', mode: 'SANDBOX' });
    const { now } = (await ours.api.get<{ now: string }>('/sandbox/clock')).body;
    const soon = new Date(Date.parse(now) + 86_400_000).toISOString();
    const rows = (...names: string[]) =>
      csv('external_id,asset_symbol,opening_balance,expires_at', ...names.map((name) => `${name},OLD,10,${soon}`));
    expect((await importFile(ours, rows('ada'))).body).toMatchObject({ created: 1, credited: 1, failed: 0 });
    await ours.api.post('/sandbox/clock/advance', { by: '2d' });
    expect((await importFile(ours, rows('ada', 'ben'))).body).toMatchObject({
      unchanged: 1,
      created: 0,
      credited: 0,
      errors: [{ line: 3, field: 'expires_at', code: 'invalid_expiration' }],
    });
    expect((await read(ours, 'ada')).balances).toMatchObject([{ available: '0.00' }]);
  });

  test('two at once give it once', async () => {
    const ours = await programWithAsset({ symbol: 'OPN' });
    const both = await Promise.all([importFile(ours, file('10')), importFile(ours, file('10'))]);
    expect(both.map(({ body }) => body.status)).toEqual(['COMPLETED', 'COMPLETED']);
    expect(both.reduce((sum, { body }) => sum + body.credited, 0)).toBe(1);
    expect((await read(ours, 'ada')).balances).toMatchObject([{ available: '10.00' }]);
  });
});

test('a dry run answers what would be done and does nothing', async () => {
  const ours = await programWithAsset({ symbol: 'DRY' });
  await ours.api.post('/participants', { external_id: 'ada', program_id: ours.program.id });
  const before = await snapshot(ours.id);
  const { body } = await importFile(
    ours,
    csv('external_id,email,asset_symbol,opening_balance', 'ada,a@example.com,DRY,5', 'ben,,DRY,1', 'eve,,DRY,0.001'),
    'dry_run=true',
  );
  expect(body).toMatchObject({ status: 'COMPLETED', phase: 'CHECKING', dry_run: true, created: 1, updated: 1, credited: 2, failed: 1 });
  expect(await snapshot(ours.id)).toEqual(before);
});

test('each new participant and each balance is told to webhook endpoints', async () => {
  const ours = await programWithAsset({ symbol: 'TEL' });
  await createEndpoint(ours.api, 'http://127.0.0.1:9/');
  const { body } = await importFile(ours, csv('external_id,asset_symbol,opening_balance', 'ada,TEL,5', 'ben,TEL,'));
  const told = await statement<{ type: string; data: Record<string, unknown> }>(
    'SELECT type, data FROM webhook_events WHERE organization_id = $1 ORDER BY type, id',
    [ours.id],
  );
  expect(told.map(({ type }) => type)).toEqual(['balance.credited', 'participant.created', 'participant.created']);
  expect(told[0]!.data).toMatchObject({ amount: '5.00', bucket: 'AVAILABLE', reference_id: body.reference_id });
});

describe('a PREFUNDED asset', () => {
  test('is drawn from the wallet, and nothing is applied if that holds less than the file gives out', async () => {
    const ours = await ledger({ symbol: 'PRE', issuance_policy: 'PREFUNDED' });
    await ours.wallet('fund', { amount: '10' });
    const file = csv('external_id,asset_symbol,opening_balance', 'ben,PRE,6', 'eve,PRE,4.5');
    const { body } = await importFile(ours, file);
    expect(body).toMatchObject({ status: 'FAILED', error_code: 'insufficient_funds', created: 0, credited: 0 });
    expect(body.error_message).toMatch(/10\.50 PRE.*10\.00 PRE.*0\.50 PRE more/);
    await ours.wallet('fund', { amount: '0.5' });
    expect((await importFile(ours, file)).body).toMatchObject({ status: 'COMPLETED', credited: 2 });
    const { body: wallet } = await ours.api.get<{ data: { available: string }[] }>(`/programs/${ours.program.id}/balance`);
    expect(wallet.data).toMatchObject([{ available: '0.00' }]);
    expect(await drifted(ours.id)).toEqual([]);
  });
});

describe('rows with errors', () => {
  const HEADER = 'external_id,email,tags,attributes,status,asset_symbol,opening_balance,expires_at';

  test.each([
    [',a@example.com,,,,,,', 'external_id', 'validation_error'],
    ['ada,nobody,,,,,,', 'email', 'invalid_email'],
    ['ada,,,not json,,,,', 'attributes', 'validation_error'],
    ['ada,,,[1],,,,', 'attributes', 'validation_error'],
    ['ada,,,,ASLEEP,,,', 'status', 'validation_error'],
    ['ada,,,,,NONE,1,', 'asset_symbol', 'asset_not_linked'],
    ['ada,,,,,,1,', 'asset_symbol', 'validation_error'],
    ['ada,,,,,ERR,-1,', 'opening_balance', 'invalid_amount'],
    ['ada,,,,,ERR,1.234,', 'opening_balance', 'invalid_amount'],
    ['ada,,,,,ERR,"1,5",', 'opening_balance', 'invalid_amount'],
    ['ada,,,,,ERR,1001,', 'opening_balance', 'max_transaction_amount_exceeded'],
    ['ada,,,,,ERR,1,tomorrow', 'expires_at', 'validation_error'],
    ['ada,,,,,ERR,1,2099-01-01T00:00:00Z', 'expires_at', 'invalid_lot_lifecycle'],
    ['ada,,,', null, 'invalid_csv'],
  ])('%s is refused for %s', async (row, field, code) => {
    const ours = await programWithAsset({ symbol: 'ERR', max_transaction_amount: '1000' });
    const { status, body } = await importFile(ours, csv(HEADER, row, 'ben,,,,,ERR,1,'));
    expect({ status, errors: body.errors }).toMatchObject({ status: 201, errors: [{ line: 2, field, code }] });
    expect(body).toMatchObject({ status: 'COMPLETED', rows: 2, processed: 2, failed: 1, created: 1, credited: 1 });
  });

  test('every field at fault is named, with the line of the file where its row begins', async () => {
    const ours = await programWithAsset({ symbol: 'ERR' });
    const { body } = await importFile(ours, csv('external_id,first_name,email,status', 'ada,"A\r\nB",,', '', 'ben,,nobody,ASLEEP'));
    expect(body.errors.map(({ line, field }) => [line, field])).toEqual([
      [5, 'email'],
      [5, 'status'],
    ]);
    expect(body).toMatchObject({ rows: 2, failed: 1, error_count: 2, created: 1 });
  });

  test('a row that repeats an earlier one is refused, and so is a balance for whoever is inactive', async () => {
    const ours = await programWithAsset({ symbol: 'ERR' });
    await ours.api.post('/participants', { external_id: 'eve' });
    await ours.api.patch('/participants/ext:eve', { status: 'CLOSED' });
    const { body } = await importFile(ours, csv('external_id,asset_symbol,opening_balance', 'ada,ERR,1', 'eve,ERR,1', 'ada,ERR,1'));
    expect(body.errors).toMatchObject([
      { line: 3, code: 'participant_inactive' },
      { line: 4, field: null, code: 'validation_error' },
    ]);
    expect(body).toMatchObject({ created: 1, credited: 1, failed: 2 });
  });

  test('a participant with more tags than fit is left out, and the others are not', async () => {
    const ours = await programWithAsset();
    await importFile(ours, csv('external_id', 'ada'));
    await statement(
      `INSERT INTO state_tags (organization_id, subject_type, subject_id, tag, created_at)
       SELECT organization_id, 'PARTICIPANT', id, 't' || n, now() FROM participants, generate_series(1, 1000) AS n WHERE organization_id = $1`,
      [ours.id],
    );
    expect((await importFile(ours, csv('external_id,tags', 'ada,t999;t1000'))).body).toMatchObject({ failed: 0, unchanged: 1 });
    const { body } = await importFile(ours, csv('external_id,first_name,tags', 'ada,Ada,t999;t1001', 'ben,Ben,t1'));
    expect(body).toMatchObject({ status: 'COMPLETED', created: 1, failed: 1, errors: [{ line: 2, field: null, code: 'unprocessable' }] });
    expect((await read(ours, 'ada')).first_name).toBeNull();
  });

  test('with on_error=STOP nothing is applied', async () => {
    const ours = await programWithAsset({ symbol: 'ERR' });
    const before = await snapshot(ours.id);
    const { body } = await importFile(ours, csv('external_id,email', 'ada,a@example.com', 'ben,nobody'), 'on_error=STOP');
    expect(body).toMatchObject({ status: 'FAILED', error_code: 'validation_error', failed: 1, created: 1 });
    expect(await snapshot(ours.id)).toEqual(before);
    const good = await importFile(ours, csv('external_id,email', 'ada,a@example.com'), 'on_error=STOP');
    expect(good.body).toMatchObject({ status: 'COMPLETED', phase: 'APPLYING', created: 1 });
  });

  test('errors are listed a page at a time', async () => {
    const ours = await programWithAsset();
    const { body } = await importFile(ours, csv('external_id,email', ...Array.from({ length: 150 }, (_, i) => `p${i},nobody`)));
    expect(body.errors).toHaveLength(100);
    const page = await ours.api.get<{ data: { line: number }[]; pagination: { next_cursor: string } }>(
      `/imports/${body.id}/errors?limit=120`,
    );
    const next = await ours.api.get<{ data: { line: number }[] }>(
      `/imports/${body.id}/errors?limit=120&cursor=${page.body.pagination.next_cursor}`,
    );
    expect([...page.body.data, ...next.body.data].map(({ line }) => line)).toEqual(Array.from({ length: 150 }, (_, i) => i + 2));
  });
});

test('who imported what is in the audit log, and a dry run is not', async () => {
  const ours = await programWithAsset();
  await importFile(ours, csv('external_id', 'ada'), 'dry_run=true');
  const { body } = await importFile(ours, csv('external_id', 'ada'), 'file_name=members.csv');
  const log = await ours.api.get<{ data: object[] }>('/audit-log?resource_type=IMPORT');
  expect(log.body.data).toMatchObject([{ action: 'CREATE', resource_id: body.id, resource_name: 'members.csv' }]);
});

test('an import is the business of its organization alone', async () => {
  const [ours, theirs] = [await programWithAsset(), await organization()];
  const { body } = await importFile(ours, csv('external_id', 'ada'));
  for (const path of [`/imports/${body.id}`, `/imports/${body.id}/errors`]) expect((await theirs.api.get(path)).status).toBe(404);
  expect((await theirs.api.post(`/imports/${body.id}/cancel`)).status).toBe(404);
  expect((await importFile({ key: theirs.key, program: ours.program }, csv('external_id', 'ada'))).body).toMatchObject({
    code: 'not_found',
  });
  expect((await ours.api.post(`/imports/${body.id}/cancel`)).body).toMatchObject({ code: 'invalid_status' });
});
