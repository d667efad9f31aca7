/** Lists a program's automations, which create events by themselves, with their next runs. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { parseAsStringLiteral } from 'nuqs';
import type { Automation } from '@/contract/automation';
import { AUTOMATION_STATUSES } from '@/domain/automations/machine';
import type { Column } from '@/components/data-table/column';
import { ChoiceFilter, FilterBar } from '@/components/data-table/filters';
import { liveList, useListState } from '@/components/data-table/list-state';
import { DataTable } from '@/components/data-table/data-table';
import { useCreation } from '@/components/data-table/record-table';
import { useChosenProgram } from '@/components/programs/chosen-program';
import { ProgramsLink } from '@/components/programs/programs-link';
import { useScoped } from '@/components/shell/scoped-link';
import { StatusBadge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { useAutomationBulk } from './use-automation-bulk';

const AutomationDialog = onDemand(() => import('./automation-dialog').then((loaded) => loaded.AutomationDialog));

const FILTERS = { status: parseAsStringLiteral(AUTOMATION_STATUSES) };
const NONE = <span className="text-ink-faint">—</span>;

const COLUMNS: Column<Automation>[] = [
  { header: 'Automation', sort: 'name', cell: (row) => <span className="font-medium">{row.name}</span>, text: (row) => row.name },
  { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
  { header: 'What it does', from: 'sm', cell: ({ sentence }) => sentence, text: ({ sentence }) => sentence },
  {
    header: 'Next run',
    cell: (row) => (row.next_run_at ? <RelativeTime at={row.next_run_at} /> : NONE),
    text: (row) => row.next_run_at ?? '',
  },
  {
    header: 'Last run',
    from: 'md',
    cell: (row) => (row.last_run_at ? <RelativeTime at={row.last_run_at} /> : NONE),
    text: (row) => row.last_run_at ?? '',
  },
  { header: 'Created', sort: 'created_at', from: 'lg', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
];

export function AutomationsPage() {
  const { values, set, state, input } = useListState(FILTERS, ['created_at', 'name']);
  const { program, none, choice, awaited } = useChosenProgram();
  const query = useQuery(
    useTRPC().programs.automations.list.queryOptions(
      { ...input, id: program?.id ?? '' },
      { enabled: program !== undefined, ...liveList(state) },
    ),
  );
  const creation = useCreation('New automation');
  const bulk = useAutomationBulk();
  const router = useRouter();
  const scoped = useScoped();
  const open = ({ program_id, id }: Automation) => router.push(scoped(`/automations/${program_id}/${id}`));
  return (
    <>
      <PageHeader
        title="Automations"
        description="Events that are created automatically: on a schedule, once, or when participants come to match a filter."
        actions={program && creation.button}
      />
      <FilterBar filtered={state.filtered} views>
        {choice}
        <ChoiceFilter label="Status" options={AUTOMATION_STATUSES} value={values.status} onChange={(status) => set({ status })} />
      </FilterBar>
      {none ? (
        <div className="panel">
          <EmptyState title="Automations belong to a program; create one first." action={<ProgramsLink />} />
        </div>
      ) : (
        <DataTable
          name="Automations"
          rowId={(row) => row.id}
          onOpen={open}
          columns={COLUMNS}
          query={awaited(query)}
          state={state}
          bulk={bulk}
          empty={<EmptyState title="No automations yet. Rules run only on events that you send." action={creation.button} />}
        />
      )}
      {creation.creating && program && <AutomationDialog program={program} onClose={creation.close} onSaved={open} />}
    </>
  );
}
