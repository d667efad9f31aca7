/** One clock move: how it ended, what fell due day by day, and the records. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { ClockMoveDetail } from '@/contract/clock-move';
import { clockMinute } from '@/components/shell/clock-face';
import { performedParts } from '@/components/shell/performed';
import { Author } from '@/components/ui/author';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { Facts } from '@/components/ui/facts';
import { JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { StatusBadge } from '@/components/ui/badge';
import { useTRPC } from '@/trpc/client';
import { distanceText } from './distance';
import { MoveTimeline } from './move-timeline';

export function MoveDetail({ id }: { id: string }) {
  const query = useQuery(
    useTRPC().sandbox.move.queryOptions(
      { id, items_per_kind: 0 },
      { refetchInterval: ({ state }) => (state.data?.status === 'RUNNING' ? LIVE_MS : false) },
    ),
  );
  return (
    <Detail query={query}>
      {(move) => (
        <>
          <h2 className="mb-2 flex flex-wrap items-center gap-2 text-lg font-semibold tabular-nums">
            {clockMinute(move.from)} → {clockMinute(move.to)} <StatusBadge status={move.status} />
          </h2>
          {move.status === 'FAILED' && move.reached && <Stopped move={move} reached={move.reached} />}
          <Tabs
            label="Clock move"
            tabs={[
              { value: 'timeline', label: 'What happened', content: <MoveTimeline move={move} /> },
              { value: 'facts', label: 'Details', content: <MoveFacts move={move} /> },
              {
                value: 'json',
                label: 'JSON',
                content: <JsonPanel value={move} path={`/v1/sandbox/clock/moves/${move.id}?items_per_kind=0`} />,
              },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

const Stopped = ({ move: { to }, reached }: { move: ClockMoveDetail; reached: string }) => (
  <p className="bg-danger-soft border-danger/30 rounded-panel mb-3 border p-3">
    It stopped at {clockMinute(reached)} UTC, {distanceText(Math.max(0, Date.parse(to) - Date.parse(reached)))} before its end. Everything
    done until then remains; move the clock again to continue.
  </p>
);

function MoveFacts({ move }: { move: ClockMoveDetail }) {
  const parts = performedParts(move.performed);
  const none = <span className="text-ink-faint">—</span>;
  return (
    <Facts
      facts={[
        { name: 'Moved by', value: distanceText(Date.parse(move.to) - Date.parse(move.from)) },
        { name: 'Reached', value: move.reached ? `${clockMinute(move.reached)} UTC` : none },
        { name: 'Done on the way', value: parts.length === 0 ? 'Nothing fell due' : parts.join(', ') },
        { name: 'By', value: <Author of={move} /> },
        { name: 'Started', value: <RelativeTime at={move.started_at} real /> },
        { name: 'Ended', value: move.ended_at ? <RelativeTime at={move.ended_at} real /> : none },
        { name: 'Took', value: move.duration_ms === null ? none : `${(move.duration_ms / 1000).toFixed(1)} s` },
        { name: 'Id', value: <CopyableId id={move.id} whole /> },
      ]}
    />
  );
}
