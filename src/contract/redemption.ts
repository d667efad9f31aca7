/** Redemptions: a participant's balance spent at once, or reserved first (contract: "Redemptions"). */
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
    reward_id: Uuid.optional().describe('The redeemed reward. Catalog redemptions only.'),
    quantity: z.int().optional().describe('Number of redeemed units; 1 for a reward redeemed by amount. Catalog redemptions only.'),
    unit_cost: DecimalString.optional().describe('Cost of one unit. Catalog redemptions only.'),
    amount: DecimalString.describe('Total amount debited.'),
    description: z.string().nullable().describe('Description of the redemption, shown with its journal entries.'),
    status: RedemptionStatus,
    failure_reason: z
      .string()
      .nullable()
      .describe('Why the redemption failed or was cancelled; `reservation_expired` when it was not resolved by its deadline.'),
    journal_entry_id: Uuid.describe(
      'The journal entry that reserves the value of a pending redemption, or spends the value of an instant one.',
    ),
    reservation_id: Uuid.nullable().describe('The reservation behind a pending redemption; null for an instant one.'),
    expires_at: Timestamp.nullable().describe('Deadline by which a pending redemption must be resolved.'),
    capture_journal_entry_id: Uuid.nullable(),
    captured_at: Timestamp.nullable(),
    release_journal_entry_id: Uuid.nullable().describe(
      'The journal entry that released reserved value; set together with `released_amount`, only when something was released.',
    ),
    released_amount: DecimalString.nullable().describe('Amount that was released; less than `amount` when part of it had expired.'),
    resolved_at: Timestamp.nullable().describe('When a pending redemption was captured, cancelled, failed or expired.'),
    reversed_amount: DecimalString.describe('Total amount of all reversals so far.'),
    reversed_quantity: z.int().optional().describe('Units of all reversals so far; only for rewards redeemed by the unit.'),
    decision_id: Uuid.optional().describe('The decision that the redemption is part of, and with whose reservation it ends.'),
    fulfillment: Fulfillment.optional().describe('Delivery of the reward; only when a provider delivers it.'),
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
  mode: z
    .enum(REDEMPTION_MODES)
    .default('INSTANT')
    .describe('INSTANT spends the value at once; PENDING reserves it until the redemption is captured, cancelled or failed.'),
  expires_at: Deadline.optional().describe(
    'Deadline of the reservation, 60 seconds to 365 days away; the default of the program when absent.',
  ),
  idempotency_key: IdempotencyKey.optional().describe(
    'Idempotency key of the request. Required, either here or as the `Idempotency-Key` header.',
  ),
};

const RedemptionsPath = z.strictObject({ id: ParticipantRef });

/** Body of a redemption of a plain amount. */
export const RedeemAmount = RedemptionsPath.extend({
  ...redeeming,
  asset_id: Uuid,
  amount: AmountString.describe("Decimal string within the asset's scale."),
  description: OperationDescription.optional().describe('Description of the redemption, shown with its journal entries.'),
});
export type RedeemAmount = z.infer<typeof RedeemAmount>;

const REDEEMED_QUANTITY_MAX = 1_000_000;

export const Quantity = z
  .unknown()
  .refine((value) => Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= REDEEMED_QUANTITY_MAX, {
    message: `Must be a whole number from 1 to ${REDEEMED_QUANTITY_MAX}.`,
    params: { code: 'invalid_quantity', expected: 'positive whole number' },
  })
  .pipe(z.int())
  .meta({ type: 'integer', minimum: 1, maximum: REDEEMED_QUANTITY_MAX });

export const FaceValue = z.int().min(1).max(FACE_VALUE_MAX_MINOR);

/** Body of a redemption of a catalog item. */
export const RedeemReward = RedemptionsPath.extend({
  ...redeeming,
  reward_id: Uuid,
  quantity: Quantity.optional().describe('Number of units, for rewards redeemed by the unit; 1 when absent.'),
  amount: AmountString.optional().describe('Amount to redeem. Required for rewards redeemed by amount, and only allowed for them.'),
  face_value_minor: FaceValue.optional().describe(
    'Face value in minor currency units. Required for rewards that a provider delivers, and only allowed for them.',
  ),
});
export type RedeemReward = z.infer<typeof RedeemReward>;

export const RedemptionPath = z.strictObject({ id: Uuid });

const resolving = {
  idempotency_key: IdempotencyKey.optional().describe(
    'Idempotency key of the request. Optional: without one, the status of the redemption alone decides what a repeated request answers.',
  ),
};

export const CaptureRedemption = RedemptionPath.extend(resolving);
export const CancelRedemption = RedemptionPath.extend({
  ...resolving,
  reason: OperationDescription.optional().describe('Why the redemption ends; stored as its `failure_reason`.'),
});
export const FailRedemption = RedemptionPath.extend({
  ...resolving,
  reason: OperationDescription.describe('Why the redemption ends; stored as its `failure_reason`.'),
});

/** Body of a reversal: exactly one of `amount` and `quantity`. */
export const ReverseRedemption = RedemptionPath.extend({
  reason: OperationDescription.describe('Why; shown with the journal entry.'),
  amount: AmountString.optional(),
  quantity: Quantity.optional().describe('Number of units to reverse. Only for rewards redeemed by the unit.'),
  idempotency_key: IdempotencyKey.optional().describe(
    'Idempotency key of the request. Required, either here or as the `Idempotency-Key` header.',
  ),
});
export type ReverseRedemption = z.infer<typeof ReverseRedemption>;

export const ReversalResource = z
  .strictObject({
    id: Uuid,
    redemption_id: Uuid,
    amount: DecimalString,
    quantity: z.int().nullable().describe('Number of reversed units; null for redemptions without units.'),
    reason: z.string(),
    journal_entry_id: Uuid,
    created_at: Timestamp,
  })
  .meta({ id: 'Reversal' });
export type ReversalResource = z.infer<typeof ReversalResource>;

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

export const ReversalPage = pageOf(ReversalResource);
