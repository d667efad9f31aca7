/** A participant's ranks: where they are in each season that is open, and what it came to in those that are over. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { ParticipantLeaderboard } from '@/contract/leaderboard-rank';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { ScopedLink } from '@/components/shell/scoped-link';
import { StatusBadge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { groupDigits } from '@/components/ui/money';
import { useTRPC } from '@/trpc/client';
import { seasonName } from './words';

export function ParticipantRanks({ participantId }: { participantId: string }) {
  const query = useQuery(useTRPC().participants.leaderboards.queryOptions({ id: participantId }, { refetchInterval: LIVE_MS }));
  return (
    <DataTable
      name="Ranks"
      columns={COLUMNS}
      query={query}
      rowId={(row) => `${row.leaderboard_id} ${row.season}`}
      empty={<EmptyState title="They are ranked in no leaderboard." />}
    />
  );
}

const rankText = ({ rank, participants }: ParticipantLeaderboard): string => `${rank} of ${participants}`;

const COLUMNS: Column<ParticipantLeaderboard>[] = [
  {
    header: 'Leaderboard',
    cell: (row) => (
      <ScopedLink href={`/leaderboards/${row.leaderboard_id}`} className="text-accent font-medium hover:underline">
        {row.name}
      </ScopedLink>
    ),
    text: (row) => row.name,
  },
  { header: 'Season', from: 'sm', cell: ({ season }) => seasonName(season), text: ({ season }) => season },
  { header: 'Status', from: 'sm', cell: ({ status }) => <StatusBadge status={status} />, text: ({ status }) => status },
  { header: 'Rank', numeric: true, cell: rankText, text: rankText },
  { header: 'Score', numeric: true, cell: ({ score }) => groupDigits(score), text: ({ score }) => score },
  {
    header: 'Prize',
    from: 'sm',
    cell: ({ prize }) => prize ?? <span className="text-ink-faint">—</span>,
    text: ({ prize }) => prize ?? '',
  },
];
