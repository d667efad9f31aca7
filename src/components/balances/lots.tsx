/** Shows the lots behind one balance, over time and as a list, first-expiring first, with what can be spent. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { LotResource, LotPage } from '@/contract/balance';
import { spanEnd } from '@/domain/ledger/lot-schedule';
import { LOT_STATUSES, type LotStatus } from '@/domain/ledger/lots';
import { useAssetIndex } from '@/components/assets/asset-index';
import { useProgramNames } from '@/components/programs/program-names';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { ChoiceFilter, FilterBar } from '@/components/data-table/filters';
import { useEmbeddedList } from '@/components/data-table/embedded-list';
import { Reference } from '@/components/ledger/reference';
import { useOrganizationNow } from '@/components/shell/clock';
import { StatusBadge } from '@/components/ui/badge';
import { Detail } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { Money } from '@/components/ui/money';
import { RelativeTime } from '@/components/ui/relative-time';
import { Select } from '@/components/ui/select';
import { ExpiryChart, spanText } from './expiry-chart';
import { useHolderApi, type HolderPage } from './holder';
import { LotBars } from './lot-bars';
import { balanceKey } from './operations';

const SHOWN = 50;
const NONE = <span className="text-ink-faint">—</span>;

const columnsFor = (symbol: string | undefined): Column<LotResource>[] => [
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

export function Lots({ holder }: { holder: HolderPage }) {
  const { all, symbolOf } = useAssetIndex();
  const programOf = useProgramNames();
  const [chosen, setChosen] = useState('');
  const inLots = new Set(all.filter(({ inventory_mode }) => inventory_mode === 'LOT').map(({ id }) => id));
  const rows = holder.balances.filter(({ asset_id }) => inLots.has(asset_id));
  const row = rows.find((balance) => balanceKey(balance) === chosen) ?? rows[0];
  if (!row) {
    return (
      <div className="panel">
        <EmptyState title="No balance here is kept in lots." />
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
  holder: HolderPage;
  balance: { program_id: string; asset_id: string };
  /** The choice among balances kept in lots. */
  which: ReactNode;
  symbol: string | undefined;
}

function LotsOf({ holder, balance: { program_id, asset_id }, which, symbol }: LotsOfProps) {
  const api = useHolderApi(holder);
  const now = useOrganizationNow();
  const [status, setStatus] = useState<LotStatus | null>(null);
  const [span, setSpan] = useState<string | null>(null);
  const leave = () => {
    setStatus(null);
    setSpan(null);
  };
  const filtered = status !== null || span !== null;
  const list = useEmbeddedList({ filtered, clearFilters: leave, sort: { by: 'expires_at', dir: 'asc' } });
  const schedule = useQuery(api.balances.lotSchedule.queryOptions({ id: holder.id, program_id, asset_id }, { refetchInterval: LIVE_MS }));
  const unit = schedule.data?.expiry_unit ?? 'DAY';
  const window = span === null ? {} : { expires_after: span, expires_before: spanEnd(new Date(span), unit).toISOString() };
  const input = { id: holder.id, program_id, asset_id, limit: SHOWN, status: status ?? undefined, cursor: list.cursor, ...window };
  const query = useQuery(api.balances.lots.queryOptions(input, { refetchInterval: LIVE_MS, placeholderData: keepPreviousData }));
  const narrow =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      list.startOver();
    };
  const spans = (schedule.data?.expiring ?? []).map(({ at }) => at);
  return (
    <>
      <FilterBar filtered={filtered}>
        {which}
        <ChoiceFilter label="Status" options={LOT_STATUSES} value={status} onChange={narrow(setStatus)} />
        {spans.length > 0 && (
          <ChoiceFilter label="Expires" options={spans} value={span} onChange={narrow(setSpan)} text={(at) => spanText(at, unit)} />
        )}
      </FilterBar>
      {query.data?.availability && <Availability availability={query.data.availability} symbol={symbol} />}
      <Detail query={schedule}>
        {(drawn) =>
          drawn.lots > 0 && (
            <div className="mb-3 grid grid-cols-1 items-start gap-3 xl:grid-cols-2">
              <LotBars schedule={drawn} symbol={symbol} now={now} />
              <ExpiryChart schedule={drawn} symbol={symbol} chosen={span} onOpen={(at) => narrow(setSpan)(at === span ? null : at)} />
            </div>
          )
        }
      </Detail>
      <DataTable
        name="Lots"
        columns={columnsFor(symbol)}
        query={query}
        state={list.state}
        rowId={(lot) => lot.id}
        empty={<EmptyState title="No lots yet." />}
      />
    </>
  );
}

function Availability({ availability, symbol }: { availability: NonNullable<LotPage['availability']>; symbol: string | undefined }) {
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
          Overdrawn by <Money amount={availability.overdraft_offset} symbol={symbol} className="text-danger" />, which later credits repay
          first
        </span>
      )}
    </p>
  );
}
