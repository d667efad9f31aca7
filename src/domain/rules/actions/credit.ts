/** CREDIT: gives its target new value, or settles a hold that it names. */
import { assertPlaceable } from '@/domain/ledger/credit';
import { creditBucket, creditOrSettle } from '@/domain/ledger/credit-or-settle';
import type { AssetTerms } from '@/domain/ledger/accounts';
import { truncateToScale, ZERO } from '@/domain/money';
import { resolveTerms, type TermsSource } from '@/domain/ledger/terms';
import type { ActionFault, ActionKind } from './kind';
import { assetOf, openMovement, skippedZero } from './movement';
import { refusalOf } from './refusal';
import type { ActionSource } from './catalog';
import { resolveHolder } from './target';
import { withinBudgets } from './within-budgets';

export const creditAction: ActionKind<'CREDIT'> = {
  faults: (source, { assets }) => {
    const asset = assets.get(source.asset_id);
    const terms = termFaults(source);
    return terms.length > 0 || !asset ? terms : placementFaults(source, asset);
  },
  perform: (stage, source, fields) => {
    const asset = assetOf(stage, source);
    const requested = truncateToScale(fields.amount, asset.scale);
    if (!requested.greaterThan(ZERO)) return skippedZero(asset);
    const { context, holder, account, wallet, command } = openMovement(stage, resolveHolder(stage, source.target), asset, fields);
    return withinBudgets(stage, { holder, asset, amount: requested }, (amount) =>
      creditOrSettle(context, account, wallet, { ...command, amount, bucket: creditBucket(source), terms: source }),
    );
  },
};

const PAIRS = [
  ['expires_at', 'expires_in'],
  ['matures_at', 'matures_in'],
] as const;
/** Durations need an instant to count from; any will do, as long as both use the same. */
const ORIGIN = new Date(0);

/** Terms that are wrong whenever the credit happens. Instants are compared with instants, durations with durations. */
function termFaults({ expires_at, expires_in, matures_at, matures_in }: ActionSource<'CREDIT'>): ActionFault[] {
  const written: TermsSource = { expires_at, expires_in, matures_at, matures_in };
  const twice = PAIRS.filter(([at, after]) => written[at] !== undefined && written[after] !== undefined);
  if (twice.length > 0) {
    return twice.map(([at, after]) => ({
      field: after,
      message: `Write one of \`${at}\` and \`${after}\`, not both.`,
      reason: 'invalid_value',
    }));
  }
  return [
    ...refusalOf(() => resolveTerms({ expires_at, matures_at }, ORIGIN)),
    ...refusalOf(() => resolveTerms({ expires_in, matures_in }, ORIGIN)),
  ];
}

function placementFaults(source: ActionSource<'CREDIT'>, asset: AssetTerms): ActionFault[] {
  const { expires_at, expires_in, matures_at, matures_in, reference_id } = source;
  const terms = {
    expiresAt: (expires_at ?? expires_in) === undefined ? null : ORIGIN,
    maturesAt: (matures_at ?? matures_in) === undefined ? null : ORIGIN,
  };
  return refusalOf(() => assertPlaceable({ asset }, { bucket: creditBucket(source), referenceId: reference_id ?? null, terms }));
}
