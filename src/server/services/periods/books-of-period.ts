/** Computes the books of a period from the journal and the closing books of the period before it; the result never changes. */
import { invariant } from '@/domain/assert';
import { drawUp, EMPTY_BOOKS, type PeriodBooks } from '@/domain/ledger/period';
import type { LedgerPeriodRow } from '@/server/db/repositories/ledger/ledger-periods';
import { readJournal, storedBooks } from '@/server/db/repositories/ledger/period-books';

/** @param before the period that ends where this one begins; null for the first. */
export async function booksOf(period: LedgerPeriodRow, before: LedgerPeriodRow | null): Promise<PeriodBooks> {
  invariant((period.period_from === null) === (before === null), 'a period goes on from the one before it');
  return drawUp(before ? await storedBooks(before) : EMPTY_BOOKS, await readJournal(period));
}
