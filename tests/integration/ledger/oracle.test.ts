/** Random lives of the ledger through the services and the real Postgres, compared step by step with plain arithmetic. */
import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { organization } from '@tests/support/api';
import { note } from '@tests/support/chance';
import { brokenInvariants } from '@tests/support/invariants';
import { Oracle } from '@tests/support/ledger-oracle/oracle';
import { ServiceLedger } from '@tests/support/ledger-oracle/service-ledger';
import { aboutEach, life, type Step } from '@tests/support/ledger-oracle/step';

const LANES = 4;
/** Far from real time, so that nothing else finds these lots due. */
const BEGINNING = Date.parse('2035-01-01T00:00:00Z');
const STEPS = Number(process.env.LEDGER_STEPS || 4_000);
const SEED = Number(process.env.LEDGER_SEED || randomInt(2 ** 31));

/** As many lives as it takes to reach STEPS. */
function lives(): Step[][] {
  const chosen: Step[][] = [];
  let steps = 0;
  for (const one of fc.sample(fc.noBias(life), { seed: SEED, numRuns: Math.ceil(STEPS / 40) })) {
    if (steps >= STEPS) break;
    chosen.push(one);
    steps += one.length;
  }
  return chosen;
}

async function live(ledger: ServiceLedger, steps: readonly Step[], where: string): Promise<number> {
  const oracle = new Oracle();
  let now = BEGINNING;
  let entries = 0;
  let done = 0;
  for (const [index, step] of steps.entries()) {
    now += step.waitMilliseconds;
    const expected = oracle.run(step, now);
    const refusal = await ledger.run(step, new Date(now));
    const at = `${where}, step ${index}: ${JSON.stringify(step, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))}`;
    expect(refusal, at).toBe(typeof expected === 'string' ? expected : null);
    const before = entries;
    for (const each of aboutEach(step)) {
      const observed = await ledger.observe(each);
      if (refusal !== null) expect(observed.entries, at).toBe(before);
      expect(observed, at).toEqual({
        shown: oracle.show(each.asset, each.holder),
        wallet: oracle.wallet(each.asset),
        breakage: oracle.breakage(each.asset),
        entries: observed.entries,
        broken: [],
      });
      entries = observed.entries;
    }
    if (refusal === null) done += 1;
  }
  return done;
}

test(
  `${STEPS} random steps leave the tables as plain arithmetic does, after every one of them`,
  async () => {
    note(`LEDGER_SEED=${SEED} LEDGER_STEPS=${STEPS}`);
    const waiting = [...lives().entries()];
    let done = 0;
    const lane = async (): Promise<void> => {
      const club = await organization();
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [number, steps] = next;
        const succeeded = await live(await ServiceLedger.create(club, `L${number}`), steps, `LEDGER_SEED=${SEED} life ${number}`);
        done += succeeded;
      }
      expect(await brokenInvariants(statement, club.id)).toEqual([]);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    expect(done).toBeGreaterThan(STEPS / 3);
  },
  Math.max(240_000, STEPS * 60),
);

const HELD: Omit<Step, 'kind' | 'bucket' | 'reference' | 'waitMilliseconds'> = {
  asset: 2,
  holder: 'ada',
  units: 10n,
  policy: 'REJECT',
  share: { part: 1, whole: 1 },
  expiresInSeconds: null,
  maturesInSeconds: null,
  earned: null,
  to: [],
  careless: false,
};
const DAY_MS = 86_400_000;

test('a hold that expired is as old as what is held next under its reference, though nobody swept in between', async () => {
  const credit: Omit<Step, 'reference'> = { ...HELD, kind: 'credit', bucket: 'HELD', waitMilliseconds: 1_000 };
  const ledger = await ServiceLedger.create(await organization(), 'HOLDS');
  const steps: Step[] = [
    { ...credit, reference: 'r3', expiresInSeconds: 86_400 },
    { ...credit, reference: 'r1' },
    { ...credit, reference: 'r3', waitMilliseconds: 2 * DAY_MS },
    { ...credit, kind: 'release', units: 4n, reference: null },
    { ...credit, kind: 'void', reference: 'r1' },
  ];
  expect(await live(ledger, steps, 'holds')).toBe(steps.length);
});
