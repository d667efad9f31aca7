/** A batch of balance operations costs as many statements as one, and what the database refuses of one operation fails that one alone. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { BatchedOperation } from '@/contract/balance-batch';
import type { Ctx } from '@/server/platform/context';
import { closeDatabase, pool } from '@/server/db/client';
import { statement } from '@/server/db/transaction';
import { applyBalanceBatch, type Answered } from '@/server/services/balances/apply-batch';
import { codesOf, resultsOf } from '@tests/support/balance-batch';
import { groupIn } from '@tests/support/groups';
import { note } from '@tests/support/chance';
import { drifted, ledger, snapshot, unbalancedAssets, type TestLedger } from '@tests/support/ledger';
import { ALL_STATEMENTS, statementsOf } from '@tests/support/statements';

afterAll(closeDatabase);

const MANY = 1_000;

const contextOf = ({ id }: TestLedger): Ctx => ({
  organization: { id, mode: 'LIVE', clockOffsetMs: 0 },
  actor: { kind: 'SYSTEM' },
  clock: { now: () => new Date() },
  requestId: 'req_batch',
  idempotencyKey: null,
});

const crediting = ({ program, asset }: TestLedger, change: Partial<BatchedOperation> = {}): BatchedOperation =>
  ({
    operation: 'ADJUST',
    external_id: 'ada',
    program_id: program.id,
    asset_id: asset.id,
    type: 'CREDIT',
    amount: '1',
    description: 'T',
    idempotency_key: randomUUID(),
    ...change,
  }) as BatchedOperation;

/** `p1` to `p1000`. */
const enrollMany = ({ id }: TestLedger) =>
  statement(
    `INSERT INTO participants (id, organization_id, external_id, created_at, updated_at)
     SELECT gen_random_uuid(), $1, 'p' || n, now(), now() FROM generate_series(1, $2::int) n`,
    [id, MANY],
  );

const isDone = (answer: Answered): boolean => !(answer instanceof Error);

test('a thousand operations of every kind take as many statements as eight', async () => {
  const club = await ledger({ inventory_mode: 'LOT', issuance_policy: 'PREFUNDED' });
  const simple = await club.addAsset({ inventory_mode: 'SIMPLE' });
  await club.wallet('fund', { amount: '100000' });
  await enrollMany(club);
  const { group } = await groupIn(club.api);
  const { body: other } = await club.api.post<{ id: string }>('/programs', { name: 'Other' });
  await club.api.put(`/programs/${other.id}/assets/${simple.id}`);
  await club.post({ amount: '5000' });
  const [lot] = (await club.lots()).data;
  const each = (external_id: string): BatchedOperation[] => [
    crediting(club, { external_id, amount: '9' }),
    crediting(club, { external_id, asset_id: simple.id, program_id: other.id }),
    crediting(club, { external_id: undefined, group_id: group.id }),
    crediting(club, { operation: 'HOLD', type: undefined, external_id, reference_id: 'h', amount: '5' } as Partial<BatchedOperation>),
    crediting(club, { operation: 'RELEASE', type: undefined, external_id, reference_id: 'h', amount: '2' } as Partial<BatchedOperation>),
    crediting(club, { operation: 'FORFEIT', type: undefined, lot_ids: [lot!.id], bucket: 'AVAILABLE' } as Partial<BatchedOperation>),
    crediting(club, { external_id, bucket: 'HELD', reference_id: 'p' }),
    crediting(club, {
      operation: 'VOID_HOLD',
      type: undefined,
      amount: undefined,
      external_id,
      reference_id: 'p',
    } as Partial<BatchedOperation>),
  ];
  const cost = async (people: readonly string[]): Promise<number> => {
    const operations = people.flatMap(each);
    let answers: Answered[] = [];
    const sent = await statementsOf(
      async () => void (answers = await applyBalanceBatch(contextOf(club), { operations, atomic: false })),
      ALL_STATEMENTS,
    );
    expect(answers.filter(isDone)).toHaveLength(people.length * 8);
    return sent.length;
  };
  const few = await cost(['p1']);
  const many = await cost(Array.from({ length: MANY / 8 }, (_, n) => `p${n + 2}`));
  note(`${MANY} operations took ${many} statements, 8 took ${few}`);
  expect(many).toBe(few);
  expect(many).toBeLessThan(20);
  expect([await drifted(club.id), await unbalancedAssets(club.id)]).toEqual([[], []]);
});

test('a thousand participants are credited in one request, and once when it is sent again', async () => {
  const club = await ledger();
  await enrollMany(club);
  const operations = Array.from({ length: MANY }, (_, n) => crediting(club, { external_id: `p${n + 1}`, amount: '2' }));
  const first = await resultsOf(club.api, operations);
  expect(first.map(({ index, status }) => `${index} ${status}`)).toEqual(operations.map((_, index) => `${index} DONE`));
  expect((await resultsOf(club.api, operations)).every(({ replayed }) => replayed)).toBe(true);
  const [sum] = await statement(
    'SELECT count(*)::int AS accounts, sum(available)::text AS total FROM balances WHERE organization_id = $1',
    [club.id],
  );
  expect(sum).toMatchObject({ accounts: MANY });
  expect(Number(sum!.total)).toBe(2 * MANY);
  expect(await drifted(club.id)).toEqual([]);
});

test('batches that credit the same new accounts at once, each in an order of its own, are all done', async () => {
  const club = await ledger({ inventory_mode: 'LOT' });
  await enrollMany(club);
  const people = Array.from({ length: 150 }, (_, n) => `p${n + 1}`);
  const orders = [people, people.toReversed(), [...people.slice(70), ...people.slice(0, 70)], people.toReversed()];
  const answers = await Promise.all(
    orders.map((order) =>
      resultsOf(
        club.api,
        order.map((external_id) => crediting(club, { external_id })),
      ),
    ),
  );
  expect(new Set(answers.flatMap(codesOf))).toEqual(new Set(['done']));
  expect([await drifted(club.id), await unbalancedAssets(club.id)]).toEqual([[], []]);
});

test('however many batches of an organization come at once, they hold one connection, and single operations go on meanwhile', async () => {
  const club = await ledger();
  await enrollMany(club);
  await club.post();
  const other = await pool().connect();
  const isBusy = () => pool().totalCount - pool().idleCount;
  try {
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM balances WHERE account_id = $1 FOR UPDATE', [club.participant.id]);
    const batches = Array.from({ length: 5 }, () => applyBalanceBatch(contextOf(club), { operations: [crediting(club)], atomic: false }));
    await expect.poll(isBusy).toBe(2);
    const credit = { program_id: club.program.id, asset_id: club.asset.id, type: 'CREDIT', amount: '1', description: 'T' };
    expect(await club.api.post('/participants/ext:p1/balances/adjust', credit)).toMatchObject({ status: 200 });
    await expect.poll(isBusy).toBe(2);
    await other.query('ROLLBACK');
    expect((await Promise.all(batches)).flat().every(isDone)).toBe(true);
  } finally {
    other.release();
  }
  expect((await club.balance()).available).toBe('15.00');
});

test('what the database refuses of one operation fails that one alone, and the others keep their order', async () => {
  const club = await ledger();
  const unstorable = `a${String.fromCharCode(0)}b`;
  const operations = Array.from({ length: 60 }, (_, n) => crediting(club, n === 17 || n === 42 ? { reference_id: unstorable } : {}));
  const answers = await applyBalanceBatch(contextOf(club), { operations, atomic: false });
  expect(answers.flatMap((answer, index) => (isDone(answer) ? [] : [index]))).toEqual([17, 42]);
  const balances = answers.flatMap((answer) =>
    answer instanceof Error ? [] : [(answer.body as { balance: { available: string } }).balance.available],
  );
  expect(balances).toEqual(Array.from({ length: 58 }, (_, n) => `${n + 1}.00`));
  const [shared] = await statement<{ transactions: number }>(
    'SELECT count(DISTINCT xmin::text)::int AS transactions FROM journal_entries WHERE organization_id = $1',
    [club.id],
  );
  expect(shared!.transactions).toBeLessThan(15);
  const again = await applyBalanceBatch(contextOf(club), { operations: operations.filter((_, n) => n !== 17 && n !== 42), atomic: true });
  expect(again.map((answer) => (answer instanceof Error ? answer : answer.body))).toEqual(
    answers.flatMap((answer) => (answer instanceof Error ? [] : [answer.body])),
  );
});

test('an atomic batch of which the database refuses an operation fails as a whole and changes nothing', async () => {
  const club = await ledger();
  const operations = [crediting(club), crediting(club, { reference_id: `a${String.fromCharCode(0)}b` }), crediting(club)];
  const before = await snapshot(club.id);
  await expect(applyBalanceBatch(contextOf(club), { operations, atomic: true })).rejects.toThrow();
  expect(await snapshot(club.id)).toEqual(before);
});

test('what has expired meanwhile is dealt with before a batch that is done, and left alone by an atomic one that is refused', async () => {
  const club = await ledger({ inventory_mode: 'LOT' });
  await club.post({ amount: '10', expires_in: '1d' });
  const later = { ...contextOf(club), clock: { now: () => new Date(Date.now() + 2 * 86_400_000) } };
  const before = await snapshot(club.id);
  const debit = crediting(club, { type: 'DEBIT', amount: '5' });
  const [refused] = await applyBalanceBatch(later, { operations: [debit], atomic: true });
  expect(refused).toMatchObject({ code: 'insufficient_funds' });
  expect(await snapshot(club.id)).toEqual(before);
  const [credited] = await applyBalanceBatch(later, { operations: [crediting(club)], atomic: false });
  expect(credited).toMatchObject({ body: { balance: { available: '1.00' } } });
  const entries = await statement('SELECT type FROM journal_entries WHERE organization_id = $1 ORDER BY sequence', [club.id]);
  expect(entries).toEqual([{ type: 'CREDIT' }, { type: 'EXPIRE' }, { type: 'CREDIT' }]);
});
