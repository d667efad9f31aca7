/** What an account holds once a decision is committed: the same sums that the database applies. */
import type { Decision } from '@/domain/decision';
import type { Amount } from '@/domain/money';
import { accountKey, type AccountKey, type AccountState, type Balance, type Bucket } from './accounts';

const FIELD_OF_BUCKET = { AVAILABLE: 'available', HELD: 'held', DEFERRED: 'deferred' } as const satisfies Record<Bucket, keyof Balance>;

/** The accounts that a decision touches, as they will be; accounts that are not in `accounts` are left out. */
export function advanceAll(
  accounts: Pick<ReadonlyMap<AccountKey, AccountState>, 'get'>,
  decision: Decision,
): Map<AccountKey, AccountState> {
  const changed = new Map<AccountKey, AccountState>();
  const current = (key: AccountKey): AccountState | undefined => changed.get(key) ?? accounts.get(key);
  for (const entry of decision.entries) {
    for (const posting of entry.postings) {
      const key = accountKey(posting.account.id, entry.programId, posting.assetId);
      const account = current(key);
      if (!account || posting.account.bucket === null) continue;
      changed.set(key, { ...account, balance: add(account.balance, posting.account.bucket, posting.amount) });
    }
  }
  for (const grant of decision.overdrafts) {
    const account = current(grant.key);
    if (account?.overdraftLimit.lessThan(grant.limit)) changed.set(grant.key, { ...account, overdraftLimit: grant.limit });
  }
  return changed;
}

function add(balance: Balance, bucket: Bucket, amount: Amount): Balance {
  const field = FIELD_OF_BUCKET[bucket];
  return { ...balance, [field]: balance[field].plus(amount) };
}
