/** What a browser test ends with: the ledger, as the API tells it, holds these entries and no others, and each of them sums to zero. */
import { expect } from '@playwright/test';
import type { BalanceRow } from '@/contract/balance';
import type { JournalEntry } from '@/contract/journal';
import { amountOf, sumAmounts } from '@/domain/money';
import type { TestOrganization } from './dashboard';

const MOST = 200;

/** @returns for each asset that an entry moves, what its postings come to. */
const sumsOf = ({ postings }: JournalEntry): string[] =>
  [...Map.groupBy(postings, ({ asset_id }) => asset_id).values()].map((moved) =>
    sumAmounts(moved.map(({ amount }) => amountOf(amount))).toFixed(),
  );

/** Waits for entries of exactly these types, oldest first; rules and clocks make theirs a moment later. */
export async function expectEntries({ read }: Pick<TestOrganization, 'read'>, types: readonly JournalEntry['type'][]): Promise<void> {
  const entries = async () => (await read<{ data: JournalEntry[] }>('journalEntries.list', { sort_dir: 'asc', limit: MOST })).data;
  await expect.poll(async () => (await entries()).map(({ type }) => type)).toEqual(types);
  for (const entry of await entries()) expect(sumsOf(entry).filter((sum) => sum !== '0')).toEqual([]);
}

/** Waits until a participant has `available` and `held` of their one asset. */
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
