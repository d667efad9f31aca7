/** Redemptions mixed with everything else that moves value: in whatever order, the ledger accepts it and every invariant holds. */
import { randomInt, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Redemption } from '@/contract/redemption';
import { contradictionsOfEntries } from '@/server/db/repositories/ledger/ledger-proof';
import { statement } from '@/server/db/transaction';
import type { Answer, AnyBody } from '@tests/support/api';
import { note } from '@tests/support/chance';
import { brokenInvariants } from '@tests/support/invariants';
import { shop, type TestShop } from '@tests/support/redemptions';

const STEPS = Number(process.env.REDEMPTION_STEPS || 150);
const SEED = Number(process.env.REDEMPTION_SEED || randomInt(2 ** 31));
/** Error codes that the current state can justify; any other is a fault. */
const REFUSALS = new Set([
  'insufficient_funds',
  'not_found',
  'redemption_already_resolved',
  'redemption_not_completed',
  'already_reversed',
  'amount_exceeds_remaining',
  'quantity_exceeds_remaining',
  'max_total_exceeded',
]);

/** Reproducible numbers below a bound. */
function numbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

type Act = (club: TestShop, next: (bound: number) => number, amount: string, known: readonly Redemption[]) => Promise<Answer<AnyBody>>;

const pick = <T>(next: (bound: number) => number, options: readonly T[]): T => options[next(options.length)]!;
const one = (next: (bound: number) => number, known: readonly Redemption[]) => pick(next, known) ?? { id: randomUUID() };

const transfer = ({ api, program, asset }: TestShop, [from, to]: readonly [string, string], amount: string) =>
  api.post('/transfers', {
    program_id: program.id,
    asset_id: asset.id,
    source_external_id: from,
    recipients: [{ external_id: to, amount }],
    idempotency_key: randomUUID(),
  });

const actsWith = (rewardId: string, isInLots: boolean): readonly Act[] => [
  (club, next, amount) => club.adjust({ amount, ...(isInLots && next(3) > 0 ? { expires_in: `${1 + next(6)}d` } : {}) }),
  (club, _, amount) => club.adjust({ amount }),
  (club, _, amount) => club.adjust({ amount: `3${amount}` }),
  (club, _, amount) => club.adjust({ type: 'DEBIT', amount }),
  (club, _, amount) => club.adjust({ type: 'DEBIT', amount, shortfall_policy: 'ALLOW_NEGATIVE' }),
  (club, next, amount) => club.command('hold', { amount, reference_id: `r${next(2)}` }),
  (club, _, amount) => club.command('release', { amount }),
  (club, _, amount) => club.command('forfeit', { amount, bucket: 'HELD' }),
  (club, next, amount) => transfer(club, next(2) === 0 ? ['ada', 'bob'] : ['bob', 'ada'], amount),
  (club, _, amount) => club.redeem({ amount }),
  (club, _, amount) => club.redeem({ amount, mode: 'PENDING' }),
  (club, next) => club.order({ id: rewardId }, { quantity: 1 + next(3), mode: pick(next, ['INSTANT', 'PENDING']) }),
  (club, next, _, known) => club.act('capture', one(next, known)),
  (club, next, _, known) => club.act(pick(next, ['cancel', 'fail']), one(next, known)),
  (club, next, amount, known) => club.reverse(one(next, known), { amount }),
  (club, next, amount, known) => club.reverse(one(next, known), { amount }),
  (club, next, _, known) => {
    const redemption = one(
      next,
      known.filter(({ reversed_quantity }) => reversed_quantity !== undefined),
    );
    return club.reverse(redemption, { quantity: 1 + next(2) });
  },
];

test.each(['SIMPLE', 'LOT'] as const)(
  `${STEPS} random steps with a %s asset`,
  async (inventory_mode) => {
    note(`${inventory_mode}: REDEMPTION_SEED=${SEED}`);
    const club = await shop({ inventory_mode, program: { redemption_ttl: '4d' } });
    await club.api.post('/participants', { external_id: 'bob', program_id: club.program.id });
    const reward = await club.reward({ max_total: 12, unit_cost: '2.5' });
    const acts = actsWith(reward.id, inventory_mode === 'LOT');
    const next = numbers(SEED);
    const known: Redemption[] = [];
    const outcomes = new Map<string, number>();
    for (let step = 0; step < STEPS; step++) {
      if (next(12) === 0) await club.advance('1d');
      const act = pick(next, acts);
      const { status, body } = await act(club, next, `${1 + next(1200)}`.padStart(3, '0').replace(/(..)$/, '.$1'), known);
      if (status === 201 && 'participant_id' in body && 'reversed_amount' in body) known.push(body as unknown as Redemption);
      const outcome = status < 300 ? 'done' : String(body.code);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      expect([step, act.toString(), outcome === 'done' || REFUSALS.has(outcome) ? 'fine' : body]).toEqual([step, act.toString(), 'fine']);
    }
    note(JSON.stringify(Object.fromEntries(outcomes)));
    await club.advance('5d');
    const { body } = await club.api.get<{ data: Redemption[] }>('/redemptions?status=PENDING');
    expect(body.data).toEqual([]);
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
    const entries = await statement<{ id: string }>('SELECT id FROM journal_entries WHERE organization_id = $1', [club.id]);
    expect(
      await contradictionsOfEntries(
        club.id,
        entries.map(({ id }) => id),
      ),
    ).toEqual([]);
  },
  30_000 + STEPS * 400,
);
