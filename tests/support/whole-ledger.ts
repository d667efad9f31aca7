/** Checks at the end of a browser test that the ledger holds exactly the expected entries and that each sums to zero. */
import { expect } from '@playwright/test';
import type { BalanceRow } from '@/contract/balance';
import type { JournalEntryResource } from '@/contract/journal';
import { amountOf, sumAmounts } from '@/domain/money';
import type { TestOrganization } from './dashboard';

const MOST = 200;

/** @returns the sum of an entry's postings, per asset. */
const sumsOf = ({ postings }: JournalEntryResource): string[] =>
  [...Map.groupBy(postings, ({ asset_id }) => asset_id).values()].map((moved) =>
    sumAmounts(moved.map(({ amount }) => amountOf(amount))).toFixed(),
  );

/** Waits for entries of exactly these types, oldest first; rules and clocks post theirs a moment later. */
export async function expectEntries(
  { read }: Pick<TestOrganization, 'read'>,
  types: readonly JournalEntryResource['type'][],
): Promise<void> {
  const entries = async () => (await read<{ data: JournalEntryResource[] }>('journalEntries.list', { sort_dir: 'asc', limit: MOST })).data;
  await expect.poll(async () => (await entries()).map(({ type }) => type)).toEqual(types);
  for (const entry of await entries()) expect(sumsOf(entry).filter((sum) => sum !== '0')).toEqual([]);
}

/** Waits until a participant has these `available` and `held` amounts in their only asset. */
export async function expectBalance(
  { read }: Pick<TestOrganization, 'read'>,
  id: string,
  { available, held }: Pick<BalanceRow, 'available' | 'held'>,
): Promise<void> {
  const balances = async () => (await read<{ balances: BalanceRow[] }>('participants.get', { id })).balances;
  await expect
    .poll(async () => (await balances()).map((row) => ({ available: row.available, held: row.held })))
    .toEqual([{ available, held }]);
}
