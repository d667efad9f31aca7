/** The foot of a table: how many rows it shows, their export, and the pager. */
'use client';
import { Download, FileDown } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { download, fileNameOf } from '@/components/ui/download';
import { Stale } from '@/components/ui/stale';
import { toCsv } from './csv';
import type { DataTableProps } from './data-table';
import { Pager } from './pager';

interface TableFooterProps<Row> extends Pick<DataTableProps<Row>, 'name' | 'columns' | 'query' | 'state' | 'page' | 'exported'> {
  rows: readonly Row[];
}

export function TableFooter<Row>({ name, columns, rows, query, state, page = state?.page, exported }: TableFooterProps<Row>) {
  const next = query.data?.pagination?.next_cursor;
  return (
    <footer className="text-ink-soft border-line mt-auto flex min-h-10 shrink-0 items-center justify-between gap-2 border-t px-3 text-xs">
      <span className="tabular-nums">
        {query.data ? `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}${next ? ', more follow' : ''}` : ''}
        <Stale query={query} />
      </span>
      <span className="flex gap-1">
        <Button
          variant="quiet"
          size="small"
          disabled={rows.length === 0}
          onClick={() => download(`${fileNameOf(name)}.csv`, toCsv(columns, rows), 'text/csv')}
        >
          <Download aria-hidden /> CSV
        </Button>
        {exported && rows.length > 0 && (
          <Button asChild variant="quiet" size="small">
            <a href={exported} download>
              <FileDown aria-hidden /> Export all
            </a>
          </Button>
        )}
        {page && <Pager page={page} next={next} />}
      </span>
    </footer>
  );
}
