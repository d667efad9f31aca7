/** One closed period: its frozen figures by program and asset, to print or download. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import type { LedgerPeriod, PeriodBalanceRow, PeriodFiguresRow } from '@/contract/ledger-period';
import { useAssetIndex } from '@/components/assets/asset-index';
import type { Column } from '@/components/data-table/column';
import { usePages } from '@/components/data-table/embedded-list';
import { DataTable } from '@/components/data-table/data-table';
import { exportAddress } from '@/components/exports/export-address';
import { useProgramNames } from '@/components/programs/program-names';
import { figureColumns } from '@/components/reports/figure-columns';
import { useSession } from '@/components/shell/session';
import { StatusBadge, statusLabel } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail, Part } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { Facts } from '@/components/ui/facts';
import { JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { Money } from '@/components/ui/money';
import { onDemand } from '@/components/ui/on-demand';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { periodName } from './period-words';

const ReopenDialog = onDemand(() => import('./reopen-dialog').then((loaded) => loaded.ReopenDialog));

const whole = new Intl.NumberFormat('en');
const instant = (at: string): string => `${at.slice(0, 19).replace('T', ' ')} UTC`;

export function PeriodDetail({ id }: { id: string }) {
  const query = useQuery(
    useTRPC().ledgerPeriods.get.queryOptions(
      { id },
      { refetchInterval: (state: { state: { data?: LedgerPeriod } }) => (state.state.data?.status === 'CLOSING' ? LIVE_MS : false) },
    ),
  );
  return (
    <Detail query={query}>
      {(period) => (
        <>
          <div className="mb-4 flex flex-wrap items-start justify-between gap-2">
            <RecordHeading name={periodName(period)}>
              <StatusBadge status={period.status} />
            </RecordHeading>
            <PeriodActions period={period} />
          </div>
          <PeriodFacts period={period} />
          <div className="mt-6">
            <Tabs
              label="Period"
              tabs={[
                { value: 'figures', label: 'Figures', content: <KeptFigures period={period} /> },
                { value: 'json', label: 'JSON', content: <JsonPanel value={period} path={`/v1/ledger-periods/${id}`} /> },
              ]}
            />
          </div>
        </>
      )}
    </Detail>
  );
}

const KeptFigures = ({ period: { id, status, closed_at } }: { period: LedgerPeriod }) =>
  closed_at === null ? (
    <p className="text-ink-soft">{NO_FIGURES[status]}</p>
  ) : (
    <>
      <Figures id={id} />
      <Balances id={id} />
    </>
  );

const NO_FIGURES: Readonly<Record<LedgerPeriod['status'], string>> = {
  CLOSING: 'Nothing can be dated into this period any more. Its figures are being added up.',
  CLOSED: '',
  REOPENED: 'It was reopened before its figures were added up.',
};

function PeriodActions({ period }: { period: LedgerPeriod }) {
  const [reopening, setReopening] = useState(false);
  const owner = useSession().organization.role === 'OWNER';
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => window.print()}>
        <Printer aria-hidden /> Print
      </Button>
      {owner && period.status !== 'REOPENED' && (
        <Button aria-haspopup="dialog" onClick={() => setReopening(true)}>
          Reopen
        </Button>
      )}
      {reopening && <ReopenDialog period={period} onClose={() => setReopening(false)} />}
    </div>
  );
}

const PeriodFacts = ({ period }: { period: LedgerPeriod }) => (
  <Facts
    facts={[
      { name: 'From', value: period.from === null ? 'The first entry' : instant(period.from) },
      { name: 'To', value: instant(period.to) },
      { name: 'Entries', value: period.entry_count === null ? 'Being counted' : whole.format(period.entry_count) },
      {
        name: 'Sealed up to',
        value:
          period.seal_hash === null ? (
            'No entry'
          ) : (
            <>
              Position {whole.format(period.chain_position ?? 0)}, <CopyableId id={period.seal_hash} label="Hash" />
            </>
          ),
      },
      { name: 'Closed', value: <RelativeTime at={period.closed_at ?? period.created_at} /> },
      ...(period.reopened_at === null
        ? []
        : [
            { name: 'Reopened', value: <RelativeTime at={period.reopened_at} /> },
            { name: 'Reason', value: period.reopen_reason },
          ]),
    ]}
  />
);

function usePlaceColumns<Row extends { program_id: string; asset_id: string }>(): Column<Row>[] {
  const nameOf = useProgramNames();
  const { symbolOf } = useAssetIndex();
  return [
    { header: 'Program', from: 'sm', cell: (row) => nameOf(row.program_id) ?? '', text: (row) => nameOf(row.program_id) ?? row.program_id },
    {
      header: 'Asset',
      cell: (row) => (
        <span className="block truncate">
          <span className="font-medium">{symbolOf(row.asset_id)}</span>
          <span className="text-ink-faint block truncate text-xs sm:hidden">{nameOf(row.program_id)}</span>
        </span>
      ),
      text: (row) => symbolOf(row.asset_id) ?? row.asset_id,
    },
  ];
}

function Figures({ id }: { id: string }) {
  const { input, page } = usePages({ id });
  const query = useQuery(useTRPC().ledgerPeriods.figures.queryOptions(input, { placeholderData: keepPreviousData }));
  return (
    <Part title="What is owed to participants and groups, and how it came about">
      <DataTable
        name="Roll-forward"
        columns={[...usePlaceColumns<PeriodFiguresRow>(), ...figureColumns<PeriodFiguresRow>()]}
        query={query}
        page={page}
        exported={exportAddress('ledgerPeriods.figures', { id })}
        rowId={(row) => `${row.program_id}/${row.asset_id}`}
        empty={<EmptyState title="No value had moved by then." />}
      />
    </Part>
  );
}

function Balances({ id }: { id: string }) {
  const { input, page } = usePages({ id });
  const query = useQuery(useTRPC().ledgerPeriods.trialBalance.queryOptions(input, { placeholderData: keepPreviousData }));
  const columns: Column<PeriodBalanceRow>[] = [
    ...usePlaceColumns<PeriodBalanceRow>(),
    { header: 'Accounts', cell: (row) => statusLabel(row.account_type), text: (row) => row.account_type },
    { header: 'Balance', numeric: true, cell: (row) => <Money amount={row.balance} />, text: (row) => row.balance },
  ];
  return (
    <Part title="Trial balance at its end">
      <DataTable
        name="Trial balance"
        columns={columns}
        query={query}
        page={page}
        exported={exportAddress('ledgerPeriods.trialBalance', { id })}
        rowId={(row) => `${row.program_id}/${row.asset_id}/${row.account_type}`}
        empty={<EmptyState title="No value had moved by then." />}
      />
    </Part>
  );
}
