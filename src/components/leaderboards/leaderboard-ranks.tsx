/** Who is where in a season of a leaderboard: the ranks page by page with bars, and one participant with those around. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import type { Leaderboard } from '@/contract/leaderboard';
import type { LeaderboardRank, LeaderboardSeason } from '@/contract/leaderboard-rank';
import type { Participant } from '@/contract/participant';
import { useAssetIndex } from '@/components/assets/asset-index';
import { participantColumn, useHolderNames, type Party } from '@/components/balances/holder-names';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { usePages } from '@/components/data-table/embedded-list';
import { ParticipantPicker } from '@/components/groups/participant-picker';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Detail, Part } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { amountText } from '@/components/ui/money';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { ScoreBar } from './score-bar';

const NO_ROWS: LeaderboardRank[] = [];

interface RanksProps {
  readonly board: Leaderboard;
  readonly season: LeaderboardSeason;
}

const useSymbol = ({ measure }: Leaderboard): string | undefined =>
  useAssetIndex().symbolOf(measure.type === 'EARNED' ? measure.asset_id : undefined);

/** The highest score of the season, with which bars are compared. */
function useHighest({ board, season }: RanksProps): string | undefined {
  const input = { id: board.id, season: season.season, limit: 1 };
  return useQuery(useTRPC().leaderboards.ranks.queryOptions(input, { refetchInterval: LIVE_MS })).data?.data[0]?.score;
}

export function LeaderboardRanks(props: RanksProps) {
  const { board, season } = props;
  const { input, page } = usePages({ id: board.id, season: season.season });
  const query = useQuery(useTRPC().leaderboards.ranks.queryOptions(input, { refetchInterval: LIVE_MS, placeholderData: keepPreviousData }));
  const nameOf = useHolderNames(query.data?.data ?? NO_ROWS);
  const symbol = useSymbol(board);
  const highest = useHighest(props);
  const [isFinding, setFinding] = useState(false);
  const find = (
    <Button size="small" aria-expanded={isFinding} onClick={() => setFinding(!isFinding)}>
      <Search aria-hidden /> Find a participant
    </Button>
  );
  return (
    <>
      <SeasonState board={board} season={season} />
      <Part title="Ranks" actions={find}>
        {isFinding && <FindParticipant {...props} symbol={symbol} highest={highest} />}
        <DataTable
          name="Ranks"
          columns={columnsOf(nameOf, { symbol, highest })}
          query={query}
          page={page}
          rowId={(row) => row.participant_id}
          empty={<EmptyState title="Nobody is ranked in this season." />}
        />
      </Part>
    </>
  );
}

function SeasonState({ board, season }: RanksProps) {
  const { status, starts_at, ends_at, frozen_at, participants } = season;
  return (
    <p className="text-ink-soft mb-4 flex flex-wrap items-center gap-x-4 gap-y-1">
      <StatusBadge status={status} />
      <span>{participants === 1 ? '1 participant' : `${participants} participants`}</span>
      <span>
        begun <RelativeTime at={starts_at} />
      </span>
      {ends_at && (
        <span>
          {frozen_at ? 'ended' : 'ends'} <RelativeTime at={ends_at} />
        </span>
      )}
      {frozen_at && <span>The ranks are final.</span>}
      {!board.is_complete && <span>What happened before is still being counted.</span>}
    </p>
  );
}

interface Comparison {
  readonly symbol: string | undefined;
  readonly highest: string | undefined;
}

const columnsOf = (nameOf: (party: Party) => string, { symbol, highest }: Comparison): Column<LeaderboardRank>[] => [
  { header: 'Rank', numeric: true, cell: ({ rank }) => <span className="font-medium">{rank}</span>, text: ({ rank }) => String(rank) },
  participantColumn(nameOf),
  {
    header: 'Score',
    cell: (row) => <ScoreBar label={`Score of ${row.external_id}`} score={row.score} highest={highest} symbol={symbol} />,
    text: (row) => row.score,
  },
  { header: 'Last gain', from: 'md', cell: (row) => <RelativeTime at={row.reached_at} />, text: (row) => row.reached_at },
];

function FindParticipant({ board, season, ...comparison }: RanksProps & Comparison) {
  const [chosen, setChosen] = useState<Participant | null>(null);
  return (
    <div className="mb-6">
      <div className="max-w-96">
        <ParticipantPicker label="Participant" chosen={chosen} onChoose={setChosen} />
      </div>
      {chosen && <Standing board={board} season={season} participantId={chosen.id} {...comparison} />}
    </div>
  );
}

function Standing({ board, season, participantId, symbol, highest }: RanksProps & Comparison & { readonly participantId: string }) {
  const input = { id: board.id, season: season.season, participant_id: participantId };
  const query = useQuery(useTRPC().leaderboards.rank.queryOptions(input, { refetchInterval: LIVE_MS }));
  const nameOf = useHolderNames(query.data?.around ?? NO_ROWS);
  return (
    <div className="mt-3">
      <Detail query={query}>
        {({ rank, score, gap, participants, around }) =>
          rank === null || score === null ? (
            <p className="text-ink-soft">They are not ranked in this season.</p>
          ) : (
            <>
              <p className="mb-2">
                <strong>
                  Rank {rank} of {participants}
                </strong>{' '}
                with {amountText(score, symbol)}
                {gap !== null && `; ${amountText(gap, symbol)} behind the next score above`}.
              </p>
              <ol aria-label="Those around" className="panel divide-line divide-y">
                {around.map((row) => (
                  <li
                    key={row.participant_id}
                    aria-current={row.participant_id === participantId}
                    className={cn(
                      'flex items-center gap-3 px-3 py-1.5',
                      row.participant_id === participantId && 'bg-accent-soft font-medium',
                    )}
                  >
                    <span className="w-12 shrink-0 text-right tabular-nums">{row.rank}</span>
                    <span className="min-w-0 flex-1 truncate">{nameOf(row)}</span>
                    <ScoreBar label={`Score of ${row.external_id}`} score={row.score} highest={highest} symbol={symbol} />
                  </li>
                ))}
              </ol>
            </>
          )
        }
      </Detail>
    </div>
  );
}
