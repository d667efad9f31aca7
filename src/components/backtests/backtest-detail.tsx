/** One backtest: its progress, and what the tried rules would have changed, as tables and as a chart by rule. */
'use client';
import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { onDemand } from '@/components/ui/on-demand';
import { toast } from '@/components/ui/toast';
import type { Backtest } from '@/contract/backtest';
import { useAssetIndex } from '@/components/assets/asset-index';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { StatusBadge, statusLabel } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Detail } from '@/components/ui/detail';
import { JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { Money } from '@/components/ui/money';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { RuleChart } from './rule-chart';
import { RuleWords } from './rule-words';

const PlanDialog = onDemand(() => import('@/components/corrections/plan-dialog').then((loaded) => loaded.PlanDialog));

type Result = NonNullable<Backtest['result']>;
type Amount = Result['assets'][number] | Result['rules'][number]['assets'][number];

const whole = new Intl.NumberFormat('en');

export function BacktestDetail({ programId, id }: { programId: string; id: string }) {
  const options = { refetchInterval: (query: { state: { data?: Backtest } }) => (query.state.data?.completed_at ? false : LIVE_MS) };
  const query = useQuery(useTRPC().backtests.get.queryOptions({ id: programId, backtest_id: id }, options));
  return (
    <Detail query={query}>
      {(backtest) => (
        <>
          <h2 className="flex items-center gap-2 text-lg font-semibold">
            {backtest.is_draft ? 'A draft' : `Version ${backtest.rule_configuration_version}`} <StatusBadge status={backtest.status} />
          </h2>
          <p className="text-ink-soft mb-4">
            On events processed between <RelativeTime at={backtest.from} /> and <RelativeTime at={backtest.to} />
          </p>
          {backtest.completed_at === null && <Progress backtest={backtest} />}
          {backtest.error_message && <p role="alert">{backtest.error_message}</p>}
          {backtest.result && <Outcome backtest={backtest} result={backtest.result} />}
        </>
      )}
    </Detail>
  );
}

function Progress({ backtest: { id, program_id, processed, total } }: { backtest: Backtest }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { change } = useMay();
  const cancel = useMutation(
    trpc.backtests.cancel.mutationOptions({
      onSettled: () => queries.invalidateQueries(trpc.backtests.pathFilter()),
      onError: (error) => toast.error(failureOf(error).message),
    }),
  );
  return (
    <div className="mb-4 flex flex-col gap-2">
      <progress
        className="h-2 w-full"
        aria-label="Events tried"
        value={total === null ? undefined : processed}
        max={Math.max(total ?? 0, 1)}
      />
      <p className="text-ink-soft flex items-center justify-between text-xs tabular-nums">
        {total === null ? 'Waiting to start' : `${whole.format(processed)} of ${whole.format(total)} events`}
        {change && (
          <Button size="small" pending={cancel.isPending} onClick={() => cancel.mutate({ id: program_id, backtest_id: id })}>
            Cancel
          </Button>
        )}
      </p>
    </div>
  );
}

function Outcome({ backtest, result }: { backtest: Backtest; result: Result }) {
  const { total, ...verdicts } = result.events;
  const tabs = [
    { value: 'total', label: 'In total', content: <Totals result={result} /> },
    { value: 'rules', label: 'By rule', content: <ByRule result={result} /> },
    { value: 'events', label: 'Events', content: <TopEvents result={result} /> },
    { value: 'holders', label: 'Holders', content: <TopHolders result={result} /> },
    {
      value: 'json',
      label: 'JSON',
      content: <JsonPanel value={backtest} path={`/v1/programs/${backtest.program_id}/backtests/${backtest.id}`} />,
    },
  ];
  return (
    <>
      <p className="text-ink-soft mb-4">
        {whole.format(total)} events:{' '}
        {Object.entries(verdicts)
          .filter(([, count]) => count > 0)
          .map(([name, count]) => `${whole.format(count)} ${name.replaceAll('_', ' ')}`)
          .join(', ')}
      </p>
      <Tabs label="Backtest" tabs={tabs} />
      <Correct backtest={backtest} />
    </>
  );
}

/** Leads from a backtest to a correction, if the tried rules are the ones that should have applied. */
function Correct({ backtest }: { backtest: Backtest }) {
  const [planning, setPlanning] = useState(false);
  const { change } = useMay();
  const differs = backtest.result?.liability.some(({ difference }) => /[1-9]/.test(difference)) || backtest.result?.holders.differing;
  if (!change || !differs) return null;
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button aria-haspopup="dialog" onClick={() => setPlanning(true)}>
        Plan a correction…
      </Button>
      <p className="text-ink-soft">If these are the rules that should have applied, plan what every holder should get or give back.</p>
      {planning && <PlanDialog backtest={backtest} onClose={() => setPlanning(false)} />}
    </div>
  );
}

const Totals = ({ result: { assets, liability, budgets, rules } }: { result: Result }) => (
  <>
    <Amounts caption="Given and taken by rules" rows={assets.map((amount) => ({ key: amount.asset_id, name: amount.symbol, amount }))} />
    <Amounts
      caption="What holders had at the end"
      rows={liability.map((amount) => ({ key: amount.asset_id, name: amount.symbol, amount }))}
    />
    <Amounts
      caption="Budgets in the last period"
      rows={budgets.map((amount) => ({
        key: `${amount.rule_id ?? amount.campaign?.id}/${amount.asset_id}/${amount.scope}`,
        name: `${amount.campaign?.name ?? rules.find(({ rule_id }) => rule_id === amount.rule_id)?.name ?? ''} · ${statusLabel(amount.scope)}`,
        amount,
      }))}
    />
  </>
);

const ByRule = ({ result: { rules } }: { result: Result }) => (
  <>
    <RuleChart rules={rules} />
    <Amounts
      caption="By rule"
      none="No rule gave or took anything."
      rows={rules.flatMap((rule) =>
        rule.assets.map((amount) => ({
          key: `${rule.rule_id}/${amount.asset_id}`,
          name: <RuleWords rule={rule} />,
          amount,
        })),
      )}
    />
  </>
);

const TopEvents = ({ result: { top_events } }: { result: Result }) => (
  <Amounts
    caption="Events that differ most"
    none="Every event moved the same amount as it really did."
    rows={top_events.flatMap(({ event_id, comparison, assets }) =>
      assets.map((amount) => ({
        key: `${event_id}/${amount.asset_id}`,
        name: <Link href={`/events/${event_id}`}>{`${statusLabel(comparison)} …${event_id.slice(-8)}`}</Link>,
        amount,
      })),
    )}
  />
);

const TopHolders = ({ result: { holders } }: { result: Result }) => (
  <Amounts
    caption={`Holders that differ most, of ${whole.format(holders.differing)} that differ`}
    none="Every participant and group ends with what they really had."
    rows={holders.top.flatMap(({ type, id, assets }) =>
      assets.map((amount) => ({
        key: `${id}/${amount.asset_id}`,
        name: <Link href={`/${type === 'GROUP' ? 'groups' : 'participants'}/${id}`}>{`${statusLabel(type)} …${id.slice(-8)}`}</Link>,
        amount,
      })),
    )}
  />
);

const Link = ({ href, children }: { href: `/${string}`; children: string }) => (
  <ScopedLink href={href} className="text-accent hover:underline">
    {children}
  </ScopedLink>
);

interface AmountsProps {
  caption: string;
  rows: readonly { key: string; name: ReactNode; amount: Amount }[];
  /** What to say when there are no rows. */
  none?: string;
}

function Amounts({ caption, rows, none }: AmountsProps) {
  const { symbolOf } = useAssetIndex();
  if (rows.length === 0) return none ? <p className="text-ink-soft">{none}</p> : null;
  return (
    <div tabIndex={0} className="mb-6 overflow-x-auto">
      <table className="w-full text-left">
        <caption className="mb-2 text-left font-medium">{caption}</caption>
        <thead>
          <tr className="text-ink-soft text-xs">
            {['', 'Actual', 'Backtest', 'Difference'].map((name, index) => (
              <th key={name} scope="col" className={index > 0 ? 'pl-3 text-right font-medium' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, amount: { asset_id, actual, backtest, difference } }) => (
            <tr key={key} className="border-line border-t">
              <th scope="row" className="py-1.5 font-normal">
                {name}
              </th>
              {[actual, backtest].map((amount, index) => (
                <td key={index} className="pl-3 text-right">
                  <Money amount={amount} symbol={symbolOf(asset_id)} />
                </td>
              ))}
              <td className="pl-3 text-right">
                <Money amount={difference} signed />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
