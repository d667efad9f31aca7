/** Lists the decisions of one participant within its detail, newest first. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { DECISION_STATUSES, type DecisionStatus } from '@/domain/decisions/machine';
import { DataTable } from '@/components/data-table/data-table';
import { useEmbeddedList } from '@/components/data-table/embedded-list';
import { ChoiceFilter, FilterBar } from '@/components/data-table/filters';
import { useScoped } from '@/components/shell/scoped-link';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { useTRPC } from '@/trpc/client';
import { useDecisionColumns } from './columns';
import { storedPage, type StoredDecision } from './stored-decision';

const SHOWN = 50;
const NO_ROWS: StoredDecision[] = [];

export function EmbeddedDecisions({ participantId }: { participantId: string }) {
  const [status, setStatus] = useState<DecisionStatus | null>(null);
  const list = useEmbeddedList({ filtered: status !== null, clearFilters: () => setStatus(null), sort: { by: 'created_at', dir: 'desc' } });
  const input = { participant_id: participantId, limit: SHOWN, status: status ?? undefined, cursor: list.cursor };
  const query = useQuery(
    useTRPC().decisions.list.queryOptions(input, { refetchInterval: LIVE_MS, placeholderData: keepPreviousData, select: storedPage }),
  );
  const columns = useDecisionColumns(query.data?.data ?? NO_ROWS);
  const router = useRouter();
  const scoped = useScoped();
  const filter = (next: DecisionStatus | null) => {
    setStatus(next);
    list.startOver();
  };
  return (
    <>
      <FilterBar>
        <ChoiceFilter label="Status" options={DECISION_STATUSES} value={status} onChange={filter} />
      </FilterBar>
      <DataTable
        name="Decisions"
        columns={[{ ...columns.basket, from: undefined }, columns.earns, columns.spends, columns.status, columns.created]}
        query={query}
        state={list.state}
        rowId={(row) => row.id}
        onOpen={(row) => router.push(scoped(`/decisions/${row.id}`))}
        empty={<EmptyState title="No checkout has decided for this participant." />}
      />
    </>
  );
}
