/** The runs of an automation, newest first, with their progress. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AutomationRun } from '@/contract/automation';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useEmbeddedList } from '@/components/data-table/embedded-list';
import { ScopedLink } from '@/components/shell/scoped-link';
import { StatusBadge, statusLabel } from '@/components/ui/badge';
import { Part } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';

const SHOWN = 20;
/** Enough characters of an id to tell it from its neighbours. */
const SHORT = 8;
const SORT = { by: 'created_at', dir: 'desc' } as const;

const progressText = ({ evaluated_count, participant_count }: AutomationRun): string =>
  participant_count === null ? '' : `${evaluated_count} of ${participant_count}`;

const Progress = ({ run }: { run: AutomationRun }) =>
  run.status === 'RUNNING' && run.participant_count ? (
    <span className="flex flex-col gap-0.5">
      <progress className="w-24" max={run.participant_count} value={run.evaluated_count} aria-label={`${progressText(run)} participants`} />
      <span className="tabular text-ink-soft text-xs">{progressText(run)}</span>
    </span>
  ) : (
    <span className="tabular">{progressText(run)}</span>
  );

/** Why a run was skipped or failed, or else the first of its failures. */
const troubleOf = ({ reason, failures }: AutomationRun): string => reason ?? failures[0]?.reason ?? '';

const COLUMNS: Column<AutomationRun>[] = [
  { header: 'Due', cell: (row) => <RelativeTime at={row.due_at} />, text: (row) => row.due_at },
  { header: 'Why', from: 'sm', cell: (row) => statusLabel(row.origin), text: (row) => row.origin },
  { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
  { header: 'Evaluated', cell: (row) => <Progress run={row} />, text: progressText },
  { header: 'Events', numeric: true, cell: (row) => row.event_count, text: (row) => String(row.event_count) },
  {
    header: 'Failed',
    numeric: true,
    from: 'sm',
    cell: (row) =>
      row.failed_count === 0 ? <span className="text-ink-faint">0</span> : <span className="text-danger">{row.failed_count}</span>,
    text: (row) => String(row.failed_count),
  },
  {
    header: 'Reason',
    from: 'md',
    cell: (row) => <span className="text-ink-soft block max-w-96 min-w-40 text-xs break-words whitespace-normal">{troubleOf(row)}</span>,
    text: troubleOf,
  },
];

export function AutomationRuns({ programId, id }: { programId: string; id: string }) {
  const { state, cursor } = useEmbeddedList({ filtered: false, clearFilters: () => undefined, sort: SORT });
  const query = useQuery(
    useTRPC().programs.automations.runs.queryOptions(
      { id: programId, automation_id: id, limit: SHOWN, cursor },
      { placeholderData: keepPreviousData, refetchInterval: cursor === undefined ? LIVE_MS : false },
    ),
  );
  const troubled = query.data?.data.find(({ reason, failures }) => reason !== null || failures.length > 0);
  return (
    <>
      <DataTable
        name="Runs"
        columns={COLUMNS}
        query={query}
        state={state}
        rowId={(row) => row.id}
        empty={<EmptyState title="No runs yet." />}
      />
      {troubled && <Trouble run={troubled} />}
    </>
  );
}

/** The newest run with failures, and the participants it failed for. */
const Trouble = ({ run }: { run: AutomationRun }) => (
  <Part title="Latest failures">
    <div className="panel flex flex-col gap-2 px-3 py-2">
      <p className="text-ink-soft">
        Of the run due <RelativeTime at={run.due_at} />
        {run.failed_count > run.failures.length && `: the first ${run.failures.length} of ${run.failed_count}`}
      </p>
      {run.reason && <p className="break-words">{run.reason}</p>}
      <ul aria-label="Failures" className="flex flex-col gap-1">
        {run.failures.map(({ participant_id, reason }, index) => (
          <li key={participant_id ?? index} className="flex flex-wrap items-baseline gap-x-3">
            {participant_id && (
              <ScopedLink href={`/participants/${participant_id}`} className="text-accent hover:underline">
                Participant <code className="font-mono text-xs">{participant_id.slice(-SHORT)}</code>
              </ScopedLink>
            )}
            <span className="min-w-0 break-words">{reason}</span>
          </li>
        ))}
      </ul>
    </div>
  </Part>
);
