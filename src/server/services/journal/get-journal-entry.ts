/** Reads journal entries of the organization or of one holder: one, or a page at a time. */
import type { ListActivityEntries, ListJournalEntries } from '@/contract/journal';
import { DomainError } from '@/domain/errors';
import type { Holder } from '@/domain/ledger/accounts';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import { accountEntryRows } from '@/server/db/repositories/ledger/account-entries';
import {
  everyJournalEntryRow,
  findJournalEntry,
  listJournalEntryRows,
  type EntryFilters,
  type JournalEntryRow,
} from '@/server/db/repositories/ledger/journal-entries';

/** @throws DomainError not_found. */
export async function getJournalEntry(ctx: Ctx, id: string): Promise<JournalEntryRow> {
  const entry = await findJournalEntry(ctx.organization.id, id);
  if (!entry) throw new DomainError('not_found', 'There is no such journal entry in your organization.', { param: 'id' });
  return entry;
}

export const listJournalEntries = (ctx: Ctx, query: ListJournalEntries): Promise<KeysetPage<JournalEntryRow>> =>
  listJournalEntryRows(ctx.organization.id, query);

/** Every matching entry, from one snapshot. */
export const everyJournalEntry = (ctx: Ctx, query: EntryFilters): AsyncIterable<JournalEntryRow[]> =>
  everyJournalEntryRow(ctx.organization.id, query);

/** The entries that touch one participant or group. */
export const listHolderEntries = (ctx: Ctx, holder: Holder, query: Omit<ListActivityEntries, 'id'>): Promise<KeysetPage<JournalEntryRow>> =>
  accountEntryRows(ctx.organization.id, holder.id, query);
