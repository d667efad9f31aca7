/** Reports: rows of figures, as JSON or as CSV. */
import { z } from 'zod';
import { AccountType } from './journal';
import { pageOf } from './page';
import { DecimalString, Uuid } from './primitives';

/** How a report is asked for as CSV without an `Accept` header. */
export const reportFormat = { format: z.enum(['json', 'csv']).optional().describe('Wins over the `Accept` header.') };

export const TrialBalanceRow = z
  .strictObject({
    asset_id: Uuid,
    account_type: AccountType,
    balance: DecimalString.describe('Signed: what all accounts of this type hold. Rows of one asset sum to zero.'),
  })
  .meta({ id: 'TrialBalanceRow' });
export type TrialBalanceRow = z.infer<typeof TrialBalanceRow>;

export const TrialBalanceQuery = z.strictObject({ ...reportFormat, program_id: Uuid.optional(), asset_id: Uuid.optional() });
export type TrialBalanceQuery = z.infer<typeof TrialBalanceQuery>;

export const TrialBalance = pageOf(TrialBalanceRow);
