/** Tells what a decision does to the balances of holders. */
import type { Decision } from '@/domain/decision';
import { accountKey, EMPTY_BALANCE, type Balance, type Holder } from '@/domain/ledger/accounts';
import type { Draft, World } from '@/domain/rules/world';

export interface BalanceChange {
  readonly holder: Holder;
  readonly assetId: string;
  readonly before: Balance;
  readonly after: Balance;
}

/** Of everybody whose balance the decision touches. @param draft on which it was made, and which is not kept yet. */
export function balanceChanges(world: World, { entries }: Decision, draft: Draft): BalanceChange[] {
  const touched = new Map<string, BalanceChange>();
  for (const { postings } of entries) {
    for (const { account, assetId } of postings) {
      if (account.type !== 'PARTICIPANT' && account.type !== 'GROUP') continue;
      const key = accountKey(account.id, world.program.id, assetId);
      if (touched.has(key)) continue;
      touched.set(key, {
        holder: { type: account.type, id: account.id },
        assetId,
        before: world.accounts.get(key)?.balance ?? EMPTY_BALANCE,
        after: draft.account(account.type, account.id, assetId).balance,
      });
    }
  }
  return [...touched.values()];
}
