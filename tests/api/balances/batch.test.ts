/** Many balance operations in one request: each is answered as its single route answers it, in order, and none fails because of another. */
import { describe, expect, test } from 'vitest';
import { BALANCE_BATCH_MAX } from '@/contract/balance-batch';
import { statement } from '@/server/db/transaction';
import { organization } from '@tests/support/api';
import { codesOf, resultsOf, sendAlone, sendBatch, type Sent } from '@tests/support/balance-batch';
import { scene, story, UNKNOWN, type Scene } from '@tests/support/balance-story';
import { groupIn } from '@tests/support/groups';
import { drifted, envelopes, ledger, snapshot, unbalancedAssets } from '@tests/support/ledger';
import { ownedOrganization } from '@tests/support/people';

/** Ids by the order in which they appear, so that two scenes can be compared. */
function anonymous(value: unknown): unknown {
  const names = new Map<string, string>();
  const text = JSON.stringify(value).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
    if (id === UNKNOWN) return id;
    if (!names.has(id)) names.set(id, `id-${names.size}`);
    return names.get(id)!;
  });
  return JSON.parse(text) as unknown;
}

const holderField = (sent: Sent): string => ['participant_id', 'external_id', 'group_id'].find((name) => sent[name] !== undefined)!;

describe('each operation of a batch', () => {
  test('has the status, the answer and the error that it has alone, and leaves the same balances, lots, holds and webhooks', async () => {
    const [apart, together] = [await scene(), await scene()];
    const alone: unknown[] = [];
    for (const sent of story(apart)) {
      const { status, body } = await sendAlone(apart.api, sent);
      const { request_id: _, doc_url: __, ...error } = body;
      if (error.param === 'id') error.param = holderField(sent);
      alone.push(status < 300 ? { http_status: status, result: body } : { http_status: status, error });
    }
    const results = await resultsOf(together.api, story(together));
    expect(anonymous(results.map(({ http_status, result, error }) => (result ? { http_status, result } : { http_status, error })))).toEqual(
      anonymous(alone),
    );
    const codes = codesOf(results);
    expect([codes.filter((code) => code === 'done').length, new Set(codes).size]).toEqual([21, 20]);
    const state = async ({ id, api }: Scene): Promise<unknown> => {
      const { balances, holds } = await snapshot(id);
      const { body: lots } = await api.get<{ data: object[] }>('/participants/ext:ada/balances/lots');
      const amounts = (rows: readonly unknown[], ...names: string[]) =>
        rows.map((row) => names.map((name) => String((row as Record<string, unknown>)[name])).join(' ')).sort();
      return [
        amounts(balances!, 'account_type', 'available', 'held', 'deferred', 'overdraft_limit'),
        amounts(holds!, 'reference_id', 'amount'),
        amounts(lots.data, 'amount', 'remaining', 'status', 'reference_id'),
        (await envelopes(id)).map(({ type, data }) => [type, data.amount, data.bucket, data.reference_id, data.settle]),
      ];
    };
    expect(await state(together)).toEqual(await state(apart));
    expect(await drifted(together.id)).toEqual([]);
    expect(await unbalancedAssets(together.id)).toEqual([]);
  });

  test('is counted and named by its place in the request', async () => {
    const club = await ledger();
    const of = { operation: 'ADJUST', external_id: 'ada', program_id: club.program.id, asset_id: club.asset.id, description: 'T' };
    const { status, body } = await sendBatch(club.api, [
      { ...of, type: 'CREDIT', amount: '1', idempotency_key: 'a' },
      { ...of, type: 'DEBIT', amount: '2', idempotency_key: 'b' },
      { ...of, type: 'DEBIT', amount: '1', idempotency_key: 'c' },
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      total: 3,
      success_count: 2,
      error_count: 1,
      results: [
        { index: 0, status: 'DONE', http_status: 200, replayed: false, result: { amount: '1.00' } },
        { index: 1, status: 'ERROR', http_status: 422, error: { type: 'unprocessable', code: 'insufficient_funds', param: 'amount' } },
        { index: 2, status: 'DONE', http_status: 200, replayed: false, result: { balance: { available: '0.00' } } },
      ],
    });
  });

  test('sees what those before it did to the same account, wallets included', async () => {
    const club = await ledger({ issuance_policy: 'PREFUNDED' });
    await club.api.post('/participants', { external_id: 'bob' });
    await club.wallet('fund', { amount: '25' });
    const of = { program_id: club.program.id, asset_id: club.asset.id, description: 'T' };
    const credit = (external_id: string, amount: string) => ({ operation: 'ADJUST', ...of, external_id, type: 'CREDIT', amount });
    const operations = [
      credit('ada', '15'),
      credit('bob', '15'),
      credit('bob', '10'),
      { operation: 'HOLD', ...of, external_id: 'bob', amount: '10', reference_id: 'r' },
      { operation: 'HOLD', ...of, external_id: 'bob', amount: '0.01', reference_id: 'r' },
      { operation: 'ADJUST', ...of, external_id: 'ada', type: 'DEBIT', amount: '15' },
      credit('bob', '15'),
      { operation: 'RELEASE', ...of, external_id: 'bob', amount: '10', reference_id: 'r' },
      { operation: 'FORFEIT', ...of, external_id: 'bob', amount: '25', bucket: 'AVAILABLE' },
    ].map((one, index) => ({ ...one, idempotency_key: `k${index}` }));
    expect(codesOf(await resultsOf(club.api, operations))).toEqual([
      'done',
      'insufficient_funds',
      'done',
      'done',
      'insufficient_funds',
      'done',
      'done',
      'done',
      'done',
    ]);
    expect(await drifted(club.id)).toEqual([]);
  });

  test('may be of any shape: what cannot be read is refused alone, with the fields at fault', async () => {
    const club = await ledger();
    const good = { external_id: 'ada', program_id: club.program.id, asset_id: club.asset.id, description: 'T', amount: '1' };
    const adjust = { operation: 'ADJUST', type: 'CREDIT', ...good };
    const results = await resultsOf(club.api, [
      { ...adjust, idempotency_key: 'a' },
      null,
      7,
      [],
      {},
      { ...adjust, operation: 'TRANSFER' },
      { ...adjust, participant_id: club.participant.id },
      { ...adjust, external_id: undefined },
      { ...good, operation: 'HOLD', type: 'CREDIT' },
      { ...adjust, idempotency_key: '' },
      adjust,
      { ...adjust, idempotency_key: 'b' },
    ]);
    expect(codesOf(results)).toEqual([
      'done',
      'validation_error',
      'validation_error',
      'validation_error',
      'validation_error',
      'validation_error',
      'invalid_request',
      'invalid_request',
      'validation_error',
      'validation_error',
      'missing_idempotency_key',
      'done',
    ]);
    expect(results.map(({ error }) => error?.param)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      'operation',
      'operation',
      'participant_id',
      'participant_id',
      'type',
      'idempotency_key',
      'idempotency_key',
      undefined,
    ]);
    expect((await club.balance()).available).toBe('2.00');
  });
});

test('a lot that is used up while held keeps the reference of its hold, and one that was released first does not', async () => {
  const club = await ledger({ inventory_mode: 'LOT' });
  const of = { external_id: 'ada', program_id: club.program.id, asset_id: club.asset.id, description: 'T' };
  const credit = (amount: string) => ({ operation: 'ADJUST', ...of, type: 'CREDIT', amount });
  const move = (operation: string, amount: string, reference_id: string, change: object = {}) => ({
    operation,
    ...of,
    amount,
    reference_id,
    ...change,
  });
  const operations = [
    credit('3'),
    move('HOLD', '3', 'kept'),
    move('FORFEIT', '3', 'kept', { bucket: 'HELD' }),
    credit('4'),
    move('HOLD', '4', 'released'),
    move('RELEASE', '4', 'released'),
    move('FORFEIT', '4', 'other', { bucket: 'AVAILABLE' }),
  ].map((one, index) => ({ ...one, idempotency_key: `k${index}` }));
  expect(codesOf(await resultsOf(club.api, operations))).toEqual(operations.map(() => 'done'));
  const { data } = await club.lots();
  expect(data.map(({ amount, status, reference_id }) => [amount, status, reference_id]).sort()).toEqual([
    ['3.00', 'CONSUMED', 'kept'],
    ['4.00', 'CONSUMED', null],
  ]);
});

test('a settlement of what is not held is not_found, and needs the reference of a hold', async () => {
  const club = await ledger({ inventory_mode: 'LOT' });
  const settle = {
    operation: 'SETTLE',
    external_id: 'ada',
    program_id: club.program.id,
    asset_id: club.asset.id,
    amount: '1',
    description: 'T',
  };
  const before = await snapshot(club.id);
  const results = await resultsOf(club.api, [
    { ...settle, reference_id: 'unheard of', idempotency_key: 'a' },
    { ...settle, idempotency_key: 'b' },
    { ...settle, reference_id: 'x', bucket: 'HELD', idempotency_key: 'c' },
  ]);
  expect(results.map(({ http_status, error }) => [http_status, error?.code, error?.param])).toEqual([
    [404, 'not_found', 'reference_id'],
    [400, 'missing_reference_id', 'reference_id'],
    [400, 'validation_error', 'bucket'],
  ]);
  expect(await snapshot(club.id)).toEqual(before);
});

test.each([
  ['no operation', []],
  ['more than a thousand operations', Array.from({ length: BALANCE_BATCH_MAX + 1 }, () => ({}))],
  ['something else than a list', {}],
])('a batch of %s is refused as a whole', async (_, operations) => {
  const { api } = await organization();
  expect(await api.post('/balances/batch', { operations })).toMatchObject({
    status: 400,
    body: { code: 'validation_error', param: 'operations' },
  });
});

test('a batch finds nothing of another organization: not its people, groups, programs, assets or lots', async () => {
  const [club, theirs] = [await ledger({ inventory_mode: 'LOT' }), await ledger({ inventory_mode: 'LOT' })];
  await club.post();
  await theirs.post();
  const { group } = await groupIn(theirs.api);
  const [lot] = (await theirs.lots()).data;
  const own = { operation: 'HOLD', participant_id: club.participant.id, program_id: club.program.id, asset_id: club.asset.id };
  const before = [await snapshot(club.id), await snapshot(theirs.id)];
  const results = await resultsOf(
    club.api,
    [
      { participant_id: theirs.participant.id },
      { participant_id: undefined, group_id: group.id },
      { program_id: theirs.program.id },
      { asset_id: theirs.asset.id },
      { lot_ids: [lot!.id] },
    ].map((change, index) => ({ ...own, amount: '1', reference_id: 'r', description: 'T', idempotency_key: `k${index}`, ...change })),
  );
  expect(results.map(({ error }) => [error?.code, error?.param])).toEqual([
    ['not_found', 'participant_id'],
    ['not_found', 'group_id'],
    ['not_found', 'program_id'],
    ['asset_not_found', 'asset_id'],
    ['invalid_filter', 'lot_ids[0]'],
  ]);
  expect([await snapshot(club.id), await snapshot(theirs.id)]).toEqual(before);
});

test('a batch is in the audit log as its operations alone are: under their request, their key and whom it acts for', async () => {
  const { id, api } = await organization({ trusted_key: true });
  const { body: program } = await api.post<{ id: string }>('/programs', { name: 'Club' });
  const points = { name: 'Points', symbol: 'PTS', scale: 2, inventory_mode: 'LOT', issuance_policy: 'UNLIMITED' };
  const { body: asset } = await api.post<{ id: string }>('/assets', { ...points, program_ids: [program.id] });
  await api.post('/participants', { external_id: 'ada' });
  const credit = { external_id: 'ada', program_id: program.id, asset_id: asset.id, type: 'CREDIT', amount: '3', description: 'T' };
  const { external_id: _, ...body } = credit;
  const onBehalf = { 'x-on-behalf-of': 'grace@example.com' };
  const alone = await api.post('/participants/ext:ada/balances/adjust', body, onBehalf);
  const operations = ['a', 'b'].map((idempotency_key) => ({ operation: 'ADJUST', ...credit, idempotency_key }));
  const batch = await sendBatch(api, operations, {}, onBehalf);
  const rows = await statement<Record<string, unknown>>(
    `SELECT request_id, operation, actor_type, actor_id, actor_name, on_behalf_of, action, resource_type, resource_id, resource_name, program_id,
            after ->> 'description' AS description, after ->> 'journal_entry_id' AS entry
     FROM audit_log WHERE organization_id = $1 AND action = 'CREDIT' ORDER BY id, after ->> 'journal_entry_id'`,
    [id],
  );
  const [first, ...rest] = rows;
  expect(first).toMatchObject({ on_behalf_of: 'grace@example.com', request_id: alone.headers['x-request-id'], resource_name: 'ada' });
  expect(rest).toEqual(
    batch.body.results.map(({ result }) => ({
      ...first,
      request_id: batch.headers['x-request-id'],
      operation: 'balances.batch',
      entry: result?.journal_entry_id,
    })),
  );
});

test('a MEMBER may send a batch from the dashboard, a VIEWER may not', async () => {
  const { member } = await ownedOrganization();
  const send = async (role: 'MEMBER' | 'VIEWER') =>
    (await member(role)).mutate('balances.batch', { operations: [{ operation: 'ADJUST' }] });
  expect(await send('MEMBER')).toMatchObject({ data: { total: 1, error_count: 1 } });
  expect(await send('VIEWER')).toMatchObject({ failure: { code: 'insufficient_permissions' } });
});

test('a credit of a batch enrolls the participant in the program, once', async () => {
  const club = await ledger();
  const credit = { operation: 'ADJUST', external_id: 'ada', program_id: club.program.id, asset_id: club.asset.id, type: 'CREDIT' };
  const operations = ['a', 'b', 'c'].map((idempotency_key) => ({ ...credit, amount: '1', description: 'T', idempotency_key }));
  expect(codesOf(await resultsOf(club.api, operations))).toEqual(['done', 'done', 'done']);
  expect((await club.api.get(`/participants/${club.participant.id}`)).body).toMatchObject({ program_ids: [club.program.id] });
});
