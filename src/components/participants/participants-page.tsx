/** Lists the participants. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import { PARTICIPANT_STATUSES } from '@/contract/choices';
import type { Participant } from '@/contract/participant';
import type { Column } from '@/components/data-table/column';
import { ChoiceFilter, FilterBar, SearchFilter, WindowFilter } from '@/components/data-table/filters';
import { useListState } from '@/components/data-table/list-state';
import { exportAddress } from '@/components/exports/export-address';
import { RecordTable, useCreation } from '@/components/data-table/record-table';
import { useProgramFilter } from '@/components/shell/program-filter';
import { StatusBadge } from '@/components/ui/badge';
import { CopyableId } from '@/components/ui/copyable-id';
import { EmptyState } from '@/components/ui/empty-state';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { participantName } from './participant-name';
import { ParticipantViews } from './participant-views';
import { useParticipantBulk } from './use-participant-bulk';

const ParticipantDetail = onDemand(() => import('./participant-detail').then((loaded) => loaded.ParticipantDetail), FILLING);

const NewParticipantDialog = onDemand(() => import('./new-participant-dialog').then((loaded) => loaded.NewParticipantDialog));

const STATUSES = PARTICIPANT_STATUSES;
const FILTERS = {
  search: parseAsString,
  status: parseAsStringLiteral(STATUSES),
  tag: parseAsString,
  from: parseAsString,
  to: parseAsString,
};

const COLUMNS: Column<Participant>[] = [
  { header: 'Participant', cell: (row) => <span className="font-medium">{participantName(row)}</span>, text: participantName },
  { header: 'External id', from: 'sm', cell: (row) => row.external_id, text: (row) => row.external_id },
  { header: 'Email', from: 'lg', cell: (row) => row.email ?? <span className="text-ink-faint">—</span>, text: (row) => row.email ?? '' },
  { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
  { header: 'Id', from: 'lg', cell: (row) => <CopyableId id={row.id} label="Participant id" />, text: (row) => row.id },
  {
    header: 'Enrolled',
    sort: 'created_at',
    from: 'sm',
    cell: (row) => <RelativeTime at={row.created_at} />,
    text: (row) => row.created_at,
  },
];

export function ParticipantsPage() {
  const { values, set, state, input, matching } = useListState(FILTERS, ['created_at']);
  const program = useProgramFilter();
  const query = useQuery(
    useTRPC().participants.list.queryOptions({ ...input, program_id: program }, { placeholderData: keepPreviousData }),
  );
  const bulk = useParticipantBulk({ ...matching, program_id: program });
  const creation = useCreation('Add participant');
  return (
    <>
      <PageHeader
        title="Participants"
        description="People enrolled by their first event, by your server, or here."
        actions={creation.button}
      />
      <ParticipantViews />
      <FilterBar filtered={state.filtered} views>
        <SearchFilter label="Search by name, id or email" value={values.search} onChange={(search) => set({ search })} />
        <SearchFilter label="Tag" value={values.tag} onChange={(tag) => set({ tag })} />
        <ChoiceFilter label="Status" options={STATUSES} value={values.status} onChange={(status) => set({ status })} />
        <WindowFilter from={values.from} to={values.to} onClear={() => set({ from: null, to: null })} />
      </FilterBar>
      <RecordTable
        title="Participant"
        path="/participants"
        detail={(id) => <ParticipantDetail id={id} />}
        name="Participants"
        columns={COLUMNS}
        query={query}
        state={state}
        bulk={bulk}
        exported={exportAddress('exports.participants', { ...matching, program_id: program })}
        empty={<EmptyState title="No participants yet. The first event about a user enrolls them." action={creation.button} />}
      />
      {creation.creating && <NewParticipantDialog programId={program} onClose={creation.close} onSaved={creation.openSaved} />}
    </>
  );
}
