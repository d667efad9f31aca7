/** The lots behind one balance, first-expiring first, and what of them can be spent. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Lot, LotPage } from '@/contract/balance';
import { LOT_STATUSES, type LotStatus } from '@/domain/ledger/lots';
import { useAssetIndex } from '@/components/assets/asset-index';
import { useProgramNames } from '@/components/programs/program-names';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { ChoiceFilter, FilterBar } from '@/components/data-table/filters';
import { useEmbeddedList } from '@/components/data-table/embedded-list';
import { Reference } from '@/components/ledger/reference';
import { StatusBadge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { Money } from '@/components/ui/money';
import { RelativeTime } from '@/components/ui/relative-time';
import { Select } from '@/components/ui/select';
import { useHolderApi, type Holder } from './holder';
import { balanceKey } from './operations';

const SHOWN = 50;
const NONE = <span className="text-ink-faint">—</span>;

const columnsFor = (symbol: string | undefined): Column<Lot>[] => [
  { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
  { header: 'Remaining', numeric: true, cell: (row) => <Money amount={row.remaining} symbol={symbol} />, text: (row) => row.remaining },
  { header: 'Of', numeric: true, from: 'sm', cell: (row) => <Money amount={row.amount} />, text: (row) => row.amount },
  { header: 'Earned', from: 'sm', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
  {
    header: 'Matures',
    from: 'lg',
    cell: (row) => (row.matures_at ? <RelativeTime at={row.matures_at} /> : NONE),
    text: (row) => row.matures_at ?? '',
  },
  {
    header: 'Expires',
    cell: (row) => (row.expires_at ? <RelativeTime at={row.expires_at} /> : <span className="text-ink-faint">Never</span>),
    text: (row) => row.expires_at ?? '',
  },
  { header: 'Reference', from: 'sm', cell: (row) => <Reference reference={row.reference_id} />, text: (row) => row.reference_id ?? '' },
];

export function Lots({ holder }: { holder: Holder }) {
  const { all, symbolOf } = useAssetIndex();
  const programOf = useProgramNames();
  const [chosen, setChosen] = useState('');
  const inLots = new Set(all.filter(({ inventory_mode }) => inventory_mode === 'LOT').map(({ id }) => id));
  const rows = holder.balances.filter(({ asset_id }) => inLots.has(asset_id));
  const row = rows.find((balance) => balanceKey(balance) === chosen) ?? rows[0];
  if (!row) {
    return (
      <div className="panel">
        <EmptyState title="Nothing that is held here is kept in lots." />
      </div>
    );
  }
  const choices = rows.map((balance) => ({
    value: balanceKey(balance),
    label: `${programOf(balance.program_id) ?? 'Program'} · ${symbolOf(balance.asset_id) ?? ''}`,
  }));
  const which = <Select aria-label="Balance" options={choices} value={balanceKey(row)} onChange={setChosen} />;
  return <LotsOf key={balanceKey(row)} holder={holder} balance={row} which={which} symbol={symbolOf(row.asset_id)} />;
}

interface LotsOfProps {
  holder: Holder;
  balance: { program_id: string; asset_id: string };
  /** Chooses among the balances that are kept in lots. */
  which: ReactNode;
  symbol: string | undefined;
}

function LotsOf({ holder, balance: { program_id, asset_id }, which, symbol }: LotsOfProps) {
  const api = useHolderApi(holder);
  const [status, setStatus] = useState<LotStatus | null>(null);
  const list = useEmbeddedList({ filtered: status !== null, clearFilters: () => setStatus(null), sort: { by: 'expires_at', dir: 'asc' } });
  const filter = (next: LotStatus | null) => {
    setStatus(next);
    list.startOver();
  };
  const input = { id: holder.id, program_id, asset_id, limit: SHOWN, status: status ?? undefined, cursor: list.cursor };
  const query = useQuery(api.balances.lots.queryOptions(input, { refetchInterval: LIVE_MS, placeholderData: keepPreviousData }));
  return (
    <>
      <FilterBar>
        {which}
        <ChoiceFilter label="Status" options={LOT_STATUSES} value={status} onChange={filter} />
      </FilterBar>
      {query.data && <Availability availability={query.data.availability} symbol={symbol} />}
      <DataTable
        name="Lots"
        columns={columnsFor(symbol)}
        query={query}
        state={list.state}
        rowId={(lot) => lot.id}
        empty={<EmptyState title="No lot was earned yet." />}
      />
    </>
  );
}

function Availability({ availability, symbol }: { availability: LotPage['availability']; symbol: string | undefined }) {
  const overdrawn = /[1-9]/.test(availability.overdraft_offset);
  return (
    <p className="text-ink-soft mb-3 flex flex-wrap gap-x-4 gap-y-1">
      <span>
        Can be spent <Money amount={availability.spendable_available} symbol={symbol} className="text-ink font-medium" />
      </span>
      <span>
        In available lots <Money amount={availability.gross_available_lot_total} symbol={symbol} />
      </span>
      {overdrawn && (
        <span>
          Overdrawn by <Money amount={availability.overdraft_offset} symbol={symbol} className="text-danger" />, which later credits fill
          first
        </span>
      )}
    </p>
  );
}
