/** Lists the rows an import leaves out by line, with what is wrong: one page at a time, or all as a file. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ImportFault, ImportSummary } from '@/contract/import';
import type { Column } from '@/components/data-table/column';
import { toCsv } from '@/components/data-table/csv';
import { DataTable } from '@/components/data-table/data-table';
import { useEmbeddedList } from '@/components/data-table/embedded-list';
import { Button } from '@/components/ui/button';
import { Part } from '@/components/ui/detail';
import { download } from '@/components/ui/download';
import { EmptyState } from '@/components/ui/empty-state';
import { useRefetchOn } from '@/components/ui/live';
import { toast } from '@/components/ui/toast';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';

const COLUMNS: Column<ImportFault>[] = [
  { header: 'Line', numeric: true, cell: (row) => row.line, text: (row) => String(row.line) },
  { header: 'Column', cell: (row) => row.field ?? <span className="text-ink-faint">The row</span>, text: (row) => row.field ?? '' },
  {
    header: 'What is wrong',
    cell: (row) => <span className="block py-2 whitespace-normal">{row.message}</span>,
    text: (row) => row.message,
  },
  { header: 'Code', from: 'lg', cell: (row) => row.code, text: (row) => row.code },
];
const PAGE = 50;
const LARGEST_PAGE = 200;

export function ImportErrors({ id, error_count }: Pick<ImportSummary, 'id' | 'error_count'>) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { state, cursor } = useEmbeddedList({ filtered: false, clearFilters: () => undefined, sort: { by: 'line', dir: 'asc' } });
  const query = useQuery(trpc.imports.errors.queryOptions({ id, limit: PAGE, cursor }, { enabled: error_count > 0 }));
  useRefetchOn(error_count, query.refetch);
  const gather = async () => {
    const all: ImportFault[] = [];
    for (let next: string | null | undefined; next !== null;) {
      const page = await queries.fetchQuery(trpc.imports.errors.queryOptions({ id, limit: LARGEST_PAGE, cursor: next }));
      all.push(...page.data);
      next = page.pagination.next_cursor;
    }
    return all;
  };
  const save = useMutation({
    mutationFn: gather,
    onSuccess: (all) => download('import-errors.csv', toCsv(COLUMNS, all), 'text/csv'),
    onError: (error) => toast.error(failureOf(error).message),
  });
  if (error_count === 0) return null;
  return (
    <Part
      title="Errors"
      actions={
        <Button size="small" pending={save.isPending} onClick={() => save.mutate()}>
          Download all errors
        </Button>
      }
    >
      <DataTable
        name="Errors"
        columns={COLUMNS}
        query={query}
        rowId={(row) => `${row.line}/${row.field ?? ''}`}
        state={state}
        empty={<EmptyState title="No rows have errors." />}
      />
    </Part>
  );
}
