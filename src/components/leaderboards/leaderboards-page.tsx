/** Lists leaderboards, each in a sentence. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import type { Leaderboard } from '@/contract/leaderboard';
import { LEADERBOARD_STATUSES } from '@/domain/leaderboards/leaderboard';
import type { Column } from '@/components/data-table/column';
import { useListState } from '@/components/data-table/list-state';
import { useProgramColumns } from '@/components/programs/program-columns';
import { ProgramRecords } from '@/components/programs/program-records';
import { useProgramFilter } from '@/components/shell/program-filter';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { PERIOD_WORDS } from './words';

const LeaderboardDetail = onDemand(() => import('./leaderboard-detail').then((loaded) => loaded.LeaderboardDetail), FILLING);
const LeaderboardDialog = onDemand(() => import('./leaderboard-dialog').then((loaded) => loaded.LeaderboardDialog));

const FILTERS = { search: parseAsString, status: parseAsStringLiteral(LEADERBOARD_STATUSES) };

function useColumns(): Column<Leaderboard>[] {
  const { status, sentence, program, created } = useProgramColumns<Leaderboard>();
  return [
    {
      header: 'Leaderboard',
      sort: 'name',
      cell: (row) => <span className="font-medium">{row.name}</span>,
      text: (row) => row.name,
    },
    status,
    sentence,
    program,
    {
      header: 'Ends',
      from: 'lg',
      cell: ({ ends_at, period }) =>
        ends_at === null ? (
          <span className="text-ink-soft">{period === 'NONE' ? 'Never' : PERIOD_WORDS[period]}</span>
        ) : (
          <RelativeTime at={ends_at} />
        ),
      text: ({ ends_at, period }) => ends_at ?? period,
    },
    created,
  ];
}

export function LeaderboardsPage() {
  const list = useListState(FILTERS, ['created_at', 'name']);
  const input = { ...list.input, program_id: useProgramFilter() };
  const query = useQuery(useTRPC().leaderboards.list.queryOptions(input, { placeholderData: keepPreviousData }));
  return (
    <ProgramRecords
      title="Leaderboards"
      description="Who gained most in a time: the top ten of a quarter, the most steps in a week. The first win prizes when it is over."
      record="Leaderboard"
      path="/leaderboards"
      withoutProgram="A leaderboard belongs to a program; create one first."
      empty="No leaderboards yet. Nobody is ranked."
      statuses={LEADERBOARD_STATUSES}
      list={list}
      columns={useColumns()}
      query={query}
      detail={(id) => <LeaderboardDetail id={id} />}
      dialog={(of) => <LeaderboardDialog {...of} />}
    />
  );
}
