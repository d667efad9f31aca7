/** Daily totals against the postings themselves, digit for digit, however much of the ledger is sealed. */
import fc from 'fast-check';
import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { accountTotals } from '@/server/db/repositories/ledger/account-totals';
import { sumFlows, type FlowScope, type NamedWindow } from '@/server/db/repositories/reports/ledger-flows';
import { expirations } from '@/server/db/repositories/reports/reports';
import { sealEntries } from '@/server/services/ledger/seal-entries';
import { organization } from '@tests/support/api';
import { note } from '@tests/support/chance';
import { everyRowOf, rowsOf } from '@tests/support/listing';
import { ServiceLedger } from '@tests/support/ledger-oracle/service-ledger';
import { life } from '@tests/support/ledger-oracle/step';
import { useOwnDatabase } from '@tests/support/own-database';
import { books, REAL_TIME } from '@tests/support/proof';

await useOwnDatabase();

const SEED = Number(process.env.LEDGER_SEED || randomInt(2 ** 31));
const LIVES = Number(process.env.LEDGER_LIVES || 4);
const WINDOWS = 6;
const DAY_MS = 86_400_000;
const BEGINNING = Date.parse('2035-01-01T00:00:00Z');

const sealOnce = () => sealEntries({ clock: REAL_TIME, limit: 200, signal: new AbortController().signal });
const scopeOf = (organizationId: string): FlowScope => ({ organizationId, programId: null, assetId: null });

/** Flows computed from the postings alone, without totals, seals or database functions. */
function flowsByPostings(organizationId: string, { from, to }: { from: Date | null; to: Date | null }) {
  return statement<Record<string, string>>(
    `SELECT program_id, asset_id, type, coalesce(sum(net) FILTER (WHERE net > 0), 0)::numeric(78, 18)::text AS more,
            coalesce(sum(net) FILTER (WHERE net < 0), 0)::numeric(78, 18)::text AS less
     FROM (SELECT e.id, e.program_id, p.asset_id, e.type, sum(p.amount) AS net FROM journal_entries e JOIN postings p ON p.entry_id = e.id
           WHERE e.organization_id = $1 AND p.bucket IS NOT NULL AND p.account_type <> 'PROGRAM_WALLET'
             AND ($2::timestamptz IS NULL OR e.created_at >= $2) AND ($3::timestamptz IS NULL OR e.created_at < $3)
           GROUP BY e.id, e.program_id, e.type, p.asset_id) AS nets
     WHERE net <> 0 GROUP BY program_id, asset_id, type ORDER BY program_id, asset_id, type`,
    [organizationId, from, to],
  );
}

const accountsByPostings = (organizationId: string, to: Date | null) =>
  statement(
    `SELECT asset_id, account_type, sum(amount) AS balance FROM postings WHERE organization_id = $1 AND ($2::timestamptz IS NULL OR created_at < $2)
     GROUP BY 1, 2 ORDER BY 1, 2`,
    [organizationId, to],
  );

const accountsByTotals = (organizationId: string, to: Date | null) =>
  rowsOf(organizationId, (request) => accountTotals(scopeOf(organizationId), to, null, request));

async function flowsByTotals(organizationId: string, window: NamedWindow<'IT'>) {
  const rows = await sumFlows(scopeOf(organizationId), [window], null);
  return rows
    .map(({ program_id, asset_id, type, more, less }) => ({ program_id, asset_id, type, more, less }))
    .sort((a, b) => keyOf(a).localeCompare(keyOf(b), 'en'));
}
const keyOf = (row: { program_id: string; asset_id: string; type: string }) => `${row.program_id}/${row.asset_id}/${row.type}`;

async function expectTotalsToAgree(organizationId: string, until: number): Promise<void> {
  const at = () => new Date(BEGINNING + randomInt(Math.max(1, until - BEGINNING)));
  const ends = Array.from({ length: WINDOWS }, () => [at(), at()].sort((a, b) => a.getTime() - b.getTime()) as [Date, Date]);
  const wholeDays = ends.map((end) => end.map((instant) => new Date(Math.floor(instant.getTime() / DAY_MS) * DAY_MS)) as [Date, Date]);
  const windows = [[null, null], [null, at()], [at(), null], ...ends, ...wholeDays] as [Date | null, Date | null][];
  for (const [from, to] of windows) {
    const told = await flowsByTotals(organizationId, { name: 'IT', from, to });
    const places = told.map((row) => ({ ...row, more: digits(row.more), less: digits(row.less) }));
    const truth = (await flowsByPostings(organizationId, { from, to })).map((row) => ({
      ...row,
      more: digits(row.more!),
      less: digits(row.less!),
    }));
    expect(places, `${from?.toISOString()} to ${to?.toISOString()}`).toEqual(truth);
    if (from === null) expect(await accountsByTotals(organizationId, to)).toMatchObject(await accountsByPostings(organizationId, to));
  }
}

const expirationsByLots = (organizationId: string) =>
  statement<{ amount: string }>(
    `SELECT asset_id, date_trunc('day', expires_at, 'UTC') AS period_start, sum(remaining)::text AS amount FROM lots
     WHERE organization_id = $1 AND remaining > 0 AND expires_at IS NOT NULL GROUP BY 1, 2 ORDER BY 2, 1`,
    [organizationId],
  );

async function expectExpirationsToAgree(organizationId: string): Promise<void> {
  const told = await rowsOf(organizationId, (request) => expirations(scopeOf(organizationId), 'DAY', request));
  const sorted = told.toSorted((a, b) => a.period_start.getTime() - b.period_start.getTime() || (a.asset_id < b.asset_id ? -1 : 1));
  expect(sorted.map(({ scale: _, ...row }) => row)).toEqual(await expirationsByLots(organizationId));
}

const digits = (amount: string): string => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount);

const TOTALS = ['ledger_days', 'rule_days', 'entry_days', 'account_days', 'expiry_days'];
const totalsOf = (organizationId: string) =>
  Promise.all(
    TOTALS.map((table) =>
      statement<{ row: Record<string, unknown> }>(
        `SELECT to_jsonb(t) AS row FROM ${table} t WHERE organization_id = $1 ORDER BY to_jsonb(t)::text`,
        [organizationId],
      ),
    ),
  );

test('random lives with holds, deferred and expiring lots, transfers and reversals come to the same by totals and by postings', async () => {
  note(`LEDGER_SEED=${SEED}`);
  const club = await organization();
  let now = BEGINNING;
  for (const [number, steps] of fc.sample(fc.noBias(life), { seed: SEED, numRuns: LIVES }).entries()) {
    const ledger = await ServiceLedger.create(club, `L${number}`);
    for (const step of steps) {
      now += step.waitMilliseconds + randomInt(DAY_MS / 4);
      await ledger.run(step, new Date(now));
    }
    if (number % 3 === 2) await expectTotalsToAgree(club.id, now);
    await expectExpirationsToAgree(club.id);
    if (number % 3 === 1) await sealOnce();
  }
  await sealOnce();
  await expectTotalsToAgree(club.id, now);
  await expectExpirationsToAgree(club.id);
  expect((await totalsOf(club.id))[0]!.length).toBeGreaterThan(LIVES);
});

test('while many post and several seal, no entry is missing from a sum or in it twice', async () => {
  const { id, postEntries } = await books();
  let posting = true;
  const seal = async (): Promise<void> => {
    while (posting) await sealOnce();
  };
  const total = async (): Promise<number> => {
    const rows = await sumFlows(scopeOf(id), [{ name: 'IT', from: null, to: null }], null);
    return Number(rows[0]?.more ?? 0);
  };
  const sealers = [seal(), seal()];
  let posted = 0;
  const seen: number[] = [];
  const watch = (async () => {
    while (posting) {
      seen.push(await total());
      const totals = await everyRowOf(accountTotals(scopeOf(id), null, null, { organizationId: id, query: { limit: 1 } }));
      expect(totals.reduce((sum, { balance }) => sum + Number(balance), 0)).toBe(0);
    }
  })();
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let round = 0; round < 12; round++) {
        const { length } = await postEntries(3, { each: '1' });
        posted += length;
      }
    }),
  );
  posting = false;
  await Promise.all([...sealers, watch]);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(await total()).toBe(posted);
  await sealOnce();
  expect(await total()).toBe(posted);
  const before = await totalsOf(id);
  await sealOnce();
  expect(await totalsOf(id)).toEqual(before);
});

test('the totals can be made again from the seals, as they are for a ledger that is older than they are', async () => {
  const { id, postEntries, seal } = await books();
  await postEntries(7, { each: '0.25' });
  await seal();
  const made = await totalsOf(id);
  expect(made[0]).toMatchObject([{ row: { type: 'CREDIT', more: 1.75 } }]);
  for (const table of TOTALS) await statement(`DELETE FROM ${table} WHERE organization_id = $1`, [id]);
  await statement(
    `SELECT add_to_days($1, sealed.entries), add_to_expiry_days($1, sealed.entries)
     FROM (SELECT array_agg(entry.id) AS entries FROM entry_seals s CROSS JOIN unnest(s.entry_ids) AS entry (id) WHERE s.organization_id = $1) AS sealed`,
    [id],
  );
  expect(await totalsOf(id)).toEqual(made);
});
