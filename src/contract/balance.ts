/** Balances, adjustments and wallets on the wire (contract: "Balances", "Wallets"). */
import { z } from 'zod';
import { BUCKETS, SHORTFALL_POLICIES } from '@/domain/choices';
import { isOneOf } from '@/domain/fields';
import type { Bucket } from '@/domain/ledger/accounts';
import { LOT_STATUSES, type LotStatus } from '@/domain/ledger/lots';
import { listQuery, pageOf } from './page';
import {
  AmountString,
  AsOf,
  DecimalString,
  enumOrCode,
  IdempotencyKey,
  OperationDescription,
  ParticipantRef,
  ReferenceId,
  refinement,
  Text,
  Timestamp,
  Uuid,
  timestampOrCode,
} from './primitives';

/** One row per program and asset, in the scale of the asset. */
export const BalanceRow = z
  .object({
    program_id: Uuid,
    asset_id: Uuid,
    available: DecimalString,
    held: DecimalString,
    deferred: DecimalString,
  })
  .meta({ id: 'Balance' });
export type BalanceRow = z.infer<typeof BalanceRow>;

export const BalancePage = pageOf(BalanceRow);

/** The balances of a participant, by program and asset. */
export const ListBalances = listQuery({ id: ParticipantRef, program_id: Uuid.optional(), asset_id: Uuid.optional(), as_of: AsOf });
export type ListBalances = z.infer<typeof ListBalances>;

export const BucketBalance = BalanceRow.pick({ available: true, held: true, deferred: true });
export type BucketBalance = z.infer<typeof BucketBalance>;

/** When the lot of a credit expires and matures; checked where the organization's time is known. LOT assets only. */
export const lotTerms = {
  expires_at: Text.max(40).optional().describe('When the lot expires: an RFC 3339 timestamp in the future.'),
  expires_in: Text.max(100).optional().describe('Duration from now until the lot expires, such as "90d"; instead of `expires_at`.'),
  matures_at: Text.max(40).optional().describe('When the lot can first be spent, as an RFC 3339 timestamp.'),
  matures_in: Text.max(100).optional().describe('Duration from now until the lot can be spent; instead of `matures_at`.'),
};

/** Body of an adjustment: a credit or debit by hand. */
export const BalanceAdjustment = z.strictObject({
  program_id: Uuid,
  asset_id: Uuid,
  type: z.enum(['CREDIT', 'DEBIT']).describe('Whether the adjustment gives value (CREDIT) or takes it (DEBIT).'),
  amount: AmountString.describe("Decimal string within the asset's scale."),
  description: OperationDescription.describe('Reason for the operation; shown with the journal entry.'),
  bucket: z
    .enum(BUCKETS)
    .optional()
    .describe('Bucket to credit or debit. When absent: AVAILABLE, or DEFERRED for a credit that matures later.'),
  reference_id: ReferenceId.optional().describe(
    'Reference of a hold. Required for a provisional credit, to HELD. A credit to AVAILABLE under the reference of a live hold settles that hold.',
  ),
  ...lotTerms,
  shortfall_policy: enumOrCode(SHORTFALL_POLICIES, 'invalid_shortfall_policy')
    .optional()
    .describe(
      'What a debit does when the balance is too small: REJECT (the default) refuses it, PARTIAL takes what there is, ALLOW_NEGATIVE lets AVAILABLE go below zero. Debits only.',
    ),
  idempotency_key: IdempotencyKey.optional(),
});
export type BalanceAdjustment = z.infer<typeof BalanceAdjustment>;

export const BalanceAdjustmentResult = z.object({
  type: z.enum(['CREDIT', 'DEBIT']),
  amount: DecimalString.describe('Amount that was moved; less than the requested amount only under PARTIAL.'),
  asset_id: Uuid,
  program_id: Uuid,
  bucket: z.enum(BUCKETS),
  balance: BucketBalance,
  journal_entry_id: Uuid.nullable().describe('Id of the journal entry; null when PARTIAL found nothing to take.'),
  reference_id: z.string().nullable(),
  message: z.string(),
});
export type BalanceAdjustmentResult = z.infer<typeof BalanceAdjustmentResult>;

/** Body of funding or burning a program wallet. */
export const WalletMove = z.strictObject({
  amount: AmountString,
  description: OperationDescription,
  idempotency_key: IdempotencyKey.optional(),
});
export type WalletMove = z.infer<typeof WalletMove>;

export const MoveProgramWallet = z.strictObject({ id: Uuid, asset_id: Uuid, ...WalletMove.shape });

export const WalletMoveResult = z.object({
  asset_id: Uuid,
  available: DecimalString.describe('Amount that the wallet can still issue.'),
  journal_entry_id: Uuid,
  message: z.string(),
});
export type WalletMoveResult = z.infer<typeof WalletMoveResult>;

export const WalletBalance = z
  .object({
    asset_id: Uuid,
    available: DecimalString.describe('Amount that the wallet can still issue. Zero for UNLIMITED assets, which have no wallet.'),
    held: DecimalString.describe(
      'Amount drawn by provisional credits, until they are settled, released, taken or voided. A hold of a SIMPLE asset that is also a reservation releases the reserved value first.',
    ),
    deferred: DecimalString.describe('Amount drawn by credits that have not matured yet, until they mature or expire.'),
    issuance_policy: z.enum(['UNLIMITED', 'PREFUNDED']),
  })
  .meta({ id: 'WalletBalance' });
export type WalletBalance = z.infer<typeof WalletBalance>;

/** The wallet of a program, by linked asset. */
export const ListWalletBalances = listQuery({ id: Uuid, asset_id: Uuid.optional() });
export type ListWalletBalances = z.infer<typeof ListWalletBalances>;

export const WalletBalancePage = pageOf(WalletBalance);

/** A time that narrows lots. */
const FilterTimestamp = timestampOrCode('invalid_filter');

const operation = {
  program_id: Uuid,
  asset_id: Uuid,
  description: OperationDescription.describe('Reason for the operation; shown with the journal entry.'),
  lot_ids: z.array(Uuid).min(1).max(500).optional().describe('Restricts the operation to these lots. LOT assets only.'),
  earned_from: FilterTimestamp.optional().describe('Restricts the operation to lots earned at or after this time. LOT assets only.'),
  earned_to: FilterTimestamp.optional().describe('Restricts the operation to lots earned before this time. LOT assets only.'),
  reference_id: ReferenceId.optional(),
  idempotency_key: IdempotencyKey.optional(),
};

/** Any bucket is understood; one that the operation does not have is `invalid_operation`, and a fault names only those it has. */
const bucketOf = (...allowed: readonly Bucket[]) =>
  z
    .string()
    .refine(
      (text) => isOneOf(BUCKETS, text),
      refinement(`Must be ${allowed.join(' or ')}.`, { reason: 'invalid_value', expected: allowed.join(' | ') }),
    )
    .pipe(z.enum(BUCKETS))
    .meta({ enum: [...allowed] });

/** Body of forfeit. The bucket must be named, because a forfeit is irreversible. */
export const ForfeitBalance = z.strictObject({
  ...operation,
  bucket: bucketOf('AVAILABLE', 'HELD').describe('Bucket to forfeit from; nothing can be forfeited from DEFERRED.'),
  amount: AmountString,
});
export type ForfeitBalance = z.infer<typeof ForfeitBalance>;

/** Body of hold. */
export const HoldBalance = z.strictObject({ ...operation, bucket: bucketOf('AVAILABLE').optional(), amount: AmountString });
export type HoldBalance = z.infer<typeof HoldBalance>;

/** Body of release. */
export const ReleaseBalance = z.strictObject({ ...operation, bucket: bucketOf('HELD').optional(), amount: AmountString });
export type ReleaseBalance = z.infer<typeof ReleaseBalance>;

/** Body of void-hold. */
export const VoidHold = z.strictObject({
  ...operation,
  bucket: bucketOf('HELD').optional(),
  amount: AmountString.optional().describe('Amount to take back. If given, it must be the whole provisional amount under the reference.'),
});
export type VoidHold = z.infer<typeof VoidHold>;

const BALANCE_OPERATIONS = ['HOLD', 'RELEASE', 'FORFEIT', 'VOID_HOLD'] as const;

export const BalanceOperationResult = z
  .strictObject({
    operation: z.enum(BALANCE_OPERATIONS),
    amount_processed: DecimalString,
    program_id: Uuid,
    asset_id: Uuid,
    balance: BucketBalance,
    journal_entry_id: Uuid,
    lots_processed: z
      .array(z.strictObject({ id: Uuid, amount: DecimalString }))
      .describe('Amounts taken from each lot; empty for a SIMPLE asset.'),
    reference_id: z.string().nullable(),
    message: z.string(),
  })
  .meta({ id: 'BalanceOperationResult' });
export type BalanceOperationResult = z.infer<typeof BalanceOperationResult>;

export const LotResource = z
  .strictObject({
    id: Uuid,
    program_id: Uuid,
    asset_id: Uuid,
    amount: DecimalString.describe('Original amount of the lot.'),
    remaining: DecimalString.describe('Amount left in the lot.'),
    status: z.enum(LOT_STATUSES),
    created_at: Timestamp.describe('When the lot was earned.'),
    expires_at: Timestamp.nullable(),
    matures_at: Timestamp.nullable(),
    reference_id: z.string().nullable().describe('Reference of the hold that a HELD lot belongs to.'),
  })
  .meta({ id: 'Lot' });
export type LotResource = z.infer<typeof LotResource>;

/** A lot belongs to a hold while it is HELD, and keeps the hold's reference if it is used up there. */
const NEVER_UNDER_A_HOLD: readonly LotStatus[] = ['AVAILABLE', 'DEFERRED'];

export const ListLots = listQuery({
  id: ParticipantRef,
  program_id: Uuid.optional(),
  asset_id: Uuid.optional(),
  status: enumOrCode(LOT_STATUSES, 'invalid_filter').optional(),
  expires_after: FilterTimestamp.optional().describe('Only lots that expire at or after this time.'),
  expires_before: FilterTimestamp.optional().describe('Only lots that expire before this time.'),
  reference_id: Text.max(255).optional(),
}).superRefine(({ expires_after, expires_before, reference_id, status }, context) => {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message, params: { code: 'invalid_filter' } });
  if (expires_after !== undefined && expires_before !== undefined && Date.parse(expires_before) <= Date.parse(expires_after))
    refuse('expires_before', '`expires_before` must be later than `expires_after`; otherwise no lot matches.');
  if (reference_id !== undefined && status !== undefined && NEVER_UNDER_A_HOLD.includes(status))
    refuse('reference_id', `A lot that is ${status} belongs to no hold; leave out \`reference_id\` or \`status\`.`);
});
export type ListLots = z.infer<typeof ListLots>;

const LotAvailability = z.strictObject({
  gross_available_lot_total: DecimalString.describe('Total amount in AVAILABLE lots.'),
  ledger_available_balance: DecimalString.describe('The AVAILABLE balance according to the ledger; below zero while overdrawn.'),
  overdraft_offset: DecimalString.describe('Amount that ALLOW_NEGATIVE debits took beyond the lots; later credits repay it first.'),
  spendable_available: DecimalString.describe('Amount that can be spent now; never below zero.'),
});

export const LotPage = pageOf(LotResource).extend({
  availability: LotAvailability.nullable().describe(
    'Null when the filtered balances are of more than one asset, which have no total: send `asset_id`.',
  ),
});
export type LotPage = z.infer<typeof LotPage>;
