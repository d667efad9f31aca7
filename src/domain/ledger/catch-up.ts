/** Brings loaded accounts up to date: lots that have since matured or expired are dealt with before anything else happens. */
import { combine, type Decision, type NewId } from '@/domain/decision';
import type { AccountKey, AccountState, AssetTerms } from './accounts';
import { advance } from './advance';
import { bringUpToDate } from './forfeit';

interface CatchUpScope {
  readonly organizationId: string;
  readonly now: Date;
  readonly newId: NewId;
}

/** Updates the accounts in place and returns the decision that has to be committed for it. */
export function catchUp(accounts: Map<AccountKey, AccountState>, assets: ReadonlyMap<string, AssetTerms>, scope: CatchUpScope): Decision {
  const decisions: Decision[] = [];
  for (const [key, account] of accounts) {
    const asset = assets.get(account.assetId);
    if (!asset || account.type === 'PROGRAM_WALLET' || account.lots.length === 0) continue;
    const due = bringUpToDate({ ...scope, programId: account.programId, asset }, account, { type: account.type, id: account.id });
    if (due.entries.length === 0) continue;
    decisions.push(due);
    accounts.set(key, advance(account, due, scope.now));
  }
  return combine(decisions);
}
