/**
 * Reads journal entries of the organization or of one holder, and proves that an entry is in the ledger as it was sealed: the path from its hash to a
 * seal, and the seals up to a signed checkpoint.
 */
import type { ListActivityEntries, ListJournalEntries } from '@/contract/journal';
import { invariant, present } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import type { Holder } from '@/domain/ledger/accounts';
import { merklePath } from '@/domain/ledger/merkle';
import type { WrittenSeal } from '@/domain/ledger/proof';
import { canonicalEntry } from '@/domain/ledger/seal';
import type { KeysetPage } from '@/server/db/keyset';
import { accountEntryRows } from '@/server/db/repositories/ledger/account-entries';
import { entriesById } from '@/server/db/repositories/ledger/entry-records';
import { placeOfEntry, sealsOf } from '@/server/db/repositories/ledger/entry-seals';
import {
  everyJournalEntryRow,
  findJournalEntry,
  listJournalEntryRows,
  type EntryFilters,
  type JournalEntryRow,
} from '@/server/db/repositories/ledger/journal-entries';
import { checkpointOver, type CheckpointRow } from '@/server/db/repositories/ledger/ledger-checkpoints';
import { autocommit } from '@/server/db/transaction';
import type { Clock, Ctx } from '@/server/platform/context';
import { sealOrganization } from './seal-entries';

/** Entries whose seals are read at once. */
const PAGE = 10_000;

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

export interface EntryProof {
  readonly entryId: string;
  readonly position: number;
  /** The text that is hashed, of the entry as it is stored now. */
  readonly record: string;
  readonly entryHash: string;
  readonly path: readonly string[];
  /** From the entry's to the checkpoint's. */
  readonly seals: readonly WrittenSeal[];
  readonly checkpoint: CheckpointRow;
}

/**
 * Seals and signs everything committed so far first, if no checkpoint covers the entry yet.
 * @param real real time.
 * @throws DomainError not_found.
 */
export async function proveEntry(ctx: Ctx, entryId: string, real: Clock): Promise<EntryProof> {
  const { id } = ctx.organization;
  await getJournalEntry(ctx, entryId);
  const found = (await signedPlace(id, entryId)) ?? (await sealOrganization(id, real).then(() => signedPlace(id, entryId)));
  invariant(found, 'a committed entry can be sealed and signed');
  const { position, segment, checkpoint } = found;
  const { first_position, entry_hashes } = segment;
  const entries = await entriesById(autocommit, id, [entryId]);
  const index = position - first_position;
  return {
    entryId,
    position,
    record: canonicalEntry(present(entries.get(entryId), 'the entry was read before, and none is ever deleted'), position),
    entryHash: present(entry_hashes[index], 'a seal has a hash for each of its entries'),
    path: merklePath(entry_hashes, index),
    seals: await sealsBetween(id, first_position, checkpoint.position),
    checkpoint,
  };
}

/** The seals from the one that begins at `first` through the one that ends at `through`. */
async function sealsBetween(organizationId: string, first: number, through: number): Promise<WrittenSeal[]> {
  const seals: WrittenSeal[] = [];
  for (
    let after = first - 1, page;
    (page = await sealsOf(organizationId, { after, through }, PAGE)).length > 0;
    after = present(page.at(-1), 'an empty page ends the loop').first_position
  )
    seals.push(...page);
  return seals;
}

/** Null until a checkpoint covers the entry. */
async function signedPlace(organizationId: string, entryId: string) {
  const place = await placeOfEntry(organizationId, entryId);
  const checkpoint = place && (await checkpointOver(organizationId, place.position));
  return checkpoint && { ...place, checkpoint };
}
