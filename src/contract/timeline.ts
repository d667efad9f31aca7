/** Everything that happened to a participant or group, in one list. No route under /v1 serves it; the activity lists give each kind. */
import { z } from 'zod';
import { BUCKETS } from '@/domain/choices';
import { TIMELINE_FILTERS } from './choices';
import { DecisionRecord } from './decision';
import { EventRecord } from './event';
import { EntryType } from './journal';
import { Notice } from './notice';
import { listQuery, pageOf } from './page';
import { DecimalString, ParticipantRef, Timestamp, Uuid } from './primitives';
import { StateHistoryEntry } from './state';

export const ListTimeline = listQuery({
  id: ParticipantRef,
  kind: z
    .enum(TIMELINE_FILTERS)
    .optional()
    .describe(
      'Only items of this kind. ENTRY: everything that the ledger moved, including redemptions and transfers. DECISION: reservations that have not become events. REFERRAL, CHALLENGE, LEADERBOARD, NOTICE: with the events that announce them.',
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

export const TimelineNotice = z.strictObject({
  id: Uuid,
  program_id: Uuid,
  setting_id: Uuid,
  sentence: z.string(),
  followed_by: Notice.shape.followed_by.pick({ event_id: true, spent_entry_id: true, earned_entry_id: true }),
});
export type TimelineNotice = z.infer<typeof TimelineNotice>;

export const TimelineChallenge = z.strictObject({
  id: Uuid.describe('The challenge.'),
  program_id: Uuid,
  name: z.string(),
  badge: z.string().nullable().describe('Name of its badge.'),
  happening: z.enum(['PART_REACHED', 'COMPLETED', 'REVOKED']),
  period: z.string(),
  round: z.int(),
  part: z.int().describe('In percent; 100 is all of it.'),
});
export type TimelineChallenge = z.infer<typeof TimelineChallenge>;

export const TimelineReferral = z.strictObject({
  id: Uuid,
  program_id: Uuid,
  referral_program_id: Uuid,
  name: z.string().describe('Of the referral program.'),
  happening: z.enum(['BOUND', 'QUALIFIED', 'EXPIRED', 'CANCELLED']),
  brought: z.boolean().describe('Whether this participant brought the other one; false: was brought by them.'),
  participant_id: Uuid.describe('The other one.'),
  count: z.int().nullable().describe('How many friends counted with this one; null where it does not count.'),
  reason: z.string().nullable().describe('Why it was cancelled.'),
});
export type TimelineReferral = z.infer<typeof TimelineReferral>;

export const TimelineRank = z.strictObject({
  id: Uuid.describe('The leaderboard.'),
  program_id: Uuid,
  name: z.string(),
  season: z.string(),
  rank: z.int(),
  participants: z.int(),
  prize: z.string().nullable(),
});
export type TimelineRank = z.infer<typeof TimelineRank>;

export const TimelineCode = z.strictObject({
  batch_id: Uuid,
  program_id: Uuid,
  name: z.string().describe('Of the batch.'),
  code: z.string(),
  happening: z.enum(['RESERVED', 'USED', 'RETURNED']),
  event_id: Uuid.nullable(),
  decision_id: Uuid.nullable(),
});
export type TimelineCode = z.infer<typeof TimelineCode>;

/** What an event of the service announces. */
const Announced = z.discriminatedUnion('about', [
  z.strictObject({ about: z.literal('NOTICE'), notice: TimelineNotice }),
  z.strictObject({ about: z.literal('CHALLENGE'), challenge: TimelineChallenge }),
  z.strictObject({ about: z.literal('REFERRAL'), referral: TimelineReferral }),
  z.strictObject({ about: z.literal('LEADERBOARD'), rank: TimelineRank }),
]);

const place = { key: z.string().describe('Key of the row, unique among the rows.'), at: Timestamp };

export const TimelineRow = z.discriminatedUnion('kind', [
  z.strictObject({ ...place, kind: z.literal('EVENT'), event: EventRecord, announces: Announced.nullable() }),
  z.strictObject({ ...place, kind: z.literal('DECISION'), decision: DecisionRecord }),
  z.strictObject({ ...place, kind: z.literal('ENTRY'), entry: TimelineEntry }),
  z.strictObject({ ...place, kind: z.literal('STATE'), change: StateHistoryEntry }),
  z.strictObject({ ...place, kind: z.literal('CODE'), code: TimelineCode }),
  z.strictObject({ ...place, kind: z.literal('REFERRAL'), referral: TimelineReferral }),
  z.strictObject({ ...place, kind: z.literal('LEADERBOARD'), rank: TimelineRank }),
]);
export type TimelineRow = z.infer<typeof TimelineRow>;

export const TimelinePage = pageOf(TimelineRow);
