/** Ranks the participants of a challenge in the present period, and tells which events counted for one of them. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Challenge } from '@/contract/challenge';
import type { ChallengeContribution, ChallengeRank } from '@/contract/challenge-progress';
import { participantColumn, useHolderNames, type Party } from '@/components/balances/holder-names';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useEmbeddedList } from '@/components/data-table/embedded-list';
import { ChoiceFilter, FilterBar } from '@/components/data-table/filters';
import { ScopedLink } from '@/components/shell/scoped-link';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { ProgressBar } from './progress-bar';

const SHOWN = 50;
const NO_ROWS: ChallengeRank[] = [];
const COMPLETED = ['COMPLETED', 'NOT_COMPLETED'] as const;
const COMPLETED_WORDS = { COMPLETED: 'Completed', NOT_COMPLETED: 'Not completed' } as const;

export function ChallengeParticipants({ challenge }: { challenge: Challenge }) {
  const [completed, setCompleted] = useState<(typeof COMPLETED)[number] | null>(null);
  const [shown, setShown] = useState<ChallengeRank | null>(null);
  const list = useEmbeddedList({
    filtered: completed !== null,
    clearFilters: () => setCompleted(null),
    sort: { by: 'progress', dir: 'desc' },
  });
  const input = {
    id: challenge.id,
    limit: SHOWN,
    cursor: list.cursor,
    ...(completed === null ? {} : { completed: completed === 'COMPLETED' }),
  };
  const query = useQuery(
    useTRPC().challenges.participants.queryOptions(input, { refetchInterval: LIVE_MS, placeholderData: keepPreviousData }),
  );
  const nameOf = useHolderNames(query.data?.data ?? NO_ROWS);
  const filter = (next: (typeof COMPLETED)[number] | null) => {
    setCompleted(next);
    list.startOver();
  };
  return (
    <>
      <FilterBar>
        <ChoiceFilter label="Goal" options={COMPLETED} value={completed} onChange={filter} text={(one) => COMPLETED_WORDS[one]} />
      </FilterBar>
      <DataTable
        name="Participants"
        columns={columnsOf(nameOf, setShown)}
        query={query}
        state={list.state}
        rowId={(row) => row.participant_id}
        empty={<EmptyState title="Nobody has any progress in the present period." />}
      />
      {shown && <Contributions challenge={challenge} rank={shown} onClose={() => setShown(null)} />}
    </>
  );
}

/** What past rounds took does not count for the next one, which the bar shows. */
const progressText = ({ progress, target, rounds }: ChallengeRank): string =>
  rounds === 0 ? `${progress} of ${target}` : `${progress} in all`;

const columnsOf = (nameOf: (party: Party) => string, show: (row: ChallengeRank) => void): Column<ChallengeRank>[] => [
  participantColumn(nameOf),
  {
    header: 'Progress',
    cell: (row) => <ProgressBar label={`Progress of ${row.external_id}`} percent={row.percent} text={progressText(row)} />,
    text: progressText,
  },
  { header: 'Completed', numeric: true, cell: ({ rounds }) => rounds, text: ({ rounds }) => String(rounds) },
  { header: 'Last event', from: 'md', cell: (row) => <RelativeTime at={row.last_at} />, text: (row) => row.last_at },
  {
    header: '',
    from: 'sm',
    cell: (row) => (
      <Button
        variant="quiet"
        size="small"
        aria-haspopup="dialog"
        aria-label={`Events that count for ${row.external_id}`}
        onClick={() => show(row)}
      >
        Events
      </Button>
    ),
    text: () => '',
  },
];

interface ContributionsProps {
  challenge: Challenge;
  rank: ChallengeRank;
  onClose: () => void;
}

function Contributions({ challenge, rank, onClose }: ContributionsProps) {
  const list = useEmbeddedList({ filtered: false, clearFilters: () => undefined, sort: { by: 'created_at', dir: 'desc' } });
  const input = { id: challenge.id, participant_id: rank.participant_id, limit: SHOWN, cursor: list.cursor };
  const query = useQuery(useTRPC().challenges.contributions.queryOptions(input, { placeholderData: keepPreviousData }));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} wide title={`Events that count for ${rank.external_id}`}>
      <DataTable
        name="Events that count"
        columns={CONTRIBUTION_COLUMNS}
        query={query}
        state={list.state}
        rowId={(row) => row.event_id}
        empty={<EmptyState title="No event counts." />}
      />
    </Dialog>
  );
}

const effectOf = ({ type, amount }: ChallengeContribution): string =>
  type === 'COUNTED' ? `counts ${amount}` : `takes back ${amount ?? 'all of it'}`;

const CONTRIBUTION_COLUMNS: Column<ChallengeContribution>[] = [
  {
    header: 'Event',
    cell: ({ event_id }) => (
      <ScopedLink href={`/events/${event_id}`} className="text-accent hover:underline">
        …{event_id.slice(-8)}
      </ScopedLink>
    ),
    text: ({ event_id }) => event_id,
  },
  { header: 'Effect', cell: effectOf, text: effectOf },
  {
    header: 'Reference',
    from: 'sm',
    cell: ({ reference }) => reference ?? <span className="text-ink-faint">—</span>,
    text: ({ reference }) => reference ?? '',
  },
  { header: 'Happened', cell: (row) => <RelativeTime at={row.event_timestamp} />, text: (row) => row.event_timestamp },
];
