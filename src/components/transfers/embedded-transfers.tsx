/** Lists what one participant or group gave and received, newest first. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Transfer } from '@/contract/transfer';
import { useAssetIndex } from '@/components/assets/asset-index';
import type { HolderPage } from '@/components/balances/holder';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useEmbeddedList } from '@/components/data-table/embedded-list';
import { FilterBar } from '@/components/data-table/filters';
import { useScoped } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { Money } from '@/components/ui/money';
import { onDemand } from '@/components/ui/on-demand';
import { amountOf } from '@/domain/money';
import { useTRPC } from '@/trpc/client';
import { useTransferColumns } from './columns';

const TransferDialog = onDemand(() => import('./transfer-dialog').then((loaded) => loaded.TransferDialog));

const SHOWN = 50;
const NO_ROWS: Transfer[] = [];

/** What `id` gave (negative) or received. */
function movedFor({ source, recipients, total_amount }: Transfer, id: string): string {
  if (source.participant_id === id || source.group_id === id) return `-${total_amount}`;
  const own = recipients.filter(({ participant_id, group_id }) => participant_id === id || group_id === id);
  return own.reduce((sum, { amount }) => sum.plus(amountOf(amount)), amountOf(0)).toFixed(total_amount.split('.')[1]?.length ?? 0);
}

export function EmbeddedTransfers({ holder }: { holder: HolderPage }) {
  const { id, kind, status } = holder;
  const list = useEmbeddedList({ filtered: false, clearFilters: () => undefined, sort: { by: 'created_at', dir: 'desc' } });
  const query = useQuery(
    useTRPC()[kind].activity.transfers.queryOptions(
      { id, limit: SHOWN, cursor: list.cursor },
      { refetchInterval: LIVE_MS, placeholderData: keepPreviousData },
    ),
  );
  const { symbolOf } = useAssetIndex();
  const columns = useTransferColumns(query.data?.data ?? NO_ROWS);
  const router = useRouter();
  const scoped = useScoped();
  const { change } = useMay();
  const [giving, setGiving] = useState(false);
  const moved: Column<Transfer> = {
    header: 'Moved',
    numeric: true,
    cell: (row) => <Money amount={movedFor(row, id)} symbol={symbolOf(row.asset_id)} signed />,
    text: (row) => movedFor(row, id),
  };
  return (
    <>
      {change && status === 'ACTIVE' && holder.balances.length > 0 && (
        <FilterBar>
          <Button aria-haspopup="dialog" onClick={() => setGiving(true)}>
            Transfer
          </Button>
        </FilterBar>
      )}
      <DataTable
        name="Transfers"
        columns={columns.map((column) => (column.header === 'Amount' ? moved : column))}
        query={query}
        state={list.state}
        rowId={(row) => row.id}
        onOpen={(row) => router.push(scoped(`/transfers/${row.id}`))}
        empty={<EmptyState title={`${holder.name} has not given or received any transfer.`} />}
      />
      {giving && <TransferDialog source={holder} onClose={() => setGiving(false)} />}
    </>
  );
}
