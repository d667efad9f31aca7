/** Shows a sandbox's clock, how far it is ahead of real time, and every move of it. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { ClockMove } from '@/contract/clock-move';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { liveList, useListState } from '@/components/data-table/list-state';
import { useOrganizationNow } from '@/components/shell/clock';
import { clockFace, clockMinute } from '@/components/shell/clock-face';
import { useClockMover } from '@/components/shell/clock-mover';
import { MoveProgress } from '@/components/shell/move-progress';
import { performedParts } from '@/components/shell/performed';
import { useScoped } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { Author } from '@/components/ui/author';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Facts } from '@/components/ui/facts';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { distanceText } from './distance';
import { MoveStatus } from './move-status';
import { SandboxOnly } from './sandbox-only';

export function ClockPage() {
  const { sandbox } = useMay();
  return (
    <>
      <PageHeader
        title="Sandbox clock"
        description="A sandbox has its own clock. Move it forward to see what falls due."
        actions={sandbox && <MoveButton />}
      />
      <SandboxOnly>
        <Clock />
        <Moves />
      </SandboxOnly>
    </>
  );
}

function MoveButton() {
  const { change } = useMay();
  const { moving, open } = useClockMover();
  return (
    change && (
      <Button variant="primary" disabled={moving !== null} aria-haspopup="dialog" onClick={open}>
        Move the clock
      </Button>
    )
  );
}

/** The two clocks are read at slightly different moments; a smaller difference counts as none. */
const SAME_MS = 1_000;

function Clock() {
  const [now, real] = [useOrganizationNow(), useOrganizationNow(true)];
  const { moving } = useClockMover();
  const shown = moving ? Date.parse(moving.at) : now;
  const ahead = shown - real;
  return (
    <div className="mb-6 flex flex-col gap-3">
      <Facts
        facts={[
          { name: 'Sandbox time', value: <Reading at={shown} /> },
          { name: 'Real time', value: <Reading at={real} /> },
          { name: 'Ahead of real time', value: ahead > SAME_MS ? distanceText(ahead) : 'Never moved' },
        ]}
      />
      {moving && (
        <div className="panel p-3">
          <p className="mb-2 font-medium">The clock is moving</p>
          <MoveProgress moving={moving} />
        </div>
      )}
    </div>
  );
}

const Reading = ({ at }: { at: number }) => (
  <span className="tabular-nums" suppressHydrationWarning>
    {clockFace(at)}
  </span>
);

const COLUMNS: Column<ClockMove>[] = [
  { header: 'From', from: 'sm', cell: (row) => <span className="tabular-nums">{clockMinute(row.from)}</span>, text: (row) => row.from },
  { header: 'To (UTC)', cell: (row) => <span className="tabular-nums">{clockMinute(row.to)}</span>, text: (row) => row.to },
  { header: 'Status', cell: (row) => <MoveStatus move={row} />, text: (row) => row.status },
  {
    header: 'Done on the way',
    from: 'md',
    cell: ({ status, performed }) =>
      performedParts(performed).join(', ') || <span className="text-ink-faint">{status === 'RUNNING' ? '—' : 'Nothing fell due'}</span>,
    text: ({ performed }) => performedParts(performed).join(', '),
  },
  { header: 'By', from: 'lg', cell: (row) => <Author of={row} />, text: (row) => row.user_id ?? row.api_key_id ?? '' },
  {
    header: 'Took',
    numeric: true,
    from: 'lg',
    cell: ({ duration_ms }) => (duration_ms === null ? <span className="text-ink-faint">—</span> : `${(duration_ms / 1000).toFixed(1)} s`),
    text: ({ duration_ms }) => String(duration_ms ?? ''),
  },
  {
    header: 'When',
    sort: 'started_at',
    from: 'sm',
    cell: (row) => <RelativeTime at={row.started_at} real />,
    text: (row) => row.started_at,
  },
];

function Moves() {
  const { state, input } = useListState({}, ['started_at']);
  const query = useQuery(useTRPC().sandbox.moves.queryOptions(input, liveList(state)));
  const router = useRouter();
  const scoped = useScoped();
  return (
    <DataTable
      name="Moves of the clock"
      columns={COLUMNS}
      query={query}
      state={state}
      rowId={(row) => row.id}
      onOpen={({ id }) => router.push(scoped(`/sandbox/${id}`))}
      empty={<EmptyState title="The clock has not been moved yet. Everything that falls due during a move is listed here, day by day." />}
    />
  );
}
