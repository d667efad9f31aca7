/** Redemptions: spends of a participant's balance, at once or reserved first (contract: "Redemption"). */
import { z } from 'zod';
import { FACE_VALUE_MAX_MINOR } from '@/domain/fulfillment/policy';
import { REDEMPTION_MODES } from '@/domain/redemptions/deadline';
import { REDEMPTION_STATUSES } from '@/domain/redemptions/machine';
import { isTimestamp } from '@/domain/timestamp';
import { Fulfillment } from './fulfillment';
import { createdWindow, listQuery, pageOf, sortedBy } from './page';
import { AmountString, DecimalString, IdempotencyKey, OperationDescription, ParticipantRef, Text, Timestamp, Uuid } from './primitives';

export const RedemptionStatus = z.enum(REDEMPTION_STATUSES);

export const Redemption = z
  .strictObject({
    id: Uuid,
    program_id: Uuid,
    participant_id: Uuid,
    asset_id: Uuid,
    reward_id: Uuid.optional().describe('Catalog redemptions only.'),
    quantity: z.int().optional().describe('Catalog redemptions only; 1 for a reward redeemed by amount.'),
    unit_cost: DecimalString.optional().describe('Catalog redemptions only.'),
    amount: DecimalString.describe('Total debited.'),
    description: z.string().nullable().describe('Shown with the journal entries.'),
    status: RedemptionStatus,
    failure_reason: z.string().nullable().describe('Why it failed or was cancelled; `reservation_expired` when the deadline came first.'),
    journal_entry_id: Uuid.describe('The entry that holds the value of a pending redemption, or spends that of an instant one.'),
    reservation_id: Uuid.nullable().describe('The reservation behind a pending redemption; null for an instant one.'),
    expires_at: Timestamp.nullable().describe('Deadline of the reservation.'),
    capture_journal_entry_id: Uuid.nullable(),
    captured_at: Timestamp.nullable(),
    release_journal_entry_id: Uuid.nullable().describe('Together with `released_amount`, and only when something was released.'),
    released_amount: DecimalString.nullable().describe('Less than `amount` where part had expired.'),
    resolved_at: Timestamp.nullable().describe('When a pending redemption was captured, cancelled, failed or expired.'),
    reversed_amount: DecimalString.describe('By all reversals so far.'),
    reversed_quantity: z.int().optional().describe('By all reversals so far; only for rewards redeemed by the unit.'),
    fulfillment: Fulfillment.optional().describe('Only where a provider delivers the reward.'),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Redemption' });
export type Redemption = z.infer<typeof Redemption>;

const Deadline = Text.max(40).refine(isTimestamp, {
  message: 'Must be an RFC 3339 timestamp with an offset, such as 2026-03-01T12:00:00Z.',
  params: { code: 'invalid_expiration', expected: 'RFC 3339 timestamp' },
});

const redeeming = {
  program_id: Uuid,
  mode: z.enum(REDEMPTION_MODES).default('INSTANT').describe('PENDING reserves the value until it is captured, cancelled or failed.'),
  expires_at: Deadline.optional().describe(
    'Deadline of the reservation, 60 seconds to 365 days away; the time that the program sets when absent.',
  ),
  idempotency_key: IdempotencyKey.optional().describe('Required, here or as the `Idempotency-Key` header.'),
};

const RedemptionsPath = z.strictObject({ id: ParticipantRef });

/** Body of a redemption of a plain amount. */
export const RedeemAmount = RedemptionsPath.extend({
  ...redeeming,
  asset_id: Uuid,
  amount: AmountString.describe("Decimal string within the asset's scale."),
  description: OperationDescription.optional().describe('Shown with the journal entries.'),
});
export type RedeemAmount = z.infer<typeof RedeemAmount>;

export const REDEEMED_QUANTITY_MAX = 1_000_000;

const Quantity = z
  .unknown()
  .refine((value) => Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= REDEEMED_QUANTITY_MAX, {
    message: `Must be a whole number from 1 to ${REDEEMED_QUANTITY_MAX}.`,
    params: { code: 'invalid_quantity', expected: 'positive whole number' },
  })
  .pipe(z.int())
  .meta({ type: 'integer', minimum: 1, maximum: REDEEMED_QUANTITY_MAX });

/** Body of a redemption of a catalog item. */
export const RedeemReward = RedemptionsPath.extend({
  ...redeeming,
  reward_id: Uuid,
  quantity: Quantity.optional().describe('For rewards redeemed by the unit; 1 when absent.'),
  amount: AmountString.optional().describe('For rewards redeemed by amount, and required there.'),
  face_value_minor: z
    .int()
    .min(1)
    .max(FACE_VALUE_MAX_MINOR)
    .optional()
    .describe('For rewards that a provider delivers, and required there: the face value in minor currency units.'),
});
export type RedeemReward = z.infer<typeof RedeemReward>;

export const RedemptionPath = z.strictObject({ id: Uuid });

const resolving = { idempotency_key: IdempotencyKey.optional() };

export const CaptureRedemption = RedemptionPath.extend(resolving);
export const CancelRedemption = RedemptionPath.extend({
  ...resolving,
  reason: OperationDescription.optional().describe('Kept as `failure_reason`.'),
});
export const FailRedemption = RedemptionPath.extend({ ...resolving, reason: OperationDescription.describe('Kept as `failure_reason`.') });

/** Body of a reversal: exactly one of `amount` and `quantity`. */
export const ReverseRedemption = RedemptionPath.extend({
  reason: OperationDescription.describe('Why; shown with the journal entry.'),
  amount: AmountString.optional(),
  quantity: Quantity.optional().describe('Only for rewards redeemed by the unit.'),
  idempotency_key: IdempotencyKey.optional().describe('Required, here or as the `Idempotency-Key` header.'),
});
export type ReverseRedemption = z.infer<typeof ReverseRedemption>;

export const Reversal = z
  .strictObject({
    id: Uuid,
    redemption_id: Uuid,
    amount: DecimalString,
    quantity: z.int().nullable().describe('Units that came back; null for redemptions without units.'),
    reason: z.string(),
    journal_entry_id: Uuid,
    created_at: Timestamp,
  })
  .meta({ id: 'Reversal' });
export type Reversal = z.infer<typeof Reversal>;

const redemptionFilters = {
  ...createdWindow,
  ...sortedBy(['created_at']),
  program_id: Uuid.optional(),
  reward_id: Uuid.optional(),
  asset_id: Uuid.optional(),
  status: RedemptionStatus.optional(),
};

export const allRedemptionFilters = { ...redemptionFilters, participant_id: Uuid.optional() };

export const ListRedemptions = listQuery(allRedemptionFilters);
export type ListRedemptions = z.infer<typeof ListRedemptions>;

/** The redemptions of one participant. */
export const ListParticipantRedemptions = listQuery({ ...redemptionFilters, id: ParticipantRef });
export type ListParticipantRedemptions = z.infer<typeof ListParticipantRedemptions>;

export const RedemptionPage = pageOf(Redemption);

export const ListReversals = listQuery({ ...sortedBy(['created_at']), id: Uuid });
export type ListReversals = z.infer<typeof ListReversals>;

export const ReversalPage = pageOf(Reversal);
