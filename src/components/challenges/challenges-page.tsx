/** Lists challenges, each in a sentence. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import type { Challenge } from '@/contract/challenge';
import { CHALLENGE_STATUSES } from '@/domain/challenges/goal';
import type { Column } from '@/components/data-table/column';
import { useListState } from '@/components/data-table/list-state';
import { useProgramColumns } from '@/components/programs/program-columns';
import { ProgramRecords } from '@/components/programs/program-records';
import { useProgramFilter } from '@/components/shell/program-filter';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { BadgeIcon } from './badge-icon';

const ChallengeDetail = onDemand(() => import('./challenge-detail').then((loaded) => loaded.ChallengeDetail), FILLING);
const ChallengeDialog = onDemand(() => import('./challenge-dialog').then((loaded) => loaded.ChallengeDialog));

const FILTERS = { search: parseAsString, status: parseAsStringLiteral(CHALLENGE_STATUSES) };

function useColumns(): Column<Challenge>[] {
  const { status, sentence, program, created } = useProgramColumns<Challenge>();
  return [
    {
      header: 'Challenge',
      sort: 'name',
      cell: (row) => (
        <span className="inline-flex items-center gap-2 font-medium">
          {row.badge && <BadgeIcon icon={row.badge.icon} className="text-ink-soft size-4" />} {row.name}
        </span>
      ),
      text: (row) => row.name,
    },
    status,
    sentence,
    program,
    {
      header: 'Ends',
      from: 'lg',
      cell: ({ ends_at }) => (ends_at === null ? <span className="text-ink-faint">—</span> : <RelativeTime at={ends_at} />),
      text: ({ ends_at }) => ends_at ?? '',
    },
    created,
  ];
}

export function ChallengesPage() {
  const list = useListState(FILTERS, ['created_at', 'name']);
  const input = { ...list.input, program_id: useProgramFilter() };
  const query = useQuery(useTRPC().challenges.list.queryOptions(input, { placeholderData: keepPreviousData }));
  return (
    <ProgramRecords
      title="Challenges"
      description="Goals that customers have for themselves: every tenth coffee, seven days in a row, a badge for five stores."
      record="Challenge"
      path="/challenges"
      withoutProgram="A challenge belongs to a program; create one first."
      empty="No challenges yet. Nobody has a goal."
      statuses={CHALLENGE_STATUSES}
      list={list}
      columns={useColumns()}
      query={query}
      detail={(id) => <ChallengeDetail id={id} />}
      dialog={(of) => <ChallengeDialog {...of} />}
    />
  );
}
