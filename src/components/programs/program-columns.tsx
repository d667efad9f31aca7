/** The columns that lists of what belongs to programs share. */
'use client';
import type { Column } from '@/components/data-table/column';
import { StatusBadge } from '@/components/ui/badge';
import { RelativeTime } from '@/components/ui/relative-time';
import { useProgramNames } from './program-names';

interface OfProgram {
  readonly program_id: string;
  readonly status: string;
  readonly sentence: string;
  readonly created_at: string;
}

export function useProgramColumns<Row extends OfProgram>() {
  const programOf = useProgramNames();
  const status: Column<Row> = { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status };
  const sentence: Column<Row> = { header: 'In a sentence', from: 'md', cell: (row) => row.sentence, text: (row) => row.sentence };
  const program: Column<Row> = {
    header: 'Program',
    from: 'lg',
    cell: ({ program_id }) => programOf(program_id),
    text: ({ program_id }) => programOf(program_id) ?? program_id,
  };
  const created: Column<Row> = {
    header: 'Created',
    sort: 'created_at',
    from: 'lg',
    cell: (row) => <RelativeTime at={row.created_at} />,
    text: (row) => row.created_at,
  };
  return { status, sentence, program, created };
}
