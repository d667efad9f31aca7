/**
 * Says whether a batch of events takes so little of what all lanes of a program share, its wallets and its PROGRAM budgets, that it
 * needs no lock on them: then whatever the other lanes take meanwhile, each would have decided the same after the others.
 */
import { present } from '@/domain/assert';
import { accountKey } from '@/domain/ledger/accounts';
import type { Decision } from '@/domain/decision';
import { sumAmounts, ZERO, type Amount } from '@/domain/money';
import { budgetKey, consumedIn, type BudgetKey, type BudgetUsage } from './budget';
import type { World } from './world';

/** A batch takes at most this part of what is left without a lock. What is scarcer is spent under a lock, event by event, to the end. */
export const PORTIONS = 32;

/** What the lanes of a program share, before a batch is decided. */
interface SharedMeans {
  /** What each wallet has left, by asset. */
  readonly wallets: ReadonlyMap<string, Amount>;
  readonly budgets: ReadonlyMap<BudgetKey, BudgetUsage>;
}

export function sharedMeans({
  program,
  assets,
  accounts,
  budgets,
}: Pick<World, 'program' | 'assets' | 'accounts' | 'budgets'>): SharedMeans {
  const prefunded = [...assets.values()].filter(({ issuancePolicy }) => issuancePolicy === 'PREFUNDED');
  const leftOf = (assetId: string): Amount => accounts.get(accountKey(program.id, program.id, assetId))?.balance.available ?? ZERO;
  return { wallets: new Map(prefunded.map(({ id }) => [id, leftOf(id)])), budgets: new Map(budgets) };
}

export function isWithinPortion(means: SharedMeans, { entries, budgets }: Pick<Decision, 'entries' | 'budgets'>): boolean {
  const drawn = entries
    .flatMap(({ postings }) => postings)
    .filter(({ account, amount }) => account.type === 'PROGRAM_WALLET' && amount.isNegative());
  const fits = (taken: Amount, left: Amount): boolean => taken.isZero() || taken.times(PORTIONS).lessThanOrEqualTo(left);
  const ofWallets = [...Map.groupBy(drawn, ({ assetId }) => assetId)].every(([assetId, postings]) =>
    fits(sumAmounts(postings.map(({ amount }) => amount)).negated(), means.wallets.get(assetId) ?? ZERO),
  );
  const uses = Map.groupBy(
    budgets.filter(({ scope }) => scope === 'PROGRAM'),
    budgetKey,
  );
  const ofBudgets = [...uses].every(([key, own]) => {
    const { limit, periodStart } = present(own[0], 'a group has the use that opened it');
    const left = limit.minus(consumedIn({ start: periodStart, end: null }, means.budgets.get(key)));
    return fits(sumAmounts(own.map(({ amount }) => amount)), left);
  });
  return ofWallets && ofBudgets;
}
