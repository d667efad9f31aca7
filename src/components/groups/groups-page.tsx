/** Lists the groups of participants that hold shared balances. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import type { Group } from '@/contract/group';
import { GROUP_STATUSES } from '@/domain/groups';
import type { Column } from '@/components/data-table/column';
import { ChoiceFilter, FilterBar, SearchFilter } from '@/components/data-table/filters';
import { useListState } from '@/components/data-table/list-state';
import { RecordTable, useCreation } from '@/components/data-table/record-table';
import { StatusBadge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';

const NewGroupDialog = onDemand(() => import('./new-group-dialog').then((loaded) => loaded.NewGroupDialog));

const GroupDetail = onDemand(() => import('./group-detail').then((loaded) => loaded.GroupDetail), FILLING);

const FILTERS = { search: parseAsString, status: parseAsStringLiteral(GROUP_STATUSES) };

const COLUMNS: Column<Group>[] = [
  { header: 'Name', sort: 'name', cell: (row) => <span className="font-medium">{row.name}</span>, text: (row) => row.name },
  { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
  { header: 'Members', numeric: true, cell: (row) => row.member_count, text: (row) => String(row.member_count) },
  { header: 'Created', sort: 'created_at', from: 'sm', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
];

export function GroupsPage() {
  const { values, set, state, input } = useListState(FILTERS, ['created_at', 'name']);
  const query = useQuery(useTRPC().groups.list.queryOptions(input, { placeholderData: keepPreviousData }));
  const creation = useCreation('New group');
  return (
    <>
      <PageHeader title="Groups" description="Participants who earn and spend together, from shared balances." actions={creation.button} />
      <FilterBar filtered={state.filtered} views>
        <SearchFilter label="Search by name" value={values.search} onChange={(search) => set({ search })} />
        <ChoiceFilter label="Status" options={GROUP_STATUSES} value={values.status} onChange={(status) => set({ status })} />
      </FilterBar>
      <RecordTable
        title="Group"
        path="/groups"
        detail={(id) => <GroupDetail id={id} />}
        name="Groups"
        columns={COLUMNS}
        query={query}
        state={state}
        empty={<EmptyState title="No groups yet. A family, a team or a company can share balances as a group." action={creation.button} />}
      />
      {creation.creating && <NewGroupDialog onClose={creation.close} onSaved={(id) => creation.openSaved({ id })} />}
    </>
  );
}
