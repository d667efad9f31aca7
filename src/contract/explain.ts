/** Where a balance came from and where it went, on the wire. */
import { z } from 'zod';
import { BUCKETS } from '@/domain/ledger/accounts';
import { BucketBalance } from './balance';
import { EntryType } from './journal';
import { listQuery, pageOf } from './page';
import { DecimalString, ParticipantRef, Timestamp, Uuid } from './primitives';

/** How many lots and spendings one row lists at most. */
export const EXPLAINED_PARTS_MAX = 100;

const BalanceOrigin = z.strictObject({
  journal_entry_id: Uuid,
  type: EntryType,
  earned_at: Timestamp,
  description: z.string().nullable(),
  reference_id: z.string().nullable(),
  event_id: Uuid.nullable().describe('The event whose rule gave it; null for what was given by hand.'),
  transfer_id: Uuid.nullable().describe('The transfer that brought it.'),
  idempotency_key: z.string().nullable().describe('Your own name of that event.'),
  rule_id: Uuid.nullable(),
  rule_name: z.string().nullable().describe('As the rule was called then.'),
  rule_version: z.int().nullable(),
  lot_id: Uuid.nullable().describe('The lot it arrived in. Null for a SIMPLE asset, and when all of it filled an overdraft.'),
});

const FirstCredit = BalanceOrigin.extend({
  participant_id: Uuid.optional().describe('Who was credited: exactly one of the two ids.'),
  group_id: Uuid.optional(),
  amount: DecimalString.describe('How much of what was transferred came from it.'),
  transfers: z.int().min(1).describe('How many transfers it went through, the last one of this row included.'),
}).meta({ id: 'FirstCredit' });
export type FirstCredit = z.infer<typeof FirstCredit>;

export const BalanceSpending = z
  .strictObject({
    journal_entry_id: Uuid,
    type: EntryType.describe(
      'What took it: DEBIT, TRANSFER, REDEEM, CAPTURE, FORFEIT, EXPIRE, VOID, or SETTLE for what a settlement gave back.',
    ),
    amount: DecimalString,
    created_at: Timestamp.describe('Before `earned_at` where the value filled what an earlier debit had overdrawn.'),
    description: z.string().nullable(),
    reference_id: z.string().nullable(),
    event_id: Uuid.nullable(),
    transfer_id: Uuid.nullable().describe('The transfer that took it.'),
    redemption_id: Uuid.nullable().describe('The redemption that took it; what a reversal gave back is not among what was spent.'),
    provider_order_id: z.string().nullable().describe('The order at a gift-card provider that it paid for.'),
  })
  .meta({ id: 'BalanceSpending' });
export type BalanceSpending = z.infer<typeof BalanceSpending>;

const spendings = {
  spent: z
    .array(BalanceSpending)
    .max(EXPLAINED_PARTS_MAX)
    .describe(`The last ${EXPLAINED_PARTS_MAX} entries that took from it, oldest first.`),
  spent_omitted: z.int().min(0).describe('How many earlier ones are left out.'),
};

/** What one journal entry brought into a balance, and what became of it. */
export const BalancePortion = z
  .strictObject({
    program_id: Uuid,
    asset_id: Uuid,
    origin: BalanceOrigin,
    amount: DecimalString.describe('What came in: always what is held of it plus `spent_amount`.'),
    held: BucketBalance.describe('What is left of it, by bucket.'),
    lots: z
      .array(z.strictObject({ id: Uuid, bucket: z.enum(BUCKETS), amount: DecimalString }))
      .max(EXPLAINED_PARTS_MAX)
      .describe('The lots that what is left lies in. LOT assets only.'),
    lots_omitted: z.int().min(0),
    first_credits: z
      .array(FirstCredit)
      .max(EXPLAINED_PARTS_MAX)
      .describe(
        'Where value that came by a transfer began: the lots it was parted from, holder by holder, back to a credit. Empty for everything else, and for SIMPLE assets, whose units cannot be told apart.',
      ),
    spent_amount: DecimalString,
    ...spendings,
  })
  .meta({ id: 'BalancePortion' });
export type BalancePortion = z.infer<typeof BalancePortion>;

const BalanceOverdraft = z.strictObject({
  program_id: Uuid,
  asset_id: Uuid,
  amount: DecimalString.describe('What was taken beyond what there was. Held portions less this are the balance.'),
  ...spendings,
});

export const BalanceExplanation = pageOf(BalancePortion).extend({
  overdrafts: z.array(BalanceOverdraft).describe('What ALLOW_NEGATIVE debits took and no later credit has filled yet, on every page.'),
});
export type BalanceExplanation = z.infer<typeof BalanceExplanation>;

export const ExplainBalance = listQuery({
  id: ParticipantRef,
  program_id: Uuid.optional(),
  asset_id: Uuid.optional(),
  held_only: z.boolean().default(false).describe('Leaves out what is spent entirely.'),
});
export type ExplainBalance = z.infer<typeof ExplainBalance>;
