/** Shows a holder's balances, one card per program and asset: what can be spent, what cannot, and what expires or matures next. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { BalanceRow } from '@/contract/balance';
import type { BalanceOutlook } from '@/contract/lot-schedule';
import { useAssetIndex } from '@/components/assets/asset-index';
import { useProgramNames } from '@/components/programs/program-names';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { groupDigits, Money } from '@/components/ui/money';
import { RelativeTime } from '@/components/ui/relative-time';
import { failureOf } from '@/trpc/failure';
import { useHolderApi, type HolderPage } from './holder';
import { balanceKey } from './operations';

const BUCKET_WORDS = { held: 'Held', deferred: 'Deferred' } as const;

type Outlook = BalanceOutlook['data'][number];

interface BalanceCardsProps {
  holder: Pick<HolderPage, 'kind' | 'id' | 'balances'>;
  /** Whether the balances are of a past time, for which the next expiry and maturity are unknown. */
  past?: boolean;
}

export function BalanceCards({ holder, past = false }: BalanceCardsProps) {
  const { balances: procedures } = useHolderApi(holder);
  const outlook = useQuery(procedures.outlook.queryOptions({ id: holder.id }, { refetchInterval: LIVE_MS, enabled: !past }));
  if (holder.balances.length === 0) {
    return (
      <div className="panel">
        <EmptyState title={past ? 'Nothing had been earned by then.' : 'Nothing earned yet.'} />
      </div>
    );
  }
  const dueOf = (row: BalanceRow) =>
    past ? undefined : outlook.data?.data.find(({ program_id, asset_id }) => program_id === row.program_id && asset_id === row.asset_id);
  return (
    <section aria-label="Balances" aria-busy={outlook.isLoading} className="grid gap-3 sm:grid-cols-2">
      {holder.balances.map((row) => (
        <BalanceCard key={balanceKey(row)} row={row} due={dueOf(row)} />
      ))}
      {outlook.error && (
        <p role="status" className="text-danger text-xs sm:col-span-2">
          The next expiry and maturity could not be loaded: {failureOf(outlook.error).message}
        </p>
      )}
    </section>
  );
}

function BalanceCard({ row, due }: { row: BalanceRow; due: Outlook | undefined }) {
  const symbol = useAssetIndex().symbolOf(row.asset_id) ?? '';
  const program = useProgramNames()(row.program_id) ?? '';
  const negative = row.available.startsWith('-');
  return (
    <article aria-label={`${symbol} in ${program}`} className="panel p-3">
      <h3 className="text-ink-soft truncate text-xs">{program}</h3>
      <p className="mt-0.5 text-2xl font-semibold tabular-nums">
        <span className={negative ? 'text-danger' : undefined}>{groupDigits(row.available)}</span>{' '}
        <span className="text-ink-soft text-sm font-normal">{symbol} available</span>
      </p>
      <dl className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5">
        {(['held', 'deferred'] as const).map((bucket) => (
          <div key={bucket} className="flex gap-1.5">
            <dt className="text-ink-soft">{BUCKET_WORDS[bucket]}</dt>
            <dd>
              <Money amount={row[bucket]} symbol={symbol} />
            </dd>
          </div>
        ))}
      </dl>
      {due && (due.next_expiry ?? due.next_maturity) && (
        <ul className="text-ink-soft border-line mt-2 border-t pt-2 text-xs">
          {due.next_maturity && (
            <li>
              <Money amount={due.next_maturity.amount} symbol={symbol} className="text-ink" /> matures{' '}
              <RelativeTime at={due.next_maturity.at} />
            </li>
          )}
          {due.next_expiry && (
            <li>
              <Money amount={due.next_expiry.amount} symbol={symbol} className="text-ink" /> expires{' '}
              <RelativeTime at={due.next_expiry.at} />
            </li>
          )}
        </ul>
      )}
    </article>
  );
}
