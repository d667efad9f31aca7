/** Lists the other rules that touch the events of a draft, and what they give together on those that were tried. */
'use client';
import type { RuleEstimate } from '@/contract/rule-estimate';
import { useAssetIndex } from '@/components/assets/asset-index';
import { ScopedLink } from '@/components/shell/scoped-link';
import { amountText } from '@/components/ui/money';
import { CostPart } from './cost-part';

type Shared = NonNullable<RuleEstimate['shared']>;
type SharingRule = Shared['rules'][number];

const RELATIONS: Readonly<Record<SharingRule['relation'], string>> = {
  SAME: 'matches exactly the same events',
  CONTAINS: 'matches all of them, and perhaps more',
  CONTAINED: 'matches only some of them',
  OVERLAPS: 'can match them as well',
};

const whole = new Intl.NumberFormat('en');

export function SharedEvents({ shared: { events, draft, others, rules } }: { shared: Shared }) {
  const { symbolOf } = useAssetIndex();
  const sum = (amounts: Shared['draft']): string =>
    amounts.map(({ asset_id, amount }) => amountText(amount, symbolOf(asset_id))).join(' and ') || 'nothing';
  const summary = rules.length === 0 ? 'none' : `${rules.length}`;
  return (
    <CostPart title="Other rules on the same events" summary={summary}>
      {rules.length === 0 ? (
        <p className="text-ink-soft text-xs">No other active rule matches the events that were tried.</p>
      ) : (
        <>
          <p className="text-ink-soft text-xs">
            On {whole.format(events)} tried events, this rule gives {sum(draft)} and the others {sum(others)}, before their budgets.
          </p>
          <ul aria-label="Other rules" className="divide-line mt-1 divide-y text-xs">
            {rules.map(({ rule_id, rule_name, relation, events: common, credits }) => (
              <li key={rule_id} className="py-1.5">
                <ScopedLink href={`/rules/${rule_id}`} className="font-medium break-words underline">
                  {rule_name}
                </ScopedLink>
                <p className="text-ink-soft tabular-nums">
                  {RELATIONS[relation]}: {whole.format(common)} of {whole.format(events)}, gives {sum(credits)}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </CostPart>
  );
}
