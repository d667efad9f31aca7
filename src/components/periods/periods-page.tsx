/** Lists the closed periods, and closes the next one. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { LEDGER_PERIOD_STATUSES } from '@/contract/choices';
import type { LedgerPeriod } from '@/contract/ledger-period';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useStatusList } from '@/components/data-table/status-list';
import { ReportHeader } from '@/components/reports/report-frame';
import { useScoped } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { presses } from '@/components/ui/keys';
import { onDemand } from '@/components/ui/on-demand';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { periodName } from './period-words';

const CloseDialog = onDemand(() => import('./close-dialog').then((loaded) => loaded.CloseDialog));

const whole = new Intl.NumberFormat('en');

const COLUMNS: Column<LedgerPeriod>[] = [
  { header: 'Period', cell: (row) => <span className="font-medium">{periodName(row)}</span>, text: periodName },
  { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
  {
    header: 'From',
    from: 'md',
    cell: (row) => (row.from === null ? 'The first entry' : endOf(row.from)),
    text: (row) => row.from ?? '',
  },
  { header: 'To', from: 'sm', cell: (row) => endOf(row.to), text: (row) => row.to },
  {
    header: 'Entries',
    numeric: true,
    from: 'sm',
    cell: (row) => (row.entry_count === null ? '' : whole.format(row.entry_count)),
    text: (row) => String(row.entry_count ?? ''),
  },
  { header: 'Closed', sort: 'created_at', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
];

const endOf = (at: string): string => `${at.slice(0, 16).replace('T', ' ')}`;

export function PeriodsPage() {
  const { filter, state, input, live } = useStatusList(LEDGER_PERIOD_STATUSES);
  const query = useQuery(useTRPC().ledgerPeriods.list.queryOptions(input, live));
  const router = useRouter();
  const scoped = useScoped();
  const [closing, setClosing] = useState(false);
  const { manage } = useMay();
  const open = (id: string) => router.push(scoped(`/reports/periods/${id}`));
  const button = manage && (
    <Button variant="primary" aria-haspopup="dialog" onClick={() => setClosing(true)} {...presses('new')}>
      Close a period
    </Button>
  );
  return (
    <>
      <ReportHeader question="Which months are closed, and with which figures? Times are UTC." actions={button} />
      {filter}
      <DataTable
        name="Periods"
        columns={COLUMNS}
        query={query}
        state={state}
        rowId={(row) => row.id}
        onOpen={(row) => open(row.id)}
        empty={<EmptyState title="No closed periods yet. Closing a period freezes its figures; nothing can be dated into it any more." />}
      />
      {closing && <CloseDialog onClose={() => setClosing(false)} onClosed={open} />}
    </>
  );
}
