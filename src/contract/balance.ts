/** Balances, adjustments and wallets on the wire (contract: "Balance responses", "Program wallet balance entry"). */
import { z } from 'zod';
import { BUCKETS } from '@/domain/ledger/accounts';
import { SHORTFALL_POLICIES } from '@/domain/ledger/operations';
import { listQuery, pageOf } from './page';
import {
  AmountString,
  DecimalString,
  enumOrCode,
  IdempotencyKey,
  OperationDescription,
  ParticipantRef,
  ReferenceId,
  Uuid,
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
export const ListBalances = listQuery({ id: ParticipantRef, program_id: Uuid.optional(), asset_id: Uuid.optional() });
export type ListBalances = z.infer<typeof ListBalances>;

export const BucketBalance = BalanceRow.pick({ available: true, held: true, deferred: true });
export type BucketBalance = z.infer<typeof BucketBalance>;

/** Body of an adjustment: a credit or debit by hand. */
export const BalanceAdjustment = z.strictObject({
  program_id: Uuid,
  asset_id: Uuid,
  type: z.enum(['CREDIT', 'DEBIT']).describe('Whether value is given or taken.'),
  amount: AmountString.describe("Decimal string within the asset's scale."),
  description: OperationDescription.describe('Why; shown with the journal entry.'),
  bucket: z.enum(BUCKETS).default('AVAILABLE'),
  reference_id: ReferenceId.optional(),
  shortfall_policy: enumOrCode(SHORTFALL_POLICIES, 'invalid_shortfall_policy')
    .optional()
    .describe('Debits only. REJECT (the default) refuses, PARTIAL takes what there is, ALLOW_NEGATIVE lets AVAILABLE go below zero.'),
  idempotency_key: IdempotencyKey.optional(),
});
export type BalanceAdjustment = z.infer<typeof BalanceAdjustment>;

export const AdjustParticipantBalance = z.strictObject({ id: ParticipantRef, ...BalanceAdjustment.shape });

export const BalanceAdjustmentResult = z.object({
  type: z.enum(['CREDIT', 'DEBIT']),
  amount: DecimalString.describe('What was really moved; less than asked only under PARTIAL.'),
  asset_id: Uuid,
  program_id: Uuid,
  bucket: z.enum(BUCKETS),
  balance: BucketBalance,
  journal_entry_id: Uuid.nullable().describe('Null when PARTIAL found nothing to take.'),
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
  available: DecimalString.describe('What the wallet can still issue.'),
  journal_entry_id: Uuid,
  message: z.string(),
});
export type WalletMoveResult = z.infer<typeof WalletMoveResult>;

export const WalletBalance = z
  .object({
    asset_id: Uuid,
    available: DecimalString.describe('What can still be issued. Zero for UNLIMITED assets, which have no wallet.'),
    held: DecimalString.describe('What provisional issues have drawn.'),
    deferred: DecimalString.describe('What maturing issues have drawn.'),
    issuance_policy: z.enum(['UNLIMITED', 'PREFUNDED']),
  })
  .meta({ id: 'WalletBalance' });
export type WalletBalance = z.infer<typeof WalletBalance>;

/** The wallet of a program, by linked asset. */
export const ListWalletBalances = listQuery({ id: Uuid, asset_id: Uuid.optional() });
export type ListWalletBalances = z.infer<typeof ListWalletBalances>;

export const WalletBalancePage = pageOf(WalletBalance);
