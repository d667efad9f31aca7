/** Shows a page of rows under a fixed header: sort, page and filters follow the URL, rows can be walked by keyboard and exported. */
'use client';
import { useRef, useState, type ReactNode } from 'react';
import type { Bulk, BulkAction } from '@/components/bulk/action';
import type { BulkDialogProps } from '@/components/bulk/bulk-dialog';
import type { SelectionBarProps } from '@/components/bulk/selection-bar';
import { SelectionStatus } from '@/components/bulk/selection-status';
import { useSelection, type RowSelection } from '@/components/bulk/use-selection';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { EmptyState } from '@/components/ui/empty-state';
import { FailureNote } from '@/components/ui/failure-note';
import { useLastingError } from '@/components/ui/lasting-error';
import { onDemand } from '@/components/ui/on-demand';
import { TimesOfOpenableRows } from '@/components/ui/relative-time';
import { Skeleton } from '@/components/ui/skeleton';
import { Delayed } from '@/components/ui/waiting';
import { failureOf } from '@/trpc/failure';
import type { Column } from './column';
import type { ListState } from './list-state';
import { useRowKeys } from './row-keys';
import { TableFooter } from './table-footer';
import { classesOf, TableHead } from './table-head';

// `onDemand` loses the generic type parameter, which the cast restores.
// What is loaded on demand loses its type parameter.
const BulkDialog = onDemand(() => import('@/components/bulk/bulk-dialog').then((loaded) => loaded.BulkDialog)) as <Row>(
  props: BulkDialogProps<Row>,
) => ReactNode;
// Likewise for the rows of the bar.
const SelectionBar = onDemand(
  () => import('@/components/bulk/selection-bar').then((loaded) => loaded.SelectionBar),
  <div className="min-h-10 shrink-0" />,
) as <Row>(props: SelectionBarProps<Row>) => ReactNode;

/** The part of a query that a table reads. */
export interface TableQuery<Row> {
  readonly data: { data: Row[]; pagination?: { has_more: boolean; next_cursor: string | null } } | undefined;
  readonly error: unknown;
  readonly errorUpdateCount?: number;
  readonly isPending: boolean;
  readonly isPlaceholderData?: boolean;
  readonly refetch: () => unknown;
}

export interface DataTableProps<Row> {
  /** The name of the table, for screen readers and the exported file. */
  name: string;
  columns: readonly Column<Row>[];
  query: TableQuery<Row>;
  rowId: (row: Row) => string;
  onOpen?: (row: Row) => void;
  /** The row whose detail is open. */
  selected?: string | null;
  /** Absent for lists that are neither sorted nor filtered by their table. */
  state?: ListState;
  /** The page of a list without `state`; absent where all rows are on one. */
  page?: ListState['page'];
  /** The message and action when the list has no rows at all. */
  empty: ReactNode;
  /** The bulk actions, for users who may use them. */
  bulk?: Bulk<Row>;
  /** The URL that exports all matching rows as one file, however many. */
  exported?: string;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, columns, query, state, empty, bulk } = props;
  const rows = query.data?.data ?? [];
  const selection = useSelection(bulk, rows);
  const [doing, setDoing] = useState<{ action: BulkAction<Row>; chosen: readonly Row[] } | null>(null);
  const error = useLastingError(query);
  if (error) {
    return <FailureNote failure={failureOf(error)} action={<Button onClick={() => void query.refetch()}>Try again</Button>} />;
  }
  const nothing = query.data && rows.length === 0;
  return (
    <section
      aria-label={name}
      aria-busy={query.isPending || query.isPlaceholderData === true}
      className={cn('panel flex flex-col lg:max-h-[calc(100dvh-8rem)]', state && 'min-h-64')}
    >
      {/* Keyboard users scroll with the arrow keys: where no row takes focus, the table itself does. */}
      <div className="min-h-0 min-w-0 flex-1 overflow-auto rounded-t-[8px]" tabIndex={props.onOpen || bulk ? undefined : 0}>
        <table className={cn('w-full border-separate border-spacing-0', !state && '[&_tbody>tr:last-child>td]:border-b-0')}>
          <caption className="sr-only">{name}</caption>
          <TableHead columns={columns} state={state} choice={selection ? pageChoice(selection, rows, props.rowId) : undefined} />
          <TimesOfOpenableRows value={Boolean(props.onOpen)}>
            {query.isPending ? (
              <Delayed>
                <SkeletonBody columns={columns} />
              </Delayed>
            ) : (
              <Body {...props} rows={rows} selection={selection} />
            )}
          </TimesOfOpenableRows>
        </table>
        {nothing &&
          (state?.filtered ? (
            <EmptyState title="No results match these filters." action={<Button onClick={state.clearFilters}>Clear filters</Button>} />
          ) : (
            empty
          ))}
      </div>
      {bulk && selection && <SelectionStatus bulk={bulk} selection={selection} />}
      {bulk && selection && selection.rows.length > 0 && (
        <SelectionBar
          bulk={bulk}
          selection={selection}
          shown={rows.length}
          more={Boolean(query.data?.pagination?.next_cursor) || state?.page.first === false}
          onBegin={(action) => setDoing({ action, chosen: selection.rows })}
        />
      )}
      <TableFooter {...props} rows={rows} />
      {bulk && doing && (
        <BulkDialog
          bulk={bulk}
          {...doing}
          onClose={(begun) => {
            setDoing(null);
            if (begun) selection?.clear();
          }}
        />
      )}
    </section>
  );
}

function pageChoice<Row>(selection: RowSelection<Row>, rows: readonly Row[], rowId: (row: Row) => string) {
  const count = rows.filter((row) => selection.has(rowId(row))).length;
  return { all: count > 0 && count === rows.length, some: count > 0, onToggle: selection.togglePage };
}

interface BodyProps<Row> extends DataTableProps<Row> {
  rows: readonly Row[];
  selection: RowSelection<Row> | null;
}

function Body<Row>({ columns, rows, rowId, onOpen, selected, query, bulk, selection }: BodyProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body, selection);
  return (
    <tbody ref={body} className={cn(query.isPlaceholderData && 'opacity-60')}>
      {rows.map((row) => {
        const id = rowId(row);
        return (
          <tr
            key={id}
            data-row={id}
            tabIndex={onOpen || bulk ? 0 : undefined}
            aria-selected={onOpen ? selected === id : undefined}
            onClick={onOpen && (() => onOpen(row))}
            onKeyDown={onOpen && ((event) => event.key === 'Enter' && event.target === event.currentTarget && onOpen(row))}
            className={cn(
              '-outline-offset-2',
              onOpen && 'hover:bg-sunken cursor-pointer',
              (selected === id || selection?.has(id)) && 'bg-accent-soft',
            )}
          >
            {bulk && selection && <ChoiceCell name={bulk.nameOf(row)} id={id} selection={selection} />}
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

interface ChoiceCellProps {
  name: string;
  id: string;
  selection: Pick<RowSelection<never>, 'has' | 'toggle' | 'reach'>;
}

/** The whole cell is clickable, because the box alone is too small a touch target. */
const ChoiceCell = ({ name, id, selection }: ChoiceCellProps) => (
  <td className="border-line h-10 w-px border-b p-0" onClick={(event) => event.stopPropagation()}>
    <label className="flex h-10 items-center pr-1 pl-3 select-none">
      <input
        type="checkbox"
        className="accent-accent block size-4"
        aria-label={`Select ${name}`}
        checked={selection.has(id)}
        onChange={({ nativeEvent }) =>
          'shiftKey' in nativeEvent && nativeEvent.shiftKey === true ? selection.reach(id) : selection.toggle(id)
        }
      />
    </label>
  </td>
);

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
