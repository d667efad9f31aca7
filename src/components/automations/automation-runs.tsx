/** The runs of an automation, newest first, with how far each has come. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AutomationRun } from '@/contract/automation';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useEmbeddedList } from '@/components/data-table/embedded-list';
import { StatusBadge, statusLabel } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';

const SHOWN = 20;
const SORT = { by: 'created_at', dir: 'desc' } as const;

const progressText = ({ judged_count, participant_count }: AutomationRun): string =>
  participant_count === null ? '' : `${judged_count} of ${participant_count}`;

const Progress = ({ run }: { run: AutomationRun }) =>
  run.status === 'RUNNING' && run.participant_count ? (
    <progress className="w-24" max={run.participant_count} value={run.judged_count} aria-label={`${progressText(run)} participants`} />
  ) : (
    <span className="tabular">{progressText(run)}</span>
  );

/** Why a run came to nothing, or the first of its failures. */
const troubleOf = ({ reason, failures }: AutomationRun): string => reason ?? failures[0]?.reason ?? '';

const COLUMNS: Column<AutomationRun>[] = [
  { header: 'Due', cell: (row) => <RelativeTime at={row.due_at} />, text: (row) => row.due_at },
  { header: 'Why', from: 'sm', cell: (row) => statusLabel(row.origin), text: (row) => row.origin },
  { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
  { header: 'Judged', cell: (row) => <Progress run={row} />, text: progressText },
  { header: 'Events', numeric: true, cell: (row) => row.event_count, text: (row) => String(row.event_count) },
  {
    header: 'Failed',
    numeric: true,
    from: 'sm',
    cell: (row) =>
      row.failed_count === 0 ? <span className="text-ink-faint">0</span> : <span className="text-danger">{row.failed_count}</span>,
    text: (row) => String(row.failed_count),
  },
  { header: 'Reason', from: 'md', cell: (row) => <span className="text-ink-soft text-xs">{troubleOf(row)}</span>, text: troubleOf },
];

export function AutomationRuns({ programId, id }: { programId: string; id: string }) {
  const { state, cursor } = useEmbeddedList({ filtered: false, clearFilters: () => undefined, sort: SORT });
  const query = useQuery(
    useTRPC().programs.automations.runs.queryOptions(
      { id: programId, automation_id: id, limit: SHOWN, cursor },
      { placeholderData: keepPreviousData, refetchInterval: cursor === undefined ? LIVE_MS : false },
    ),
  );
  return (
    <DataTable
      name="Runs"
      columns={COLUMNS}
      query={query}
      state={state}
      rowId={(row) => row.id}
      empty={<EmptyState title="It has not run yet." />}
    />
  );
}
