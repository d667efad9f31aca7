/** Lists what accounts hold, in one statement: counted days and hours, entries that await their seal, and the rest of the last hour. */
import type { AccountType } from '@/domain/ledger/accounts';
import { computed, type Listing, type ListingRequest } from '@/server/db/listing';
import type { CountedHours } from '@/server/db/repositories/reports/day-windows';
import { bound, sourcesOf, type FlowScope } from '@/server/db/repositories/reports/ledger-flows';

export interface AccountTypeTotal {
  asset_id: string;
  account_type: AccountType;
  /** Decimal text as the database prints it. */
  balance: string;
  scale: number;
}

/** What all accounts of each type hold in each asset. @param to exclusive; null: all. @param hours the counted hours; null: none. */
export function accountTotals(
  scope: FlowScope,
  to: Date | null,
  hours: CountedHours | null,
  request: ListingRequest,
): Listing<AccountTypeTotal> {
  const { values, bind } = bound(scope);
  const sources = sourcesOf({ from: null, to }, hours, bind, {
    of: 'account',
    totals: () => 't.asset_id, t.account_type, t.amount',
    entries: 'c.asset_id, c.account_type, c.amount',
    changes: 'postings_of(e)',
    which: 'TRUE',
  });
  return computed<AccountTypeTotal>(
    {
      name: 'report-trial-balance',
      columns: 'r.asset_id, r.account_type, r.balance, r.scale',
      from: `SELECT c.*, a.scale
             FROM (SELECT asset_id, account_type, sum(amount) AS balance
                   FROM (${sources.join(' UNION ALL ')}) AS moved (asset_id, account_type, amount) GROUP BY asset_id, account_type) AS c
             JOIN assets a ON a.id = c.asset_id AND a.organization_id = $1`,
      values,
      order: [
        { sql: 'r.asset_id', type: 'uuid' },
        { sql: 'r.account_type', type: 'text' },
      ],
    },
    request,
  );
}
