/** Lists each field with its types, how often it is present, and whether rules read it. */
'use client';
import { Badge } from '@/components/ui/badge';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import type { ShapeInventory } from './event-shapes-page';

type EventField = ShapeInventory['inventory']['fields'][number];

const PERCENT = 100;
/** Rounded down to whole percent, so that only "always" shows as 100. */
const percent = (rate: number): string => `${Math.floor(rate * PERCENT)} %`;

const typesOf = ({ types }: EventField): string =>
  types.map(({ type, rate }) => (types.length > 1 ? `${type} ${percent(rate)}` : type)).join(', ');

const columnsFor = (read: ReadonlySet<string>): Column<EventField>[] => [
  { header: 'Field', cell: (row) => <code className="font-mono text-xs break-all">{row.path}</code>, text: (row) => row.path },
  {
    header: 'Type',
    cell: (row) => (
      <>
        {typesOf(row)} {row.mixed && <Badge tone="warning">Mixed</Badge>}
      </>
    ),
    text: typesOf,
  },
  { header: 'Present', numeric: true, cell: (row) => percent(row.presence_rate), text: (row) => percent(row.presence_rate) },
  { header: 'Null', numeric: true, from: 'sm', cell: (row) => percent(row.null_rate), text: (row) => percent(row.null_rate) },
  {
    header: 'Rules',
    from: 'sm',
    cell: ({ path }) => (read.has(path) ? <Badge tone="info">Read</Badge> : <span className="text-ink-faint">—</span>),
    text: ({ path }) => (read.has(path) ? 'read' : ''),
  },
];

interface FieldsTableProps {
  fields: readonly EventField[];
  /** The paths that active rules read. */
  read: ReadonlySet<string>;
}

export const FieldsTable = ({ fields, read }: FieldsTableProps) => (
  <DataTable
    name="Fields"
    columns={columnsFor(read)}
    query={{ data: { data: [...fields] }, error: null, isPending: false, refetch: () => undefined }}
    rowId={({ path }) => path}
    empty={<EmptyState title="These events have no fields." />}
  />
);
