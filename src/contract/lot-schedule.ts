/** The lots of a balance over time, for the dashboard. No route under /v1 serves it; the list of lots gives them one by one. */
import { z } from 'zod';
import { SPAN_UNITS } from '@/domain/ledger/lot-schedule';
import { BucketBalance } from './balance';
import { DecimalString, ParticipantRef, Timestamp, Uuid } from './primitives';

const SpanUnit = z.enum(SPAN_UNITS);

export const LotScheduleQuery = z.strictObject({ id: ParticipantRef, program_id: Uuid, asset_id: Uuid });
export type LotScheduleQuery = z.infer<typeof LotScheduleQuery>;

export const EarnedLots = z.strictObject({
  earned_from: Timestamp,
  earned_to: Timestamp,
  lots: z.int(),
  journal_entry_id: Uuid.nullable().describe('The journal entry that created the lot; null when the row is more than one lot.'),
  event_id: Uuid.nullable(),
  remaining: DecimalString,
  buckets: BucketBalance,
  matures_at: Timestamp.nullable().describe('When everything deferred in it has matured.'),
  expires_from: Timestamp.nullable(),
  expires_to: Timestamp.nullable(),
  endless: z.boolean().describe('Whether at least one of the lots never expires.'),
});
export type EarnedLots = z.infer<typeof EarnedLots>;

export const LotSchedule = z.strictObject({
  lots: z.int().describe('Number of lots with something left.'),
  total: DecimalString,
  earned_unit: SpanUnit.nullable().describe('Length of time by which lots are grouped; null when every row is one lot.'),
  earned: z.array(EarnedLots).describe('Oldest first.'),
  expiry_unit: SpanUnit,
  expiring: z.array(z.strictObject({ at: Timestamp, lots: z.int(), amount: DecimalString, left: DecimalString })),
  never: DecimalString.describe('Amount that never expires.'),
});
export type LotSchedule = z.infer<typeof LotSchedule>;

const Due = z.strictObject({ at: Timestamp, amount: DecimalString.describe('Total that is due within a day of it.') }).nullable();

/** What expires and matures next of each balance. */
export const BalanceOutlook = z.strictObject({
  data: z.array(z.strictObject({ program_id: Uuid, asset_id: Uuid, next_expiry: Due, next_maturity: Due })),
});
export type BalanceOutlook = z.infer<typeof BalanceOutlook>;
