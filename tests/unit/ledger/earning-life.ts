/** Lives an account of Ada's, on which one operation follows another while what she earned under two references is followed. */
import type { Decision } from '@/domain/decision';
import { accountKey, type AccountState, type AssetTerms } from '@/domain/ledger/accounts';
import { advance } from '@/domain/ledger/advance';
import { credit } from '@/domain/ledger/credit';
import { creditOrSettle } from '@/domain/ledger/credit-or-settle';
import { debit, type ShortfallPolicy } from '@/domain/ledger/debit';
import { advanceEarnings, earningUnder, type Earnings } from '@/domain/ledger/earnings';
import { bringUpToDate, forfeit } from '@/domain/ledger/forfeit';
import { hold, release } from '@/domain/ledger/hold';
import { voidHold } from '@/domain/ledger/settle';
import { takeBack } from '@/domain/ledger/take-back';
import { Amount, amountOf } from '@/domain/money';
import { accountWith, ADA, assetWith, command, contextOf, NOW, PROGRAM, REFERENCE } from './support';

export const OTHER = 'order-2';
const KEY = accountKey(ADA.id, PROGRAM, 'asset');

export function life(asset: AssetTerms = assetWith()) {
  const base = contextOf(asset);
  let now = NOW;
  let account: AccountState = accountWith();
  const byAccount: Earnings['byAccount'] = new Map();
  const context = () => ({ ...base, now });
  const done = (decision: Decision): Decision => {
    account = advance(account, decision, now);
    for (const [key, after] of advanceEarnings(new Set([REFERENCE, OTHER]), byAccount, decision)) byAccount.set(key, after);
    return decision;
  };
  const under = (referenceId: string | null) => ({ holder: ADA, description: null, referenceId, cause: null });
  return {
    state: () => account,
    earn: (amount: string, fields: Parameters<typeof command>[1] = {}) =>
      done(credit(context(), account, null, command(amount, { referenceId: REFERENCE, ...fields }))),
    settle: (amount: string) =>
      done(creditOrSettle(context(), account, null, { ...under(REFERENCE), bucket: 'AVAILABLE', amount: amountOf(amount), terms: {} })),
    hold: (amount: string, reference = REFERENCE) =>
      done(hold(context(), account, { ...under(reference), referenceId: reference, amount: amountOf(amount), filter: {} })),
    release: (amount: string) => done(release(context(), account, { ...under(REFERENCE), amount: amountOf(amount), filter: {} })),
    voidHold: () => done(voidHold(context(), account, { ...under(REFERENCE), referenceId: REFERENCE, amount: null })),
    forfeit: (amount: string) =>
      done(forfeit(context(), account, { ...under(null), bucket: 'AVAILABLE', amount: amountOf(amount), filter: {} })),
    spend: (amount: string, reference: string | null = null, shortfallPolicy: ShortfallPolicy = 'REJECT') =>
      done(debit(context(), account, { ...under(reference), bucket: 'AVAILABLE', amount: amountOf(amount), shortfallPolicy })),
    passTo: (at: Date) => {
      now = at;
      return done(bringUpToDate(context(), account, ADA));
    },
    takeBack: (share: string | Amount = '1', shortfallPolicy: ShortfallPolicy = 'REJECT', referenceId = REFERENCE) =>
      done(
        takeBack(context(), account, earningUnder(byAccount.get(KEY), referenceId), {
          ...under(referenceId),
          referenceId,
          share: new Amount(share),
          shortfallPolicy,
        }),
      ),
  };
}

/** What Ada gives in the only entry of a decision. */
export const taken = ({ entries: [entry] }: Decision): string =>
  (entry?.postings ?? [])
    .filter(({ account }) => account.id === ADA.id)
    .reduce((sum, { amount }) => sum.minus(amount), amountOf(0))
    .toFixed();
