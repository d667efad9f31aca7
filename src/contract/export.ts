/** Exports on the wire: the columns of each file, and the filters that select its rows. */
import { z } from 'zod';
import { BUCKETS } from '@/domain/choices';
import { allEventFilters, EventRecord } from './event';
import { AccountType, entryFilters, JournalEntryResource } from './journal';
import { filterQuery } from './page';
import { Participant, participantFilters } from './participant';
import { DecimalString, Uuid } from './primitives';
import { allRedemptionFilters, Redemption } from './redemption';

const JsonText = z.string().describe('A JSON object.');

export const ParticipantExport = Participant.extend({
  tags: z.string().describe('Tags separated by `;`; `\\;` is a semicolon within a tag.'),
  attributes: JsonText,
}).meta({ id: 'ParticipantExport' });
export type ParticipantExport = z.infer<typeof ParticipantExport>;

/** One posting of an entry. */
export const JournalEntryExport = JournalEntryResource.omit({ postings: true, updated_at: true })
  .extend({
    line: z.int().describe('Number of the posting within its entry, from 1. An entry takes one row for each of its postings.'),
    asset_id: Uuid,
    account_type: AccountType,
    account_id: Uuid,
    bucket: z.enum(BUCKETS).nullable(),
    amount: DecimalString.describe('Signed amount: positive when the account receives, negative when it gives.'),
  })
  .meta({ id: 'JournalEntryExport' });
export type JournalEntryExport = z.infer<typeof JournalEntryExport>;

export const EventExport = EventRecord.extend({
  event_data: JsonText,
  codes: z.string().optional().describe('Codes separated by `;`.'),
}).meta({ id: 'EventExport' });
export type EventExport = z.infer<typeof EventExport>;

export const RedemptionExport = Redemption.omit({ fulfillment: true })
  .extend({ fulfillment_status: z.string().optional().describe('Status of the delivery, only when a provider delivers the reward.') })
  .meta({ id: 'RedemptionExport' });
export type RedemptionExport = z.infer<typeof RedemptionExport>;

export const ExportParticipants = filterQuery(participantFilters);
export const ExportJournalEntries = filterQuery(entryFilters);
export const ExportEvents = filterQuery(allEventFilters);
export const ExportRedemptions = filterQuery(allRedemptionFilters);
