/** Lists the uses of codes, of a batch or by a participant, newest first. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CodeRedemption } from '@/contract/code';
import { HolderLink, participantColumn, useHolderNames } from '@/components/balances/holder-names';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useEmbeddedList } from '@/components/data-table/embedded-list';
import { ChoiceFilter, FilterBar } from '@/components/data-table/filters';
import { ScopedLink } from '@/components/shell/scoped-link';
import { StatusBadge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';

const USE_STATUSES = ['RESERVED', 'REDEEMED', 'RETURNED'] as const;
type UseStatus = (typeof USE_STATUSES)[number];

const SHOWN = 50;
const NO_ROWS: CodeRedemption[] = [];

interface CodeUsesProps {
  /** Exactly one of them. */
  of: { readonly batch_id: string } | { readonly participant_id: string };
  empty: string;
}

export function CodeUses({ of, empty }: CodeUsesProps) {
  const [status, setStatus] = useState<UseStatus | null>(null);
  const list = useEmbeddedList({ filtered: status !== null, clearFilters: () => setStatus(null), sort: { by: 'created_at', dir: 'desc' } });
  const input = { ...of, limit: SHOWN, status: status ?? undefined, cursor: list.cursor };
  const query = useQuery(
    useTRPC().codeRedemptions.list.queryOptions(input, { refetchInterval: LIVE_MS, placeholderData: keepPreviousData }),
  );
  const columns = useUseColumns(query.data?.data ?? NO_ROWS);
  const filter = (next: UseStatus | null) => {
    setStatus(next);
    list.startOver();
  };
  const isOfBatch = 'batch_id' in of;
  return (
    <>
      <FilterBar>
        <ChoiceFilter label="Status" options={USE_STATUSES} value={status} onChange={filter} />
      </FilterBar>
      <DataTable
        name="Uses of codes"
        columns={[columns.code, isOfBatch ? columns.participant : columns.batch, columns.status, columns.cause, columns.created]}
        query={query}
        state={list.state}
        rowId={(row) => row.id}
        empty={<EmptyState title={empty} />}
      />
    </>
  );
}

function useUseColumns(rows: readonly CodeRedemption[]) {
  const nameOf = useHolderNames(rows);
  const code: Column<CodeRedemption> = {
    header: 'Code',
    cell: (row) => <code className="font-mono text-xs">{row.code}</code>,
    text: (row) => row.code,
  };
  const batch: Column<CodeRedemption> = {
    header: 'Batch',
    cell: (row) => (
      <ScopedLink href={`/codes/${row.batch_id}`} className="text-accent hover:underline">
        …{row.batch_id.slice(-8)}
      </ScopedLink>
    ),
    text: (row) => row.batch_id,
  };
  const status: Column<CodeRedemption> = {
    header: 'Status',
    cell: (row) => <StatusBadge status={row.status} />,
    text: (row) => row.status,
  };
  const cause: Column<CodeRedemption> = {
    header: 'By',
    from: 'sm',
    cell: (row) => <CauseLink use={row} />,
    text: (row) => row.event_id ?? row.decision_id ?? '',
  };
  const created: Column<CodeRedemption> = {
    header: 'When',
    from: 'sm',
    cell: (row) => <RelativeTime at={row.created_at} />,
    text: (row) => row.created_at,
  };
  return { code, participant: participantColumn<CodeRedemption>(nameOf), batch, status, cause, created };
}

function CauseLink({ use: { event_id, decision_id } }: { use: CodeRedemption }) {
  const [href, what] = event_id ? [`/events/${event_id}`, 'Event'] : [`/decisions/${decision_id}`, 'Decision'];
  return (
    <ScopedLink href={href} className="text-accent hover:underline">
      {what} …{(event_id ?? decision_id ?? '').slice(-8)}
    </ScopedLink>
  );
}

/** A few uses, where there is no room for a list of pages. */
export function UseLines({ uses }: { uses: readonly CodeRedemption[] }) {
  const nameOf = useHolderNames(uses);
  if (uses.length === 0) return <p className="text-ink-faint">Nobody has used it.</p>;
  return (
    <ul aria-label="Uses" className="panel divide-line divide-y">
      {uses.map((use) => (
        <li key={use.id} className="flex flex-wrap items-center gap-3 px-3 py-2">
          <HolderLink party={use} name={nameOf(use)} />
          <StatusBadge status={use.status} />
          <CauseLink use={use} />
          <span className="ml-auto">
            <RelativeTime at={use.created_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
