/** A page of rows under a header that stays: sorted, paged and exported as the address says, walked with the keyboard. */
'use client';
import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight, ChevronsUpDown, Download } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { download, fileNameOf } from '@/components/ui/download';
import { EmptyState } from '@/components/ui/empty-state';
import { FailureNote } from '@/components/ui/failure-note';
import { Stale } from '@/components/ui/stale';
import { Skeleton, useDelayed } from '@/components/ui/skeleton';
import { failureOf } from '@/trpc/failure';
import type { Column } from './column';
import { toCsv } from './csv';
import type { ListState, Sort } from './list-state';
import { useRowKeys } from './row-keys';

/** The part of a query that a table reads. */
export interface TableQuery<Row> {
  readonly data: { data: Row[]; pagination?: { has_more: boolean; next_cursor: string | null } } | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly isPlaceholderData?: boolean;
  readonly refetch: () => unknown;
}

export interface DataTableProps<Row> {
  /** What the rows are, for assistive technology and the name of the file. */
  name: string;
  columns: readonly Column<Row>[];
  query: TableQuery<Row>;
  rowId: (row: Row) => string;
  onOpen?: (row: Row) => void;
  /** The row whose detail is open. */
  selected?: string | null;
  /** Absent for short lists that are neither paged nor sorted. */
  state?: ListState;
  /** What to say, and offer, when there is nothing at all. */
  empty: ReactNode;
}

const HIDDEN = { sm: 'hidden sm:table-cell', md: 'hidden md:table-cell', lg: 'hidden lg:table-cell' } as const;
const classesOf = (column: Pick<Column<never>, 'numeric' | 'from'>): string =>
  cn(column.numeric && 'text-right tabular-nums', column.from && HIDDEN[column.from]);

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, columns, query, state, empty } = props;
  const rows = query.data?.data ?? [];
  const slow = useDelayed(query.isPending);
  if (query.error && !query.data) {
    return <FailureNote failure={failureOf(query.error)} action={<Button onClick={() => void query.refetch()}>Try again</Button>} />;
  }
  const nothing = query.data && rows.length === 0;
  return (
    <section
      aria-label={name}
      aria-busy={query.isPending}
      className={cn('panel flex flex-col lg:max-h-[calc(100dvh-8rem)]', state && 'min-h-64')}
    >
      <div className="min-h-0 min-w-0 flex-1 overflow-auto rounded-t-[8px]">
        <table className="w-full border-separate border-spacing-0">
          <caption className="sr-only">{name}</caption>
          <Head columns={columns} state={state} />
          {query.isPending ? slow && <SkeletonBody columns={columns} /> : <Body {...props} rows={rows} />}
        </table>
        {nothing &&
          (state?.filtered ? (
            <EmptyState title="No row matches these filters." action={<Button onClick={state.clearFilters}>Clear filters</Button>} />
          ) : (
            empty
          ))}
      </div>
      <Footer {...props} rows={rows} />
    </section>
  );
}

function Head<Row>({ columns, state }: Pick<DataTableProps<Row>, 'columns' | 'state'>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const sorted = state && state.sort.by === column.sort ? state.sort.dir : null;
          return (
            <th
              key={column.header}
              scope="col"
              aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
              className={cn(
                'bg-surface text-ink-soft border-line sticky top-0 z-10 h-9 border-b px-3 text-left text-xs font-medium whitespace-nowrap',
                column.control && 'w-px',
                classesOf(column),
              )}
            >
              {state && column.sort ? (
                <SortButton label={column.header} by={column.sort} sorted={sorted} onSort={state.setSort} />
              ) : (
                <span className={cn(column.control && 'sr-only')}>{column.header}</span>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function SortButton({
  label,
  by,
  sorted,
  onSort,
}: {
  label: string;
  by: string;
  sorted: Sort['dir'] | null;
  onSort: (sort: Sort) => void;
}) {
  const Icon = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ChevronsUpDown;
  return (
    <button
      type="button"
      className="hover:text-ink inline-flex items-center gap-1 rounded-[4px]"
      onClick={() => onSort({ by, dir: sorted === 'asc' ? 'desc' : 'asc' })}
    >
      {label}
      <Icon className={cn('size-3', !sorted && 'text-ink-faint')} aria-hidden />
    </button>
  );
}

function Body<Row>({ columns, rows, rowId, onOpen, selected, query }: DataTableProps<Row> & { rows: readonly Row[] }) {
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body);
  return (
    <tbody ref={body} className={cn(query.isPlaceholderData && 'opacity-60')}>
      {rows.map((row) => {
        const id = rowId(row);
        return (
          <tr
            key={id}
            tabIndex={onOpen ? 0 : undefined}
            aria-selected={onOpen ? selected === id : undefined}
            onClick={onOpen && (() => onOpen(row))}
            onKeyDown={onOpen && ((event) => event.key === 'Enter' && event.target === event.currentTarget && onOpen(row))}
            className={cn('-outline-offset-2', onOpen && 'hover:bg-sunken cursor-pointer', selected === id && 'bg-accent-soft')}
          >
            {columns.map((column) => (
              <td key={column.header} className={cn('border-line h-10 max-w-36 truncate border-b px-3 sm:max-w-80', classesOf(column))}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        );
      })}
    </tbody>
  );
}

function SkeletonBody<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tbody>
      {Array.from({ length: 5 }, (_, index) => (
        <tr key={index}>
          {columns.map((column) => (
            <td key={column.header} className={cn('border-line h-10 border-b px-3', classesOf(column))}>
              <Skeleton className="w-3/4" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function Footer<Row>({ name, columns, rows, query, state }: DataTableProps<Row> & { rows: readonly Row[] }) {
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
        {state && (!state.page.first || next) && (
          <>
            <Button variant="quiet" size="small" disabled={state.page.first} onClick={state.page.previous} aria-label="Previous page">
              <ChevronLeft aria-hidden />
            </Button>
            <Button variant="quiet" size="small" disabled={!next} onClick={() => next && state.page.next(next)} aria-label="Next page">
              <ChevronRight aria-hidden />
            </Button>
          </>
        )}
      </span>
    </footer>
  );
}
