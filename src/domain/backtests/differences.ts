/** Finds the holders whose balance at the end of a backtest differs from the actual one: what a correction would have to give or take. */
import type { AccountKey, AccountState, Holder } from '@/domain/ledger/accounts';
import { sumAmounts, ZERO, type Amount } from '@/domain/money';

export type Accounts = ReadonlyMap<AccountKey, AccountState>;

export interface Difference {
  readonly holder: Holder;
  readonly assetId: string;
  /** What they actually had, in all buckets together. */
  readonly actual: Amount;
  readonly backtest: Amount;
}

/** What an account holds in all buckets. */
export const wholeOf = ({ balance }: AccountState): Amount => sumAmounts([balance.available, balance.held, balance.deferred]);

function wholeIn(accounts: Accounts, key: AccountKey): Amount {
  const account = accounts.get(key);
  return account ? wholeOf(account) : ZERO;
}

export function differencesOf(actual: Accounts, backtest: Accounts): Difference[] {
  return [...new Map([...actual, ...backtest])].flatMap(([key, { type, id, assetId }]) => {
    if (type === 'PROGRAM_WALLET') return [];
    const [had, should] = [wholeIn(actual, key), wholeIn(backtest, key)];
    return had.equals(should) ? [] : [{ holder: { type, id }, assetId, actual: had, backtest: should }];
  });
}
