/** Reports events, participants and entries, by program and by day. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ProgramActivityLine } from '@/contract/report';
import type { Column } from '@/components/data-table/column';
import { usePages } from '@/components/data-table/embedded-list';
import { exportAddress } from '@/components/exports/export-address';
import { useProgramNames } from '@/components/programs/program-names';
import { useProgramFilter } from '@/components/shell/program-filter';
import { useTRPC } from '@/trpc/client';
import { Report, usePeriod } from './report-frame';

type Count = Exclude<keyof ProgramActivityLine, 'program_id' | 'period_start'>;
const COUNTS: readonly { count: Count; header: string; from?: 'sm' | 'md' }[] = [
  { count: 'events_completed', header: 'Events' },
  { count: 'events_failed', header: 'Failed' },
  { count: 'active_participants', header: 'Active participants', from: 'sm' },
  { count: 'enrolled_participants', header: 'Enrolled', from: 'md' },
  { count: 'journal_entries', header: 'Entries', from: 'md' },
];

export function ActivityReport() {
  const { window, choice } = usePeriod();
  const program = useProgramFilter();
  const nameOf = useProgramNames();
  const matching = { ...window, program_id: program };
  const { input, page } = usePages(matching);
  const query = useQuery(useTRPC().reports.programActivity.queryOptions(input, { placeholderData: keepPreviousData }));
  const columns: Column<ProgramActivityLine>[] = [
    { header: 'Day (UTC)', cell: (row) => row.period_start.slice(0, 10), text: (row) => row.period_start },
    { header: 'Program', from: 'sm', cell: (row) => nameOf(row.program_id) ?? '', text: (row) => nameOf(row.program_id) ?? row.program_id },
    ...COUNTS.map(({ count, header, from }): Column<ProgramActivityLine> => ({
      header,
      numeric: true,
      from,
      cell: (row) => row[count],
      text: (row) => String(row[count]),
    })),
  ];
  return (
    <Report
      question="How busy are the programs?"
      name="Program activity"
      columns={columns}
      query={query}
      page={page}
      exported={exportAddress('reports.programActivity', matching)}
      rowId={(row) => `${row.program_id}/${row.period_start}`}
      filters={choice}
      empty="Nothing happened in this period."
    />
  );
}
