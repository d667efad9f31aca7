/** Traces where each unit came from and went to: from the event and rule that credited it to what spent it. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { BalanceExplanation, BalancePortion, BalanceSpending } from '@/contract/explain';
import { useAssetIndex } from '@/components/assets/asset-index';
import { FilterBar } from '@/components/data-table/filters';
import { useProgramNames } from '@/components/programs/program-names';
import { Reference } from '@/components/ledger/reference';
import { ScopedLink } from '@/components/shell/scoped-link';
import { statusLabel } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Detail } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { Money } from '@/components/ui/money';
import { RelativeTime } from '@/components/ui/relative-time';
import { Switch } from '@/components/ui/switch';
import { useEmbeddedList } from '@/components/data-table/embedded-list';
import { useHolderApi, type HolderPage } from './holder';

const SHOWN = 20;

export function Origins({ holder }: { holder: HolderPage }) {
  const api = useHolderApi(holder);
  const [heldOnly, setHeldOnly] = useState(true);
  const list = useEmbeddedList({ filtered: heldOnly, clearFilters: () => setHeldOnly(false), sort: { by: 'earned_at', dir: 'asc' } });
  const input = { id: holder.id, limit: SHOWN, held_only: heldOnly, cursor: list.cursor };
  const query = useQuery(api.balances.explain.queryOptions(input, { placeholderData: keepPreviousData }));
  const narrow = (next: boolean) => {
    setHeldOnly(next);
    list.startOver();
  };
  return (
    <>
      <FilterBar>
        <Switch label="Hide what is spent" checked={heldOnly} onChange={narrow} />
      </FilterBar>
      <Detail query={query}>
        {(explanation) => (
          <>
            <Portions explanation={explanation} heldOnly={heldOnly} />
            <Pages next={explanation.pagination.next_cursor} page={list.state.page} />
          </>
        )}
      </Detail>
    </>
  );
}

function Portions({ explanation: { data, overdrafts }, heldOnly }: { explanation: BalanceExplanation; heldOnly: boolean }) {
  const { symbolOf } = useAssetIndex();
  if (data.length === 0 && overdrafts.length === 0) {
    return (
      <div className="panel">
        <EmptyState title={heldOnly ? 'Nothing is held right now.' : 'Nothing earned yet.'} />
      </div>
    );
  }
  return (
    <ul className="flex flex-col gap-3">
      {overdrafts.map((overdraft) => (
        <li key={`${overdraft.program_id}/${overdraft.asset_id}`} className="panel">
          <p className="px-3 py-2">
            Overdrawn by <Money amount={overdraft.amount} symbol={symbolOf(overdraft.asset_id)} className="text-danger font-medium" />;
            later credits repay this first.
          </p>
          <Spendings rows={overdraft.spent} omitted={overdraft.spent_omitted} symbol={symbolOf(overdraft.asset_id)} />
        </li>
      ))}
      {data.map((portion) => (
        <li key={`${portion.origin.journal_entry_id}/${portion.asset_id}/${portion.origin.lot_id}`} className="panel">
          <Portion portion={portion} />
        </li>
      ))}
    </ul>
  );
}

function Portion({ portion }: { portion: BalancePortion }) {
  const { symbolOf } = useAssetIndex();
  const nameOf = useProgramNames();
  const symbol = symbolOf(portion.asset_id);
  const { origin, held } = portion;
  const left = (['available', 'held', 'deferred'] as const).filter((bucket) => /[1-9]/.test(held[bucket]));
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-3 pt-2">
        <span className="flex items-baseline gap-2">
          <ArrowDownLeft className="text-success size-3.5 self-center" aria-label="Came in" />
          <Money amount={portion.amount} symbol={symbol} className="font-medium" />
          <span className="text-ink-soft">{nameOf(portion.program_id)}</span>
        </span>
        <RelativeTime at={origin.earned_at} />
      </div>
      <p className="text-ink-soft px-3 py-1">
        <Origin origin={origin} />
      </p>
      <p className="text-ink-soft px-3 pb-2">
        {left.length === 0 && 'All of it is spent.'}
        {left.map((bucket, index) => (
          <span key={bucket}>
            {index > 0 && ', '}
            <Money amount={held[bucket]} symbol={symbol} /> {bucket}
          </span>
        ))}
        {left.length > 0 && portion.lots.length > 0 && ` in ${portion.lots.length} ${portion.lots.length === 1 ? 'lot' : 'lots'}`}
      </p>
      <Spendings rows={portion.spent} omitted={portion.spent_omitted} symbol={symbol} />
    </>
  );
}

const Link = ({ href, children }: { href: string; children: ReactNode }) => (
  <ScopedLink href={href} className="text-accent underline">
    {children}
  </ScopedLink>
);

function Origin({ origin }: { origin: BalancePortion['origin'] }) {
  const entry = <Link href={`/ledger/${origin.journal_entry_id}`}>{statusLabel(origin.type)}</Link>;
  if (origin.event_id === null)
    return (
      <>
        {entry} by hand{origin.description && `: ${origin.description}`}
      </>
    );
  return (
    <>
      {entry} by{' '}
      {origin.rule_id ? (
        <>
          <Link href={`/rules/${origin.rule_id}`}>{origin.rule_name ?? 'a rule'}</Link> version {origin.rule_version}
        </>
      ) : (
        'the service'
      )}{' '}
      for <Link href={`/events/${origin.event_id}`}>event {origin.idempotency_key}</Link>
    </>
  );
}

function Spendings({ rows, omitted, symbol }: { rows: readonly BalanceSpending[]; omitted: number; symbol: string | undefined }) {
  if (rows.length === 0) return null;
  return (
    <ul className="border-line border-t px-3 py-1.5 text-xs">
      {omitted > 0 && <li className="text-ink-faint py-0.5">{omitted} earlier ones are left out</li>}
      {rows.map((row, index) => (
        <li key={`${row.journal_entry_id}/${index}`} className="flex flex-wrap items-baseline gap-x-2 py-0.5">
          <ArrowUpRight className="text-ink-faint size-3 self-center" aria-label="Went out" />
          <Money amount={row.amount} symbol={symbol} />
          <Link href={`/ledger/${row.journal_entry_id}`}>{statusLabel(row.type)}</Link>
          <span className="text-ink-soft min-w-0 flex-1 truncate">{row.description ?? <Reference reference={row.reference_id} />}</span>
          <RelativeTime at={row.created_at} />
        </li>
      ))}
    </ul>
  );
}

function Pages({ next, page }: { next: string | null; page: ReturnType<typeof useEmbeddedList>['state']['page'] }) {
  if (page.first && !next) return null;
  return (
    <div className="mt-3 flex justify-end gap-2">
      <Button size="small" disabled={page.first} onClick={page.previous}>
        Earlier
      </Button>
      <Button size="small" disabled={!next} onClick={() => next && page.next(next)}>
        Later
      </Button>
    </div>
  );
}
