/** Flattens records into export rows, each field of which fits in one cell. */
import type { EventExport, JournalEntryExport, ParticipantExport, RedemptionExport } from '@/contract/export';
import { joinTags } from '@/domain/participants/tag-list';
import type { EventRow } from '@/server/db/repositories/events/event-records';
import type { JournalEntryRow } from '@/server/db/repositories/ledger/journal-entries';
import type { ExportedParticipantRow } from '@/server/db/repositories/people/participants';
import type { RedemptionRow } from '@/server/db/repositories/rewards/redemptions';
import { presentRedemption } from '@/server/services/redemptions/redemptions';
import { presentEvent } from './event';
import { presentJournalEntry } from './ledger';
import { presentParticipant } from './participant';

export const exportParticipant = (row: ExportedParticipantRow): ParticipantExport => ({
  ...presentParticipant(row),
  tags: joinTags(row.tags),
  attributes: JSON.stringify(row.attributes),
});

export function exportJournalEntry(row: JournalEntryRow): JournalEntryExport[] {
  const { postings, updated_at: _, ...entry } = presentJournalEntry(row);
  return postings.map(({ asset_id, account, amount }, index) => ({
    ...entry,
    line: index + 1,
    asset_id,
    account_type: account.type,
    account_id: account.id,
    bucket: account.bucket,
    amount,
  }));
}

export function exportEvent(row: EventRow): EventExport {
  const { codes, ...event } = presentEvent(row);
  return { ...event, event_data: JSON.stringify(row.event_data), ...(codes ? { codes: codes.map(({ code }) => code).join(';') } : {}) };
}

export function exportRedemption(row: RedemptionRow): RedemptionExport {
  const { fulfillment, ...redemption } = presentRedemption(row);
  return { ...redemption, ...(fulfillment ? { fulfillment_status: fulfillment.status } : {}) };
}
