/** Lanes that share a wallet, a budget or each other's participants come to the results of a series, and spend a limit to the last cent. */
import { expect, test } from 'vitest';
import { publishSettings } from '@/env';
import { amountOf } from '@/domain/money';
import { statement } from '@/server/db/transaction';
import { EVENT_RECORDS } from '@tests/support/event-records';
import { brokenInvariants } from '@tests/support/invariants';
import { countOf, LANES, run, runTogether, sendAll } from '@tests/support/lanes';
import { useOwnDatabase } from '@tests/support/own-database';
import { programWithAsset, type TestProgram } from '@tests/support/programs';

publishSettings(LANES);
await useOwnDatabase();

interface Limits {
  readonly wallet: string;
  readonly budget: string;
}

/** A program whose credits draw on a wallet and count against a budget of all and one of each participant. */
async function limited({ wallet, budget }: Limits): Promise<TestProgram> {
  const club = await programWithAsset({ issuance_policy: 'PREFUNDED' });
  const fund = { amount: wallet, description: 'All of it' };
  expect((await club.api.post(`/programs/${club.program.id}/assets/${club.asset.id}/fund`, fund)).status).toBeLessThan(300);
  await club.addRule({
    amount: '{{ event.amount }}',
    budgets: [
      { asset_id: club.asset.id, scope: 'PROGRAM', limit: budget },
      { asset_id: club.asset.id, scope: 'PARTICIPANT', limit: '60.5' },
    ],
  });
  return club;
}

const creditsOf = async (club: TestProgram): Promise<ReadonlyMap<string, string>> => {
  const rows = await statement<{ external_id: string; total: string }>(
    `SELECT p.external_id, trim_scale(sum(o.amount))::text AS total FROM postings o JOIN participants p ON p.id = o.account_id
     WHERE o.organization_id = $1 AND o.account_type = 'PARTICIPANT' GROUP BY p.external_id ORDER BY p.external_id`,
    [club.id],
  );
  return new Map(rows.map(({ external_id, total }) => [external_id, total]));
};

const totalOf = async (club: TestProgram): Promise<string> =>
  [...(await creditsOf(club)).values()].reduce((sum, total) => sum.plus(total), amountOf(0)).toFixed(2);

const walletOf = async (club: TestProgram): Promise<string> => {
  const [row] = await statement<{ available: string }>(
    `SELECT available::text FROM balances WHERE organization_id = $1 AND account_type = 'PROGRAM_WALLET'`,
    [club.id],
  );
  return amountOf(row!.available).toFixed(2);
};

/** The smallest amount that a wallet refused. */
const smallestRefused = async (club: TestProgram): Promise<string | null> =>
  (
    await statement<{ least: string | null }>(
      `SELECT min((event_data ->> 'amount')::numeric)::text AS least FROM ${EVENT_RECORDS} e WHERE organization_id = $1 AND status = 'FAILED'`,
      [club.id],
    )
  )[0]!.least;

const ones = Array.from({ length: 300 }, (_, n) => ({ external_id: `person-${n % 45}`, event_data: { amount: 1 } }));

test.each([
  ['a wallet', { wallet: '127', budget: '1000' }, '127.00', '0.00'],
  ['a budget', { wallet: '1000', budget: '133.37' }, '133.37', '866.63'],
  ['both', { wallet: '150', budget: '150' }, '150.00', '0.00'],
  ['neither', { wallet: '100000', budget: '100000' }, '300.00', '99700.00'],
])('three workers in four lanes each spend %s to the last cent and never more', async (_, limits, credited, left) => {
  const club = await limited(limits);
  await sendAll(club, ones);
  await runTogether(club);
  expect([await totalOf(club), await walletOf(club)]).toEqual([credited, left]);
  expect(await countOf(club, 'PENDING')).toBe(0);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

/** The same numbers for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test.each([1, 2, 3, 4])('lanes come to what a series comes to (seed %i)', async (seed) => {
  const random = numbers(seed);
  const events = Array.from({ length: 200 }, () => ({
    external_id: `person-${random(30)}`,
    event_data: { amount: (random(1_300) + 1) / 100 },
  }));
  const [plenty, scarce] = ['100000', `${150 + random(500)}.${10 + random(90)}`];
  const kind = seed % 2 === 0 ? 'wallet' : 'budget';
  for (const limits of [
    { wallet: plenty, budget: plenty },
    { wallet: plenty, budget: plenty, [kind]: scarce },
  ]) {
    const [series, lanes] = [await limited(limits), await limited(limits)];
    await Promise.all([sendAll(series, events), sendAll(lanes, events)]);
    while ((await run(series, events.length)) > 0);
    await runTogether(lanes);
    if (limits[kind] === plenty) expect(await creditsOf(lanes)).toEqual(await creditsOf(series));
    else if (kind === 'budget') expect([await totalOf(lanes), await totalOf(series)]).toEqual([scarce, scarce]);
    else
      for (const club of [lanes, series]) expect(amountOf(await walletOf(club)).lessThan((await smallestRefused(club)) ?? '0')).toBe(true);
    expect([...(await creditsOf(lanes)).values()].filter((total) => amountOf(total).greaterThan('60.5'))).toEqual([]);
    expect(await brokenInvariants(statement, lanes.id)).toEqual([]);
  }
});

test('of two participants whose events read and change each other, exactly one comes first', async () => {
  const club = await programWithAsset();
  const count = (key: string, type: string) => ({ type: 'COUNTER', key, operation: 'INCREMENT', value: 1, target: { type } });
  await club.addRule({
    condition: 'participant.counters.taken + recipient.counters.taken < 1.0',
    actions: [count('taken', 'ACTOR'), { type: 'CREDIT', asset_id: club.asset.id, amount: '1', target: { type: 'RECIPIENT' } }],
  });
  await club.addRule({ actions: [count('received', 'RECIPIENT')] });
  const pairs = Array.from({ length: 60 }, (_, pair) => [`a-${pair}`, `b-${pair}`] as const);
  await sendAll(
    club,
    pairs.flatMap(([a, b]) => [
      { external_id: a, recipient_external_id: b },
      { external_id: b, recipient_external_id: a },
    ]),
  );
  await runTogether(club);
  const counters = await statement<{ external_id: string; key: string; value: number }>(
    `SELECT p.external_id, c.key, c.value::int AS value FROM state_counters c JOIN participants p ON p.id = c.subject_id WHERE c.organization_id = $1`,
    [club.id],
  );
  const valueOf = (id: string, key: string) => counters.find((row) => row.external_id === id && row.key === key)?.value ?? 0;
  expect(pairs.map(([a, b]) => valueOf(a, 'taken') + valueOf(b, 'taken'))).toEqual(pairs.map(() => 1));
  expect(pairs.flat().map((id) => valueOf(id, 'received'))).toEqual(pairs.flat().map(() => 1));
  expect([...(await creditsOf(club)).values()]).toEqual(pairs.map(() => '1'));
  expect(await countOf(club, 'COMPLETED')).toBe(120);
});
