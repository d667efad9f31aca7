/** Lists verifications of the ledger, with the last signed checkpoint and the export that anyone can verify offline. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { toast } from '@/components/ui/toast';
import { VERIFICATION_STATUSES } from '@/contract/choices';
import type { LedgerVerificationSummary } from '@/contract/ledger';
import type { Column } from '@/components/data-table/column';
import { useOpenedRow } from '@/components/data-table/opened-row';
import { RecordTable } from '@/components/data-table/record-table';
import { useStatusList } from '@/components/data-table/status-list';
import { exportAddress } from '@/components/exports/export-address';
import { useMay } from '@/components/shell/session';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CopyableId } from '@/components/ui/copyable-id';
import { EmptyState } from '@/components/ui/empty-state';
import { useLastingError } from '@/components/ui/lasting-error';
import { LIVE_MS } from '@/components/ui/live';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { Waiting } from '@/components/ui/waiting';
import { Stale } from '@/components/ui/stale';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { LedgerViews } from './ledger-views';

const VerificationDetail = onDemand(() => import('./verification-detail').then((loaded) => loaded.VerificationDetail), FILLING);

const whole = new Intl.NumberFormat('en');

const COLUMNS: Column<LedgerVerificationSummary>[] = [
  { header: 'Outcome', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
  {
    header: 'Rows checked',
    numeric: true,
    from: 'sm',
    cell: (row) => (row.status === 'RUNNING' ? `${whole.format(row.checked)} of ${whole.format(row.total)}` : whole.format(row.checked)),
    text: (row) => String(row.checked),
  },
  { header: 'Violations', numeric: true, cell: (row) => whole.format(row.violation_count), text: (row) => String(row.violation_count) },
  { header: 'Id', from: 'md', cell: (row) => <CopyableId id={row.id} label="Verification id" />, text: (row) => row.id },
  { header: 'Started', sort: 'created_at', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
];

export function VerificationPage() {
  const { filter, state, input, live } = useStatusList(VERIFICATION_STATUSES, 'Outcome');
  const query = useQuery(useTRPC().reports.listVerifications.queryOptions(input, live));
  const { open } = useOpenedRow();
  return (
    <>
      <PageHeader
        title="Ledger"
        description="Every movement of value, in entries that balance and never change."
        actions={<VerificationActions onBegun={open} />}
      />
      <LedgerViews />
      <LastCheckpoint />
      {filter}
      <RecordTable
        title="Verification"
        path="/ledger/verification"
        detail={(id) => <VerificationDetail id={id} />}
        name="Verifications"
        columns={COLUMNS}
        query={query}
        state={state}
        empty={
          <EmptyState title="The ledger has not been verified yet. A verification compares every balance, lot, hold and hash with the entries behind it." />
        }
      />
    </>
  );
}

function VerificationActions({ onBegun }: { onBegun: (id: string) => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { change } = useMay();
  const start = useMutation(
    trpc.reports.startVerification.mutationOptions({
      onSuccess: ({ id }) => {
        void queries.invalidateQueries(trpc.reports.listVerifications.pathFilter());
        onBegun(id);
      },
      onError: (error) => toast.error(failureOf(error).message),
    }),
  );
  return (
    <>
      <Button asChild>
        <a href={exportAddress('exports.ledger')} download>
          <Download aria-hidden /> Export
        </a>
      </Button>
      {change && (
        <Button variant="primary" pending={start.isPending} onClick={() => start.mutate({})}>
          Verify the ledger
        </Button>
      )}
    </>
  );
}

function LastCheckpoint() {
  const query = useQuery(useTRPC().ledger.listCheckpoints.queryOptions({ limit: 1 }, { refetchInterval: LIVE_MS }));
  const error = useLastingError(query);
  if (!query.data) {
    return error ? (
      <p role="alert" className="text-danger mb-4">
        The last checkpoint could not be loaded: {failureOf(error).message}
      </p>
    ) : (
      <Waiting className="mb-4 min-h-5" />
    );
  }
  const [last] = query.data.data;
  return (
    <p className="text-ink-soft mb-4 min-h-5">
      {last ? (
        <>
          {whole.format(last.position)} entries are sealed and signed: last checkpoint <RelativeTime at={last.created_at} real />, key{' '}
          <CopyableId id={last.key_id} label="Key id" whole />
        </>
      ) : (
        'No entries signed yet. The first checkpoint follows within five minutes of an entry.'
      )}
      <Stale query={query} />
    </p>
  );
}
