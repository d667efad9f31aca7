/** Lists the redemptions of one participant or one reward within its detail, newest first. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState, type ReactNode } from 'react';
import type { Redemption } from '@/contract/redemption';
import { REDEMPTION_STATUSES, type RedemptionStatus } from '@/domain/redemptions/machine';
import { DataTable } from '@/components/data-table/data-table';
import { useEmbeddedList } from '@/components/data-table/embedded-list';
import { ChoiceFilter, FilterBar } from '@/components/data-table/filters';
import { useScoped } from '@/components/shell/scoped-link';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { useTRPC } from '@/trpc/client';
import { useRedemptionColumns } from './columns';

const SHOWN = 50;
const NO_ROWS: Redemption[] = [];

interface EmbeddedRedemptionsProps {
  of: { participant_id: string } | { reward_id: string };
  /** What to say when there are none. */
  empty: string;
  actions?: ReactNode;
}

export function EmbeddedRedemptions({ of, empty, actions }: EmbeddedRedemptionsProps) {
  const [status, setStatus] = useState<RedemptionStatus | null>(null);
  const list = useEmbeddedList({ filtered: status !== null, clearFilters: () => setStatus(null), sort: { by: 'created_at', dir: 'desc' } });
  const input = { ...of, limit: SHOWN, status: status ?? undefined, cursor: list.cursor };
  const query = useQuery(useTRPC().redemptions.list.queryOptions(input, { refetchInterval: LIVE_MS, placeholderData: keepPreviousData }));
  const columns = useRedemptionColumns(query.data?.data ?? NO_ROWS);
  const router = useRouter();
  const scoped = useScoped();
  const filter = (next: RedemptionStatus | null) => {
    setStatus(next);
    list.startOver();
  };
  const ofParticipant = 'participant_id' in of;
  return (
    <>
      <FilterBar>
        <ChoiceFilter label="Status" options={REDEMPTION_STATUSES} value={status} onChange={filter} />
        {actions}
      </FilterBar>
      <DataTable
        name="Redemptions"
        columns={[
          ofParticipant ? { ...columns.what, from: undefined } : columns.participant,
          columns.amount,
          columns.status,
          columns.created,
        ]}
        query={query}
        state={list.state}
        rowId={(row) => row.id}
        onOpen={(row) => router.push(scoped(`/redemptions/${row.id}`))}
        empty={<EmptyState title={empty} />}
      />
    </>
  );
}
