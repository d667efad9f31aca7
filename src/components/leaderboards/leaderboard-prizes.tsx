/** The prizes of a season, and who has won them. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Trophy } from 'lucide-react';
import type { Leaderboard } from '@/contract/leaderboard';
import type { LeaderboardResult, LeaderboardSeason } from '@/contract/leaderboard-rank';
import { participantColumn, useHolderNames, type Party } from '@/components/balances/holder-names';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { usePages } from '@/components/data-table/embedded-list';
import { ScopedLink } from '@/components/shell/scoped-link';
import { Part } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { groupDigits } from '@/components/ui/money';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';

const ranksWords = (from: number, to: number): string => (from === to ? `Rank ${from}` : `Ranks ${from} to ${to}`);

export function LeaderboardPrizes({ board, season }: { board: Leaderboard; season: LeaderboardSeason }) {
  return (
    <>
      <Part title="Prizes">
        {board.prizes.length === 0 ? (
          <p className="text-ink-faint">There are no prizes.</p>
        ) : (
          <ul className="flex flex-wrap gap-3" aria-label="Prizes">
            {board.prizes.map(({ from_rank, to_rank, name }) => (
              <li key={from_rank} className="panel flex items-center gap-3 px-3 py-2">
                <Trophy aria-hidden className="text-accent size-5 shrink-0" />
                <span>
                  <span className="block font-medium">{name}</span>
                  <span className="text-ink-soft text-xs">{ranksWords(from_rank, to_rank)}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part title="Winners">
        {season.status === 'FROZEN' ? (
          <Winners board={board} season={season} />
        ) : (
          <p className="text-ink-soft">
            {season.ends_at === null ? 'This leaderboard has no end, so that nobody wins.' : 'Prizes are won when the season is over.'}
          </p>
        )}
      </Part>
    </>
  );
}

function Winners({ board, season }: { board: Leaderboard; season: LeaderboardSeason }) {
  const { input, page } = usePages({ id: board.id, season: season.season, won: true });
  const query = useQuery(
    useTRPC().leaderboards.results.queryOptions(input, { refetchInterval: LIVE_MS, placeholderData: keepPreviousData }),
  );
  const nameOf = useHolderNames(query.data?.data ?? NO_ROWS);
  return (
    <DataTable
      name="Winners"
      columns={columnsOf(nameOf)}
      query={query}
      page={page}
      rowId={(row) => row.participant_id}
      empty={<EmptyState title="Nobody has won a prize in this season." />}
    />
  );
}

const NO_ROWS: LeaderboardResult[] = [];
const NOT_YET = 'being told';

const columnsOf = (nameOf: (party: Party) => string): Column<LeaderboardResult>[] => [
  { header: 'Rank', numeric: true, cell: ({ rank }) => rank, text: ({ rank }) => String(rank) },
  participantColumn(nameOf),
  { header: 'Prize', cell: ({ prize }) => prize, text: ({ prize }) => prize ?? '' },
  { header: 'Score', numeric: true, from: 'sm', cell: ({ score }) => groupDigits(score), text: ({ score }) => score },
  {
    header: 'Won',
    from: 'sm',
    cell: ({ event_id, won_at }) =>
      event_id === null || won_at === null ? (
        NOT_YET
      ) : (
        <ScopedLink href={`/events/${event_id}`} className="text-accent hover:underline">
          <RelativeTime at={won_at} />
        </ScopedLink>
      ),
    text: ({ won_at }) => won_at ?? NOT_YET,
  },
];
