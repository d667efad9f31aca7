/** Reports: rows of figures, as JSON or CSV (API page: "Reports answer"). */
import { z } from 'zod';
import { AccountType } from './journal';
import { listQuery, pageOf } from './page';
import { DecimalString, Timestamp, Uuid } from './primitives';
import { GRANULARITIES } from './choices';

/** Requests a list as CSV without an `Accept` header. */
export const reportFormat = {
  format: z
    .enum(['json', 'csv'])
    .optional()
    .describe(
      'Format of the response; takes precedence over the `Accept` header. CSV has every row, unless `limit` or `cursor` asks for a page.',
    ),
};

const scope = { ...reportFormat, program_id: Uuid.optional(), asset_id: Uuid.optional() };

export const TrialBalanceRow = z
  .strictObject({
    asset_id: Uuid,
    account_type: AccountType,
    balance: DecimalString.describe('Signed balance of all accounts of this type. The rows of one asset sum to zero.'),
  })
  .meta({ id: 'TrialBalanceRow' });
export type TrialBalanceRow = z.infer<typeof TrialBalanceRow>;

const asOf = {
  as_of: Timestamp.optional().describe("Time up to and including which postings count, on the organization's clock; now when absent."),
};

export const TrialBalanceQuery = listQuery({ ...scope, ...asOf });
export type TrialBalanceQuery = z.infer<typeof TrialBalanceQuery>;

export const TrialBalance = pageOf(TrialBalanceRow);

export const LiabilityLine = z
  .strictObject({
    asset_id: Uuid,
    program_id: Uuid,
    liability: DecimalString.describe('Total that participants and groups hold in all buckets; negative when more is overdrawn than held.'),
  })
  .meta({ id: 'LiabilityRow' });
export type LiabilityLine = z.infer<typeof LiabilityLine>;

export const LiabilityQuery = listQuery({ ...scope, ...asOf });
export type LiabilityQuery = z.infer<typeof LiabilityQuery>;
export const Liability = pageOf(LiabilityLine);

const window = {
  from: Timestamp.describe('First instant of the period.'),
  to: Timestamp.describe('First instant after the period.'),
};

export const RollForwardRow = z
  .strictObject({
    asset_id: Uuid,
    opening: DecimalString.describe('Liability before `from`.'),
    issued: DecimalString.describe('Value credited, and value settled beyond what was held.'),
    reversed: DecimalString.describe('Value returned by reversals of redemptions.'),
    redeemed: DecimalString.describe('Value spent at once, or captured.'),
    expired: DecimalString,
    forfeited: DecimalString,
    debited: DecimalString,
    voided: DecimalString.describe('Provisional value taken back, by a void or as the remainder of a settlement.'),
    closing: DecimalString.describe(
      'opening + issued + reversed - redeemed - expired - forfeited - debited - voided: the liability before `to`, without a residual.',
    ),
  })
  .meta({ id: 'RollForwardRow' });
export type RollForwardRow = z.infer<typeof RollForwardRow>;

export const RollForwardQuery = listQuery({ ...scope, ...window });
export type RollForwardQuery = z.infer<typeof RollForwardQuery>;
export const RollForward = pageOf(RollForwardRow);

export const LedgerSummaryRow = RollForwardRow.omit({ opening: true, closing: true })
  .extend({ outstanding: DecimalString.describe('Total that participants and groups hold now.') })
  .meta({ id: 'LedgerSummaryRow' });
export type LedgerSummaryRow = z.infer<typeof LedgerSummaryRow>;

export const LedgerSummaryQuery = listQuery(scope);
export type LedgerSummaryQuery = z.infer<typeof LedgerSummaryQuery>;
export const LedgerSummary = pageOf(LedgerSummaryRow);

const granularity = {
  granularity: z.enum(GRANULARITIES).default('MONTH').describe('Length of a period. Periods begin at midnight UTC, weeks on Monday.'),
};

export const ExpirationLine = z
  .strictObject({
    asset_id: Uuid,
    period_start: Timestamp,
    amount: DecimalString.describe('Amount currently left in lots that expire in the period.'),
  })
  .meta({ id: 'ExpirationRow' });
export type ExpirationLine = z.infer<typeof ExpirationLine>;

export const ExpirationQuery = listQuery({ ...scope, ...granularity });
export type ExpirationQuery = z.infer<typeof ExpirationQuery>;
export const ExpirationSchedule = pageOf(ExpirationLine);

export const RulePerformanceLine = z
  .strictObject({
    rule_id: Uuid,
    rule_name: z.string(),
    program_id: Uuid,
    asset_id: Uuid,
    events: z.int().describe('Number of events for which the rule moved this asset.'),
    participants: z.int().describe('Number of participants and groups whose balance the rule changed.'),
    credited: DecimalString,
    debited: DecimalString.describe('Value debited, forfeited or voided.'),
  })
  .meta({ id: 'RulePerformanceRow' });
export type RulePerformanceLine = z.infer<typeof RulePerformanceLine>;

export const RulePerformanceQuery = listQuery({ ...scope, ...window });
export type RulePerformanceQuery = z.infer<typeof RulePerformanceQuery>;
export const RulePerformance = pageOf(RulePerformanceLine);

export const RedemptionReportLine = z
  .strictObject({
    program_id: Uuid,
    asset_id: Uuid,
    reward_id: Uuid.nullable().describe('The redeemed reward; null for redemptions of plain amounts.'),
    reward_name: z.string().nullable(),
    completed_count: z.int().describe('Number of completed redemptions, including those reversed later.'),
    completed_amount: DecimalString,
    reversed_amount: DecimalString,
    pending_count: z.int(),
    pending_amount: DecimalString,
    ended_count: z.int().describe('Number of redemptions that were cancelled or failed.'),
  })
  .meta({ id: 'RedemptionReportRow' });
export type RedemptionReportLine = z.infer<typeof RedemptionReportLine>;

export const RedemptionReportQuery = listQuery({ ...scope, ...window });
export type RedemptionReportQuery = z.infer<typeof RedemptionReportQuery>;
export const RedemptionReport = pageOf(RedemptionReportLine);

export const ProgramActivityLine = z
  .strictObject({
    program_id: Uuid,
    period_start: Timestamp,
    events_completed: z.int(),
    events_failed: z.int(),
    active_participants: z.int().describe('Number of participants who were the actor of an event in the period.'),
    enrolled_participants: z.int(),
    journal_entries: z.int(),
  })
  .meta({ id: 'ProgramActivityRow' });
export type ProgramActivityLine = z.infer<typeof ProgramActivityLine>;

export const ProgramActivityQuery = listQuery({
  ...reportFormat,
  program_id: Uuid.optional(),
  ...window,
  granularity: z.enum(GRANULARITIES).default('DAY'),
});
export type ProgramActivityQuery = z.infer<typeof ProgramActivityQuery>;
export const ProgramActivity = pageOf(ProgramActivityLine);
