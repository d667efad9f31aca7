/** The ledger on the wire: journal entries with their postings, and the trial balance. */
import { z } from 'zod';
import { ACCOUNT_TYPES } from '@/domain/ledger/accounts';
import { ENTRY_TYPES, BUCKETS } from '@/domain/choices';
import { createdWindow, listQuery, pageOf, sortedBy } from './page';
import { DecimalString, HashHex, ParticipantRef, Text, Timestamp, Uuid } from './primitives';

export const AccountType = z.enum(ACCOUNT_TYPES);
export const EntryType = z.enum(ENTRY_TYPES);

export const PostingResource = z.strictObject({
  asset_id: Uuid,
  account: z.strictObject({
    type: AccountType,
    id: Uuid.describe('Id of the participant, group or program; system accounts carry the id of their program.'),
    bucket: z.enum(BUCKETS).nullable().describe('Bucket of the account; null for system accounts.'),
  }),
  amount: DecimalString.describe('Signed amount: positive when the account receives, negative when it gives.'),
});
export type PostingResource = z.infer<typeof PostingResource>;

export const JournalEntryResource = z
  .strictObject({
    id: Uuid,
    program_id: Uuid,
    type: EntryType,
    description: z.string().nullable(),
    reference_id: z.string().nullable(),
    event_id: Uuid.nullable().describe('The event whose rules caused the entry.'),
    rule_id: Uuid.nullable(),
    rule_version: z.int().nullable(),
    entry_hash: HashHex.nullable().describe(
      'Hash of everything stored for the entry and of its position in the ledger, as it was sealed; null for a moment, until it is.',
    ),
    previous_hash: HashHex.nullable().describe(
      '`entry_hash` of the entry at the position before; 64 zeros for the first entry, null until the entry is sealed.',
    ),
    postings: z.array(PostingResource).describe('Postings of the entry. They sum to zero for each asset.'),
    created_at: Timestamp,
    updated_at: Timestamp.describe('Always `created_at`: entries never change.'),
  })
  .meta({ id: 'JournalEntry' });
export type JournalEntryResource = z.infer<typeof JournalEntryResource>;

export const JournalEntryPath = z.strictObject({ id: Uuid });

export const entryFilters = {
  ...createdWindow,
  ...sortedBy(['created_at']),
  program_id: Uuid.optional(),
  asset_id: Uuid.optional().describe('Only entries that move this asset.'),
  type: EntryType.optional(),
  reference_id: Text.min(1).max(255).optional(),
  event_id: Uuid.optional(),
  rule_id: Uuid.optional(),
};

export const ListJournalEntries = listQuery(entryFilters);
export type ListJournalEntries = z.infer<typeof ListJournalEntries>;

/** The entries that touch one holder. */
export const ListActivityEntries = listQuery({ ...entryFilters, id: ParticipantRef });
export type ListActivityEntries = z.infer<typeof ListActivityEntries>;

export const JournalEntryPage = pageOf(JournalEntryResource);
