/** The fixed header of a table: column names, sort buttons, and the checkbox for the whole page. */
'use client';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { cn } from '@/components/ui/cn';
import type { Column } from './column';
import type { ListState, Sort } from './list-state';

const HIDDEN = { sm: 'hidden sm:table-cell', md: 'hidden md:table-cell', lg: 'hidden lg:table-cell' } as const;
/** The classes of a column's cells, in the header and below it. */
export const classesOf = (column: Pick<Column<never>, 'numeric' | 'from'>): string =>
  cn(column.numeric && 'text-right tabular-nums', column.from && HIDDEN[column.from]);

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  state?: ListState;
  /** The checkbox for the whole page, in lists whose rows can be selected. */
  choice?: { all: boolean; some: boolean; onToggle: () => void };
}

export function TableHead<Row>({ columns, state, choice }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {choice && (
          <th scope="col" className="bg-surface border-line sticky top-0 z-10 h-9 w-px border-b pl-3 text-left">
            <input
              type="checkbox"
              className="accent-accent block size-4"
              aria-label="Select all on this page"
              ref={(box) => {
                if (box) box.indeterminate = choice.some && !choice.all;
              }}
              checked={choice.all}
              onChange={choice.onToggle}
            />
          </th>
        )}
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
