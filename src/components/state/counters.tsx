/** Lists a subject's counters and when time alone changes them. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StateCounter } from '@/contract/state';
import { durationText } from '@/domain/duration';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { Button } from '@/components/ui/button';
import { Part } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { groupDigits } from '@/components/ui/money';
import { onDemand } from '@/components/ui/on-demand';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import type { SubjectPage } from './subject';

const CounterDialog = onDemand(() => import('./counter-dialog').then((loaded) => loaded.CounterDialog));

const SHOWN = 200;

export function Counters({ subject, editable }: { subject: SubjectPage; editable: boolean }) {
  const query = useQuery(
    useTRPC()[subject.kind].state.counters.queryOptions({ id: subject.id, limit: SHOWN }, { refetchInterval: LIVE_MS }),
  );
  const [changing, setChanging] = useState<StateCounter | 'new' | null>(null);
  const columns: Column<StateCounter>[] = [
    { header: 'Counter', cell: (row) => <span className="font-medium">{row.key}</span>, text: (row) => row.key },
    { header: 'Reads', numeric: true, cell: (row) => groupDigits(row.value), text: (row) => row.value },
    {
      header: 'Counts',
      cell: (row) => (row.window ? `The last ${durationText(row.window)}` : 'Everything'),
      text: (row) => row.window ?? '',
    },
    {
      header: 'Falls',
      cell: (row) =>
        row.resets_at ? (
          <RelativeTime at={row.resets_at} />
        ) : (
          <span className="text-ink-faint">
            {row.reset_after || row.window ? `${row.reset_after ?? row.window} after a change` : 'Never'}
          </span>
        ),
      text: (row) => row.resets_at ?? '',
    },
  ];
  const control: Column<StateCounter> = {
    header: 'Change',
    control: true,
    cell: (row) => (
      <Button
        size="small"
        variant="quiet"
        aria-label={`Change the counter ${row.key}`}
        aria-haspopup="dialog"
        onClick={() => setChanging(row)}
      >
        Change
      </Button>
    ),
    text: () => '',
  };
  return (
    <Part
      title="Counters"
      actions={
        editable && (
          <Button aria-haspopup="dialog" onClick={() => setChanging('new')}>
            New counter
          </Button>
        )
      }
    >
      <DataTable
        name="Counters"
        columns={editable ? [...columns, control] : columns}
        query={query}
        rowId={(row) => row.key}
        empty={<EmptyState title="No counters yet. Rules count with the action “Count”." />}
      />
      {changing && (
        <CounterDialog subject={subject} counter={changing === 'new' ? undefined : changing} onClose={() => setChanging(null)} />
      )}
    </Part>
  );
}
