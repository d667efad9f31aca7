/** Where a balance came from and where it went, on the wire. */
import { z } from 'zod';
import { BUCKETS } from '@/domain/choices';
import { BucketBalance } from './balance';
import { EntryType } from './journal';
import { listQuery, pageOf } from './page';
import { DecimalString, ParticipantRef, Timestamp, Uuid } from './primitives';

/** The most lots and spendings that one row lists. */
export const EXPLAINED_PARTS_MAX = 100;

const BalanceOrigin = z.strictObject({
  journal_entry_id: Uuid,
  type: EntryType,
  earned_at: Timestamp,
  description: z.string().nullable(),
  reference_id: z.string().nullable(),
  event_id: Uuid.nullable().describe('The event whose rule gave the value; null for value that was credited manually.'),
  transfer_id: Uuid.nullable().describe('The transfer that brought the value.'),
  idempotency_key: z.string().nullable().describe('The idempotency key of that event.'),
  rule_id: Uuid.nullable(),
  rule_name: z.string().nullable().describe('Name of the rule at that time.'),
  rule_version: z.int().nullable(),
  lot_id: Uuid.nullable().describe(
    'The lot in which the value arrived. Null for a SIMPLE asset, and when all of the value repaid an overdraft.',
  ),
});

const FirstCredit = BalanceOrigin.extend({
  participant_id: Uuid.optional().describe('The participant who was credited; either this or `group_id` is set.'),
  group_id: Uuid.optional(),
  amount: DecimalString.describe('Amount of the transferred value that came from this credit.'),
  transfers: z.int().min(1).describe('Number of transfers that the value went through, including the last one of this row.'),
}).meta({ id: 'FirstCredit' });
export type FirstCredit = z.infer<typeof FirstCredit>;

export const BalanceSpending = z
  .strictObject({
    journal_entry_id: Uuid,
    type: EntryType.describe(
      'What took the value: DEBIT, TRANSFER, REDEEM, CAPTURE, FORFEIT, EXPIRE, VOID, or SETTLE for what a settlement gave back.',
    ),
    amount: DecimalString,
    created_at: Timestamp.describe('When the value was taken; before `earned_at` when the value repaid an earlier overdraft.'),
    description: z.string().nullable(),
    reference_id: z.string().nullable(),
    event_id: Uuid.nullable(),
    transfer_id: Uuid.nullable().describe('The transfer that took the value.'),
    redemption_id: Uuid.nullable().describe('The redemption that took the value; what a reversal gave back does not count as spent.'),
    provider_order_id: z.string().nullable().describe('The order with a gift-card provider that the value paid for.'),
  })
  .meta({ id: 'BalanceSpending' });
export type BalanceSpending = z.infer<typeof BalanceSpending>;

const spendings = {
  spent: z
    .array(BalanceSpending)
    .max(EXPLAINED_PARTS_MAX)
    .describe(`The last ${EXPLAINED_PARTS_MAX} entries that took from the value, oldest first.`),
  spent_omitted: z.int().min(0).describe('Number of earlier entries that are left out.'),
};

/** What one journal entry added to a balance, and what became of it. */
export const BalancePortion = z
  .strictObject({
    program_id: Uuid,
    asset_id: Uuid,
    origin: BalanceOrigin,
    amount: DecimalString.describe('Amount that came in: always the sum of `held` plus `spent_amount`.'),
    held: BucketBalance.describe('What is left of the value, by bucket.'),
    lots: z
      .array(z.strictObject({ id: Uuid, bucket: z.enum(BUCKETS), amount: DecimalString }))
      .max(EXPLAINED_PARTS_MAX)
      .describe('The lots that hold what is left. LOT assets only.'),
    lots_omitted: z.int().min(0),
    first_credits: z
      .array(FirstCredit)
      .max(EXPLAINED_PARTS_MAX)
      .describe(
        'Origin of value that came by a transfer: the lots it was split from, holder by holder, back to a credit. Empty for all other value, and for SIMPLE assets, whose units cannot be told apart.',
      ),
    spent_amount: DecimalString,
    ...spendings,
  })
  .meta({ id: 'BalancePortion' });
export type BalancePortion = z.infer<typeof BalancePortion>;

const BalanceOverdraft = z.strictObject({
  program_id: Uuid,
  asset_id: Uuid,
  amount: DecimalString.describe('Amount taken beyond the balance. The sum of what is held minus this amount is the balance.'),
  ...spendings,
});

export const BalanceExplanation = pageOf(BalancePortion).extend({
  overdrafts: z
    .array(BalanceOverdraft)
    .describe('Overdrafts by ALLOW_NEGATIVE debits that no later credit has repaid yet; the same on every page.'),
});
export type BalanceExplanation = z.infer<typeof BalanceExplanation>;

export const ExplainBalance = listQuery({
  id: ParticipantRef,
  program_id: Uuid.optional(),
  asset_id: Uuid.optional(),
  held_only: z.boolean().default(false).describe('Whether to leave out value that has been spent entirely.'),
});
export type ExplainBalance = z.infer<typeof ExplainBalance>;
