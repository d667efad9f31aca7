/** One correction: its totals, its actions, its progress, and each line with the entry it became. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { Correction } from '@/contract/correction';
import { useAssetIndex } from '@/components/assets/asset-index';
import { ScopedLink } from '@/components/shell/scoped-link';
import { StatusBadge } from '@/components/ui/badge';
import { Detail, Part } from '@/components/ui/detail';
import { JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { amountText, Money } from '@/components/ui/money';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { CorrectionActions } from './correction-actions';
import { CorrectionLines } from './correction-lines';
import { CorrectionRules } from './correction-rules';

const whole = new Intl.NumberFormat('en');

export function CorrectionDetail({ programId, id }: { programId: string; id: string }) {
  const live = { refetchInterval: (query: { state: { data?: Correction } }) => (query.state.data?.status === 'POSTING' ? LIVE_MS : false) };
  const query = useQuery(useTRPC().corrections.get.queryOptions({ id: programId, correction_id: id }, live));
  return (
    <Detail query={query}>
      {(correction) => (
        <>
          <div className="mb-1 flex flex-wrap items-start justify-between gap-2">
            <RecordHeading name={correction.description}>
              <StatusBadge status={correction.status} />
            </RecordHeading>
            <CorrectionActions correction={correction} />
          </div>
          <p className="text-ink-soft mb-4">
            By a <BacktestLink correction={correction} /> of what happened between <RelativeTime at={correction.from} /> and{' '}
            <RelativeTime at={correction.to} />
          </p>
          {correction.status === 'POSTING' && <Progress correction={correction} />}
          <Outcome correction={correction} />
          <Part title="Totals by asset">
            <Totals correction={correction} />
          </Part>
          <CorrectionRules correction={correction} />
          <div className="mt-6">
            <Tabs
              label="Correction"
              tabs={[
                { value: 'lines', label: 'Lines', content: <CorrectionLines correction={correction} /> },
                {
                  value: 'json',
                  label: 'JSON',
                  content: <JsonPanel value={correction} path={`/v1/programs/${programId}/corrections/${id}`} />,
                },
              ]}
            />
          </div>
        </>
      )}
    </Detail>
  );
}

const BacktestLink = ({ correction: { program_id, backtest_id } }: { correction: Correction }) => (
  <ScopedLink href={`/rules/backtests?program=${program_id}&open=${backtest_id}`} className="text-accent underline">
    backtest
  </ScopedLink>
);

function Progress({ correction: { line_count, posted_count, skipped_count, failed_count } }: { correction: Correction }) {
  const done = posted_count + skipped_count + failed_count;
  return (
    <p className="mb-4">
      <progress className="h-2 w-full" aria-label="Lines done" value={done} max={Math.max(line_count, 1)} />
      <span className="text-ink-soft text-xs tabular-nums">
        {whole.format(done)} of {whole.format(line_count)} lines
      </span>
    </p>
  );
}

function Outcome({ correction }: { correction: Correction }) {
  const { symbolOf } = useAssetIndex();
  return <p className="mb-4">{sentenceOf(correction, symbolOf)}</p>;
}

const lines = (count: number): string => `${whole.format(count)} ${count === 1 ? 'line' : 'lines'}`;

const isNothing = (amount: string): boolean => !/[1-9]/.test(amount);

/** How a debit is phrased, by the policy for holders who have less. */
const TAKING: Readonly<Record<Correction['shortfall_policy'], (amount: string) => string>> = {
  REJECT: (amount) => `at most ${amount}, from those who still have all of theirs`,
  PARTIAL: (amount) => `${amount} that is still there`,
  ALLOW_NEGATIVE: (amount) => `${amount}, even if the balance goes below zero`,
};

/** What approving will do, or what it did. */
function sentenceOf({ status, totals, line_count, ...done }: Correction, symbolOf: (id: string) => string | undefined): string {
  if (line_count === 0) return 'Every holder had what they should have had. There is nothing to correct.';
  if (status !== 'PLANNED') {
    const rest = [
      done.skipped_count > 0 && `${lines(done.skipped_count)} skipped`,
      done.failed_count > 0 && `${lines(done.failed_count)} failed`,
    ];
    const parts = [`${lines(done.posted_count)} of ${whole.format(line_count)} posted`, ...rest].filter(Boolean).join(', ');
    return status === 'CANCELLED' ? `Cancelled: ${parts}.` : `${parts}.`;
  }
  const sums = totals.flatMap(({ asset_id, to_give, to_take, recoverable }) => {
    const taken = done.shortfall_policy === 'ALLOW_NEGATIVE' ? to_take : recoverable;
    return [
      ...(isNothing(to_give) ? [] : [`gives ${amountText(to_give, symbolOf(asset_id))}`]),
      ...(isNothing(taken) ? [] : [`takes ${TAKING[done.shortfall_policy](amountText(taken, symbolOf(asset_id)))}`]),
    ];
  });
  return `Approving it ${sums.join(', ') || 'moves nothing at present'}: one entry for each of ${lines(line_count)}, dated when it is posted. It does not count towards budgets.`;
}

const COLUMNS = ['To give', 'To take', 'Still there', 'Spent already', 'Given', 'Taken'] as const;

function Totals({ correction: { totals } }: { correction: Correction }) {
  const { symbolOf } = useAssetIndex();
  return (
    <div className="panel overflow-x-auto" tabIndex={0} role="region" aria-label="Totals">
      <table className="w-full text-left">
        <caption className="sr-only">Totals by asset</caption>
        <thead>
          <tr className="text-ink-soft text-xs">
            <th scope="col" className="h-9 px-3 font-medium">
              Asset
            </th>
            {COLUMNS.map((name) => (
              <th key={name} scope="col" className="px-3 text-right font-medium whitespace-nowrap">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {totals.map(({ asset_id, to_give, to_take, recoverable, shortfall, given, taken }) => (
            <tr key={asset_id} className="border-line border-t">
              <th scope="row" className="h-10 px-3 font-medium">
                {symbolOf(asset_id)}
              </th>
              {[to_give, to_take, recoverable, shortfall, given, taken].map((amount, index) => (
                <td key={COLUMNS[index]} className="px-3 text-right">
                  <Money amount={amount} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
