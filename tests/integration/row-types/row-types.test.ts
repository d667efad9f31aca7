/**
 * Every statement of the service is given to Postgres, and what Postgres says of its rows is compared with the row type in the code. Runs in
 * a database of its own, since it also changes tables to see that this is noticed.
 */
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { databaseUrl } from '@/env';
import { statement } from '@/server/db/transaction';
import { useOwnDatabase } from '@tests/support/own-database';
import { check, type Findings, type Lie } from '@tests/support/rows/check';
import { Describer } from '@tests/support/rows/described';
import { Sends } from '@tests/support/rows/sends';
import { withConnection } from '../../../prisma/connect';

/** Columns that may be null in their table but not in these rows, for a reason that Postgres does not tell. */
const NEVER_NULL: Readonly<Record<string, string>> = {
  'src/server/db/repositories/backtest-accounts.ts hold_reference': 'a posting to HELD names its hold (check_entries)',
  'src/server/db/repositories/order-queue.ts begun_at': 'the statement itself sets it where it is null',
  'src/server/db/repositories/order-queue.ts lease_until': 'the statement itself sets it',
  'src/server/db/repositories/rule-sets.ts position': 'a set has one unless it is deleted (rule_sets_placed), and those are left out',
  'src/server/db/repositories/webhook-deliveries.ts exchange':
    'null with duration_ms alone (webhook_attempts_check), which is not null here',
  'src/server/db/repositories/webhook-health.ts failing_since':
    'set as long as there are failures (webhook_endpoints_check), and there are here',
  'src/server/db/repositories/webhook-queue.ts lease_until': 'the statement itself sets it',
};

/** Calls that are not checked, or not in every form, by file. */
const NOT_CHECKED: Readonly<Record<string, { readonly calls: number; readonly because: string }>> = {
  'src/server/db/partition-export.ts': { calls: 2, because: 'whole rows of a partition, as text, whichever table it belongs to' },
  'src/server/db/partitions.ts': { calls: 4, because: 'they lock, empty and drop partitions, whose names only the run knows' },
  'src/server/db/repositories/backtest-accounts.ts': {
    calls: 1,
    because: 'checked but for a window that is cut into no parts, which there is not',
  },
  'src/server/db/repositories/statistics.ts': { calls: 1, because: 'it analyses whichever tables have grown' },
  'src/server/db/repositories/webhook-delivery-list.ts': {
    calls: 1,
    because: 'checked but for a list of neither waiting nor ended ones, which there is not',
  },
};

await useOwnDatabase();

const sends = new Sends(
  process.cwd(),
  globSync('src/{server,cli}/**/*.ts', { cwd: process.cwd() }).map((file) => `${process.cwd()}/${file}`),
).all();

const sentence = ({ place, column, declared, lie }: Lie): string => `${place}: ${column}: ${declared} ${lie}`;

const findings = (): Promise<Findings> => withConnection(databaseUrl(), async (client) => check(sends, await Describer.on(client)));

const SAVED_VIEWS = 'src/server/db/repositories/saved-views.ts';

/** What is found about saved views while their table is otherwise. */
async function findingsWhile(change: string, undo: string): Promise<string[]> {
  await statement(`ALTER TABLE saved_views ${change}`);
  try {
    const { lies, unchecked } = await findings();
    const told = [...lies.map(sentence), ...[...unchecked].map(([place, why]) => `${place}: ${why}`)];
    return told.filter((line) => line.startsWith(SAVED_VIEWS));
  } finally {
    await statement(`ALTER TABLE saved_views ${undo}`);
  }
}

const fileOf = (place: string): string => place.replace(/:\d+$/, '');

test('every statement of the service is accepted by Postgres, and returns the rows that the code declares for it', async () => {
  const { lies, unchecked } = await findings();

  const excused = lies.filter(({ place, column, lie }) => lie === 'may be null' && `${fileOf(place)} ${column}` in NEVER_NULL);
  const told = lies.filter((lie) => !excused.includes(lie)).map(sentence);
  expect(told, 'what the code declares is not so').toEqual([]);
  expect(new Set(excused.map(({ place, column }) => `${fileOf(place)} ${column}`)), 'excuses that are needed').toEqual(
    new Set(Object.keys(NEVER_NULL)),
  );

  const byFile = Map.groupBy(unchecked, ([place]) => fileOf(place));
  const unexpected = [...byFile].filter(([file, calls]) => NOT_CHECKED[file]?.calls !== calls.length).flatMap(([, calls]) => calls);
  expect(Object.fromEntries(unexpected), 'statements that cannot be checked').toEqual({});
  expect(new Set(byFile.keys()), 'files that are excused').toEqual(new Set(Object.keys(NOT_CHECKED)));
  expect(sends.length).toBeGreaterThan(500);
});

test.each([
  [
    'type',
    'ALTER created_at TYPE text',
    'ALTER created_at TYPE timestamptz(3) USING created_at::timestamptz',
    /:\d+: created_at: Date is string \(text\)$/,
  ],
  ['nullability', 'ALTER query DROP NOT NULL', 'ALTER query SET NOT NULL', /:\d+: query: string may be null$/],
  ['name', 'RENAME query TO asked', 'RENAME asked TO query', /:\d+: column .*query.* does not exist/],
])('a column whose %s changes is told of by each line that still declares the old one', async (_, change, undo, message) => {
  const told = await findingsWhile(change, undo);
  expect(told.length).toBeGreaterThan(1);
  for (const line of told) expect(line).toMatch(message);
});
