/** Shows what may need action: the costliest rules, budgets about to run out, and why events fail. */
'use client';
import type { ReactNode } from 'react';
import type { Overview } from '@/contract/overview';
import { useAssetIndex } from '@/components/assets/asset-index';
import { BudgetMeter } from '@/components/rules/budget-meter';
import { ScopedLink } from '@/components/shell/scoped-link';
import { Part } from '@/components/ui/detail';
import { Money } from '@/components/ui/money';
import { percentUsed } from '@/domain/rules/budget-use';

const count = new Intl.NumberFormat('en');

/** Of one asset, because shares of different assets cannot be compared. */
export function CostlyRules({ overview: { rules, asset_id, window } }: { overview: Overview }) {
  const { symbolOf } = useAssetIndex();
  const shown = rules.filter((rule) => rule.asset_id === asset_id);
  const all = (
    <ScopedLink href={`/reports/rules?${new URLSearchParams({ from: window.from }).toString()}`} className="text-accent hover:underline">
      All rules
    </ScopedLink>
  );
  return (
    <Part title="Which rules cost most?" actions={all}>
      <Rows empty="No rule gave anything in this period." rows={shown}>
        {({ rule_id, rule_name, credited, percent }) => (
          <Row key={rule_id} href={`/rules/${rule_id}`} name={rule_name}>
            <Money amount={credited} symbol={symbolOf(asset_id ?? undefined)} />
            <span className="text-ink-faint block text-xs">{percent} % of all</span>
          </Row>
        )}
      </Rows>
    </Part>
  );
}

export function TightBudgets({ budgets }: Pick<Overview, 'budgets'>) {
  const { symbolOf } = useAssetIndex();
  return (
    <Part title="Which budgets are near their cap?">
      <Rows empty="Every budget of an active rule has more than 20 % left." rows={budgets}>
        {({ rule_id, rule_name, budget }) => (
          <Row
            key={`${rule_id}/${budget.asset_id}`}
            href={`/rules/${rule_id}`}
            name={rule_name}
            meter={<BudgetMeter budget={budget} label={`Budget of ${rule_name}`} className="mt-2" />}
          >
            <Money amount={budget.consumed ?? ''} /> of <Money amount={budget.limit} symbol={symbolOf(budget.asset_id)} />
            <span className="text-ink-faint block text-xs">{percentUsed(budget)} % used</span>
          </Row>
        )}
      </Rows>
    </Part>
  );
}

export function FailingEvents({ overview: { failures, window } }: { overview: Overview }) {
  return (
    <Part title="Why did events fail?">
      <Rows empty="No event of this period failed." rows={failures}>
        {({ error_code, events }) => {
          const filters = { status: 'FAILED', from: window.from, ...(error_code === null ? {} : { error_code }) };
          return (
            <Row
              key={error_code ?? ''}
              href={`/events?${new URLSearchParams(filters).toString()}`}
              name={error_code === null ? 'For another reason' : <span className="font-mono text-xs">{error_code}</span>}
            >
              {count.format(events)} {events === 1 ? 'event' : 'events'}
            </Row>
          );
        }}
      </Rows>
    </Part>
  );
}

function Rows<T>({ rows, empty, children }: { rows: readonly T[]; empty: string; children: (row: T) => ReactNode }) {
  if (rows.length === 0) return <p className="panel text-ink-soft p-4">{empty}</p>;
  return <ul className="panel divide-line divide-y">{rows.map(children)}</ul>;
}

const Row = ({ href, name, meter, children }: { href: string; name: ReactNode; meter?: ReactNode; children: ReactNode }) => (
  <li className="p-3">
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <ScopedLink href={href} className="min-w-0 font-medium break-words hover:underline">
        {name}
      </ScopedLink>
      <span className="text-right tabular-nums">{children}</span>
    </div>
    {meter}
  </li>
);
