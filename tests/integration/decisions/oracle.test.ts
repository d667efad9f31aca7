/** Random lives of decisions through the API and the real Postgres, compared after every step with plain arithmetic. */
import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { note } from '@tests/support/chance';
import { DecisionOracle } from '@tests/support/decision-oracle/oracle';
import { ServiceTill, type TillKind } from '@tests/support/decision-oracle/service-till';
import type { Terms } from '@tests/support/decision-oracle/state';
import { stepOf } from '@tests/support/decision-oracle/step';
import { Dice } from '@tests/support/dice';
import { brokenInvariants } from '@tests/support/invariants';

const LANES = 4;
const STEPS_OF_A_LIFE = 80;
const STEPS = Number(process.env.DECISION_STEPS || 1_600);
const SEED = Number(process.env.DECISION_SEED || randomInt(2 ** 31));

const KINDS: readonly TillKind[] = [
  { inventory_mode: 'SIMPLE', issuance_policy: 'UNLIMITED' },
  { inventory_mode: 'SIMPLE', issuance_policy: 'PREFUNDED' },
  { inventory_mode: 'LOT', issuance_policy: 'UNLIMITED' },
  { inventory_mode: 'LOT', issuance_policy: 'PREFUNDED' },
];

/** @returns how many steps were not refused. */
async function live(seed: number): Promise<number> {
  const dice = new Dice(seed);
  const kind = dice.one(KINDS);
  const terms: Terms = {
    prefunded: kind.issuance_policy === 'PREFUNDED',
    budgets: { program: dice.between(1_000, 12_000), participant: dice.between(500, 6_000) },
    reward: { cost: dice.between(50, 400), inAll: dice.between(1, 4), each: dice.between(1, 3) },
  };
  const [oracle, till] = [new DecisionOracle(terms), await ServiceTill.create(kind, terms)];
  let done = 0;
  for (let index = 0; index < STEPS_OF_A_LIFE; index++) {
    const step = stepOf(dice);
    const at = `DECISION_SEED=${seed} of ${JSON.stringify(kind)}, step ${index}: ${JSON.stringify(step)}`;
    const before = await till.traces();
    const told = await till.run(step, oracle);
    const expected = oracle.run(step);
    expect(told, at).toEqual(expected);
    expect(await till.observe(), at).toEqual(oracle.show());
    const isRefused = expected !== null && 'code' in expected;
    if (isRefused || (step.kind === 'decide' && step.mode === 'PREVIEW')) expect(await till.traces(), at).toBe(before);
    if (!isRefused) done += 1;
  }
  expect(await brokenInvariants(statement, till.club.id)).toEqual([]);
  return done;
}

test(
  `${STEPS} random steps of decisions leave the tables as plain arithmetic does, after every one of them`,
  async () => {
    note(`DECISION_SEED=${SEED} DECISION_STEPS=${STEPS}`);
    const waiting = Array.from({ length: Math.ceil(STEPS / STEPS_OF_A_LIFE) }, (_, number) => SEED + number);
    let done = 0;
    const lane = async (): Promise<void> => {
      for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
        const succeeded = await live(seed);
        done += succeeded;
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    expect(done).toBeGreaterThan(STEPS / 3);
  },
  Math.max(120_000, STEPS * 100),
);
