/** Random operations in batches of any size come to the same as one after another, whatever they do to each other. */
import { randomInt } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { BatchedOperation } from '@/contract/balance-batch';
import type { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import { closeDatabase } from '@/server/db/client';
import { statement } from '@/server/db/transaction';
import { applyCommand } from '@/server/services/balances/apply-commands';
import { applyBalanceBatch, type Answered } from '@/server/services/balances/apply-batch';
import { note } from '@tests/support/chance';
import { Dice } from '@tests/support/dice';
import { brokenInvariants } from '@tests/support/invariants';
import { ledger, snapshot, type TestLedger } from '@tests/support/ledger';

afterAll(closeDatabase);

const SEED = Number(process.env.LEDGER_SEED || randomInt(2 ** 31));
const OPERATIONS = 300;
const MOST = 60;
const PEOPLE = ['ada', 'bob', 'cyd'];
/** Whatever a batch does happens at one time; here what is done alone does too. */
const NOW = new Date();

/** Amounts and references so few that operations often meet on one hold or lot, and are often refused. */
function draw(dice: Dice, index: number): object {
  const of = { external_id: dice.one(PEOPLE), amount: String(dice.between(1, 12)), description: `Step ${index}` };
  // One key in ten may have been used before: the operation is then replayed, or refused.
  const idempotency_key = `k${dice.chance(0.1) ? dice.between(0, index) : index}`;
  const reference_id = dice.one(['r', 's']);
  const terms = dice.chance(0.3) ? { expires_in: dice.one(['9d', '30d']) } : {};
  const kinds: readonly object[] = [
    { operation: 'ADJUST', type: 'CREDIT', ...terms },
    { operation: 'ADJUST', type: 'CREDIT', ...terms, matures_in: '2d' },
    { operation: 'ADJUST', type: 'CREDIT', ...terms, bucket: 'HELD', reference_id },
    { operation: 'ADJUST', type: 'CREDIT', reference_id },
    { operation: 'ADJUST', type: 'DEBIT', shortfall_policy: dice.one(['REJECT', 'PARTIAL', 'ALLOW_NEGATIVE']) },
    { operation: 'HOLD', reference_id },
    { operation: 'RELEASE', ...(dice.chance(0.5) ? { reference_id } : {}) },
    { operation: 'FORFEIT', bucket: dice.one(['AVAILABLE', 'HELD']) },
    { operation: 'VOID_HOLD', reference_id, amount: undefined },
  ];
  return { ...of, ...dice.one(kinds), idempotency_key };
}

const within = ({ program, asset }: TestLedger, drawn: object): BatchedOperation =>
  BatchedOperation.parse({ ...drawn, program_id: program.id, asset_id: asset.id });

const contextOf = ({ id }: TestLedger): Ctx => ({
  organization: { id, mode: 'LIVE', clockOffsetMs: 0 },
  actor: { kind: 'SYSTEM' },
  clock: { now: () => NOW },
  requestId: 'req_random',
  idempotencyKey: null,
});

function perform(ctx: Ctx, drawn: BatchedOperation): Promise<Answered> {
  const { external_id: externalId = '', ...command } = drawn;
  if (command.operation === 'SETTLE') throw new Error('a settlement alone is an adjustment');
  return applyCommand(ctx, { type: 'PARTICIPANT', key: { externalId } }, command);
}

async function club(inventory_mode: 'SIMPLE' | 'LOT'): Promise<TestLedger> {
  const made = await ledger({ inventory_mode, issuance_policy: 'PREFUNDED', symbol: 'PTS' });
  for (const external_id of PEOPLE) await made.api.post('/participants', { external_id });
  await made.wallet('fund', { amount: '300' });
  return made;
}

/** An answer without the ids, which differ between organizations. */
function outcome(answer: Answered): unknown {
  if (answer instanceof Error) return [(answer as DomainError).code, (answer as DomainError).details];
  const { amount, amount_processed, balance, reference_id, lots_processed } = answer.body as Record<string, unknown>;
  const lots = (lots_processed as { amount: string }[] | undefined)?.map((lot) => lot.amount);
  return { amount, amount_processed, balance, reference_id, lots, replayed: answer.replayed };
}

async function state({ id }: TestLedger): Promise<unknown> {
  const { balances = [], lots = [], holds = [] } = (await snapshot(id)) as Record<string, Record<string, unknown>[]>;
  const told = (rows: readonly Record<string, unknown>[], ...names: string[]) =>
    rows.map((row) => names.map((name) => String(row[name])).join(' ')).sort();
  return [
    told(balances, 'account_type', 'available', 'held', 'deferred', 'overdraft_limit'),
    told(lots, 'amount', 'remaining', 'bucket', 'reference_id', 'provisional', 'expires_at', 'matures_at'),
    told(holds, 'reference_id', 'amount'),
  ];
}

test.each(['SIMPLE', 'LOT'] as const)(
  'random operations on %s balances are answered in batches as they are alone, and leave the same',
  async (mode) => {
    note(`LEDGER_SEED=${SEED}`);
    const dice = new Dice(SEED);
    const drawn = Array.from({ length: OPERATIONS }, (_, index) => draw(dice, index));
    const [apart, together] = [await club(mode), await club(mode)];
    const alone: unknown[] = [];
    for (const one of drawn.map((one) => within(apart, one))) {
      const ctx = { ...contextOf(apart), idempotencyKey: one.idempotency_key ?? null };
      alone.push(outcome(await perform(ctx, one).catch((error: DomainError) => error)));
    }
    const batched: unknown[] = [];
    while (batched.length < drawn.length) {
      const operations = drawn.slice(batched.length, batched.length + dice.between(1, MOST)).map((one) => within(together, one));
      batched.push(...(await applyBalanceBatch(contextOf(together), { operations, atomic: false })).map(outcome));
    }
    expect(batched).toEqual(alone);
    expect(await state(together)).toEqual(await state(apart));
    expect(await brokenInvariants(statement, together.id)).toEqual([]);
  },
);
