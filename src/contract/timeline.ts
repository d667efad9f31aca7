/** Everything that happened to a participant or group, in one list. No route under /v1 serves it; the activity lists give each kind. */
import { z } from 'zod';
import { BUCKETS } from '@/domain/choices';
import { TIMELINE_FILTERS } from './choices';
import { DecisionRecord } from './decision';
import { EventRecord } from './event';
import { EntryType } from './journal';
import { listQuery, pageOf } from './page';
import { DecimalString, ParticipantRef, Timestamp, Uuid } from './primitives';
import { StateHistoryEntry } from './state';

export const ListTimeline = listQuery({
  id: ParticipantRef,
  kind: z
    .enum(TIMELINE_FILTERS)
    .optional()
    .describe(
      'Only items of this kind. ENTRY: everything that the ledger moved, including redemptions and transfers. DECISION: reservations that have not become events.',
    ),
  until: Timestamp.optional().describe('Only what happened at or before this time.'),
});
export type ListTimeline = z.infer<typeof ListTimeline>;

/** What an entry did to the redemption that it belongs to. */
const REDEMPTION_PARTS = ['PLACED', 'CAPTURED', 'RELEASED', 'REVERSED'] as const;

export const TimelineEntry = z.strictObject({
  id: Uuid,
  program_id: Uuid,
  type: EntryType,
  description: z.string().nullable(),
  reference_id: z.string().nullable(),
  event_id: Uuid.nullable(),
  rule_id: Uuid.nullable(),
  rule_name: z.string().nullable().describe('Current name of the rule.'),
  movements: z
    .array(z.strictObject({ asset_id: Uuid, bucket: z.enum(BUCKETS), amount: DecimalString }))
    .describe('Effect on the accounts of this holder, one row for each asset and bucket.'),
  transfer: z
    .strictObject({
      id: Uuid,
      sent: z.boolean().describe('Whether this holder gave it.'),
      participant_id: Uuid.optional().describe(
        'The participant on the other side; either this or the group is set. With several recipients, the first.',
      ),
      group_id: Uuid.optional(),
      recipient_count: z.int(),
    })
    .nullable(),
  redemption: z
    .strictObject({
      id: Uuid,
      part: z.enum(REDEMPTION_PARTS),
      reserved: z.boolean().describe('Whether the redemption was placed as a reservation.'),
      reward_name: z.string().nullable(),
      quantity: z.int().nullable(),
    })
    .nullable(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

const place = { key: z.string().describe('Key of the row, unique among the rows.'), at: Timestamp };

export const TimelineRow = z.discriminatedUnion('kind', [
  z.strictObject({ ...place, kind: z.literal('EVENT'), event: EventRecord }),
  z.strictObject({ ...place, kind: z.literal('DECISION'), decision: DecisionRecord }),
  z.strictObject({ ...place, kind: z.literal('ENTRY'), entry: TimelineEntry }),
  z.strictObject({ ...place, kind: z.literal('STATE'), change: StateHistoryEntry }),
]);
export type TimelineRow = z.infer<typeof TimelineRow>;

export const TimelinePage = pageOf(TimelineRow);
