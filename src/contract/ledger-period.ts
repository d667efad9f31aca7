/** Closed periods on the wire: the periods for which an organization's books are closed, and the figures they were closed with. */
import { z } from 'zod';
import { LEDGER_PERIOD_STATUSES } from './choices';
import { AccountType } from './journal';
import { listQuery, pageOf, sortedBy } from './page';
import { DecimalString, HashHex, nameOf, Timestamp, Uuid } from './primitives';
import { reportFormat, RollForwardRow } from './report';

export const LedgerPeriodStatus = z.enum(LEDGER_PERIOD_STATUSES);

const Reason = nameOf(500);

export const ClosePeriod = z.strictObject({
  to: Timestamp.describe(
    "First instant after the period, such as midnight UTC on the first of the next month. It must be at least a minute in the past on the organization's clock, and after the end of the last closed period, where this one begins.",
  ),
  description: Reason.optional().describe('Name of the period for people, such as "March 2026".'),
});
export type ClosePeriod = z.infer<typeof ClosePeriod>;

export const LedgerPeriodPath = z.strictObject({ id: Uuid });
export type LedgerPeriodPath = z.infer<typeof LedgerPeriodPath>;

export const ReopenPeriod = LedgerPeriodPath.extend({ reason: Reason.describe('Why the period is reopened; stored with the period.') });
export type ReopenPeriod = z.infer<typeof ReopenPeriod>;

export const LedgerPeriod = z
  .strictObject({
    id: Uuid,
    status: LedgerPeriodStatus.describe(
      'Status of the period. `CLOSING`: entries are already refused, and the figures are being added up. `REOPENED`: entries are accepted again; the figures remain readable.',
    ),
    description: z.string().nullable(),
    from: Timestamp.nullable().describe(
      'Start of the period, where the previous closed period ended; null when it starts with the first entry.',
    ),
    to: Timestamp.describe('First instant after the period.'),
    entry_count: z.int().nullable().describe('Number of journal entries in the period; null while CLOSING.'),
    chain_position: z
      .int()
      .nullable()
      .describe('Position of the last sealed entry when the period closed: every entry of the period is at or before this position.'),
    seal_hash: HashHex.nullable().describe('Hash of the seal that ends at `chain_position`; a signed checkpoint covers it.'),
    reopen_reason: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
    closed_at: Timestamp.nullable(),
    reopened_at: Timestamp.nullable(),
  })
  .meta({ id: 'LedgerPeriod' });
export type LedgerPeriod = z.infer<typeof LedgerPeriod>;

export const ListLedgerPeriods = listQuery({ ...sortedBy(['created_at']), status: LedgerPeriodStatus.optional() });
export type ListLedgerPeriods = z.infer<typeof ListLedgerPeriods>;
export const LedgerPeriodPage = pageOf(LedgerPeriod);

export const PeriodFiguresQuery = listQuery({
  ...LedgerPeriodPath.shape,
  ...reportFormat,
  program_id: Uuid.optional(),
  asset_id: Uuid.optional(),
});
export type PeriodFiguresQuery = z.infer<typeof PeriodFiguresQuery>;

export const PeriodFiguresRow = z.strictObject({ program_id: Uuid, ...RollForwardRow.shape }).meta({ id: 'LedgerPeriodFigures' });
export type PeriodFiguresRow = z.infer<typeof PeriodFiguresRow>;
export const PeriodFigures = pageOf(PeriodFiguresRow);

export const PeriodBalanceRow = z
  .strictObject({
    program_id: Uuid,
    asset_id: Uuid,
    account_type: AccountType,
    balance: DecimalString.describe(
      'Signed balance of all accounts of this type at the end of the period. The rows of one asset sum to zero.',
    ),
  })
  .meta({ id: 'LedgerPeriodBalance' });
export type PeriodBalanceRow = z.infer<typeof PeriodBalanceRow>;
export const PeriodBalances = pageOf(PeriodBalanceRow);
