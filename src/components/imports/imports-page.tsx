/** Starts and lists imports of participant files. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { IMPORT_STATUSES } from '@/contract/choices';
import type { ImportSummary } from '@/contract/import';
import type { Column } from '@/components/data-table/column';
import { useOpenedRow } from '@/components/data-table/opened-row';
import { RecordTable } from '@/components/data-table/record-table';
import { useStatusList } from '@/components/data-table/status-list';
import { ParticipantViews } from '@/components/participants/participant-views';
import { useProgramFilter } from '@/components/shell/program-filter';
import { useMay } from '@/components/shell/session';
import { Badge, StatusBadge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';

const ImportForm = onDemand(() => import('./import-form').then((loaded) => loaded.ImportForm), <div className="mb-6 min-h-56" />);
const ImportDetail = onDemand(() => import('./import-detail').then((loaded) => loaded.ImportDetail), FILLING);

const whole = new Intl.NumberFormat('en');
const count = (header: string, of: (row: ImportSummary) => number, from?: Column<ImportSummary>['from']): Column<ImportSummary> => ({
  header,
  numeric: true,
  ...(from ? { from } : {}),
  cell: (row) => whole.format(of(row)),
  text: (row) => String(of(row)),
});

const COLUMNS: Column<ImportSummary>[] = [
  { header: 'File', cell: (row) => <span className="font-medium">{row.file_name ?? 'A file'}</span>, text: (row) => row.file_name ?? '' },
  {
    header: 'Status',
    cell: (row) => (
      <>
        <StatusBadge status={row.status} /> {row.dry_run && <Badge>Check</Badge>}
      </>
    ),
    text: (row) => (row.dry_run ? `${row.status} (check)` : row.status),
  },
  count('Rows', (row) => row.rows, 'sm'),
  count('New', (row) => row.created, 'md'),
  count('Changed', (row) => row.updated, 'lg'),
  count('Balances', (row) => row.credited, 'md'),
  count('With errors', (row) => row.failed, 'sm'),
  { header: 'Started', sort: 'created_at', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
];

export function ImportsPage() {
  const { filter, state, input, live } = useStatusList(IMPORT_STATUSES);
  const program = useProgramFilter();
  const query = useQuery(useTRPC().imports.list.queryOptions({ ...input, program_id: program }, live));
  const { open } = useOpenedRow();
  const { change } = useMay();
  return (
    <>
      <PageHeader title="Participants" description="Import people, with what they have earned elsewhere, from a file." />
      <ParticipantViews />
      {change && <ImportForm onBegun={open} />}
      {filter}
      <RecordTable
        title="Import"
        path="/participants/imports"
        detail={(id) => <ImportDetail id={id} />}
        name="Imports"
        columns={COLUMNS}
        query={query}
        state={state}
        empty={<EmptyState title="No imports yet." />}
      />
    </>
  );
}
