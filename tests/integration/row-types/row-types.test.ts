/** Every statement of the service is given to Postgres, and what Postgres says of its rows is compared with the row type in the code. */
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { databaseUrl } from '@/env';
import { check } from '@tests/support/rows/check';
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

const fileOf = (place: string): string => place.replace(/:\d+$/, '');

test('every statement of the service is accepted by Postgres, and returns the rows that the code declares for it', async () => {
  const root = process.cwd();
  const files = globSync('src/{server,cli}/**/*.ts', { cwd: root }).map((file) => `${root}/${file}`);
  const sends = new Sends(root, files).all();
  const { lies, unchecked } = await withConnection(databaseUrl(), async (client) => check(sends, await Describer.on(client)));

  const excused = lies.filter(({ place, column, lie }) => lie === 'may be null' && `${fileOf(place)} ${column}` in NEVER_NULL);
  const told = lies
    .filter((lie) => !excused.includes(lie))
    .map(({ place, column, declared, lie }) => `${place}: ${column}: ${declared} ${lie}`);
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
