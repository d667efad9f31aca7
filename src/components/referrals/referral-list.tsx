/** Lists the friends of a referral program, newest first: who brought them and what became of it. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Referral } from '@/contract/referral';
import type { ReferralProgram } from '@/contract/referral-program';
import { REFERRAL_STATUSES } from '@/domain/referrals/statuses';
import { HolderLink, useHolderNames } from '@/components/balances/holder-names';
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

const SHOWN = 50;
const NO_ROWS: Referral[] = [];

export function ReferralList({ program }: { program: Pick<ReferralProgram, 'id'> }) {
  const [status, setStatus] = useState<Referral['status'] | null>(null);
  const list = useEmbeddedList({ filtered: status !== null, clearFilters: () => setStatus(null), sort: { by: 'created_at', dir: 'desc' } });
  const input = { referral_program_id: program.id, limit: SHOWN, status: status ?? undefined, cursor: list.cursor };
  const query = useQuery(useTRPC().referrals.list.queryOptions(input, { refetchInterval: LIVE_MS, placeholderData: keepPreviousData }));
  const columns = useColumns(query.data?.data ?? NO_ROWS);
  const filter = (next: Referral['status'] | null) => {
    setStatus(next);
    list.startOver();
  };
  return (
    <>
      <FilterBar>
        <ChoiceFilter label="Status" options={REFERRAL_STATUSES} value={status} onChange={filter} />
      </FilterBar>
      <DataTable
        name="Friends"
        columns={columns}
        query={query}
        state={list.state}
        rowId={(row) => row.id}
        empty={<EmptyState title="Nobody has been brought yet." />}
      />
    </>
  );
}

function useColumns(rows: readonly Referral[]): Column<Referral>[] {
  const nameOf = useHolderNames(rows.flatMap((row) => [friendOf(row), referrerOf(row)]));
  return [
    {
      header: 'Friend',
      cell: (row) => <HolderLink party={friendOf(row)} name={nameOf(friendOf(row))} />,
      text: (row) => nameOf(friendOf(row)),
    },
    {
      header: 'Brought by',
      cell: (row) => <HolderLink party={referrerOf(row)} name={nameOf(referrerOf(row))} />,
      text: (row) => nameOf(referrerOf(row)),
    },
    { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
    { header: 'Counts as', numeric: true, from: 'md', cell: ({ count }) => count ?? '—', text: ({ count }) => count?.toString() ?? '' },
    { header: 'Brought', from: 'sm', cell: (row) => <RelativeTime at={row.bound_at} />, text: (row) => row.bound_at },
    {
      header: 'Referral',
      from: 'sm',
      cell: ({ id }) => (
        <ScopedLink href={`/referrals/friends/${id}`} className="text-accent hover:underline">
          Open …{id.slice(-8)}
        </ScopedLink>
      ),
      text: ({ id }) => id,
    },
  ];
}

/** Each of the two as the names of holders are looked up. */
const friendOf = ({ referred_participant_id }: Referral) => ({ participant_id: referred_participant_id });
const referrerOf = ({ referrer_participant_id }: Referral) => ({ participant_id: referrer_participant_id });
