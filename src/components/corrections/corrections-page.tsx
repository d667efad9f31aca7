/** Lists the corrections of one program, planned and posted. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { CORRECTION_STATUSES } from '@/contract/choices';
import type { CorrectionSummary } from '@/contract/correction';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useStatusList } from '@/components/data-table/status-list';
import { OfOneProgram } from '@/components/rules/of-one-program';
import { RuleViews } from '@/components/rules/rule-views';
import { ScopedLink, useScoped } from '@/components/shell/scoped-link';
import { StatusBadge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';

const whole = new Intl.NumberFormat('en');

const COLUMNS: Column<CorrectionSummary>[] = [
  { header: 'Correction', cell: (row) => <span className="font-medium">{row.description}</span>, text: (row) => row.description },
  { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
  { header: 'Lines', numeric: true, from: 'sm', cell: (row) => whole.format(row.line_count), text: (row) => String(row.line_count) },
  { header: 'Posted', numeric: true, from: 'sm', cell: (row) => whole.format(row.posted_count), text: (row) => String(row.posted_count) },
  { header: 'Planned', sort: 'created_at', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
];

export const CorrectionsPage = () => (
  <>
    <PageHeader title="Rules" description="What was given or taken because a rule was wrong." />
    <RuleViews />
    <OfOneProgram>{(programId) => <Corrections programId={programId} />}</OfOneProgram>
  </>
);

function Corrections({ programId }: { programId: string }) {
  const { filter, state, input, live } = useStatusList(CORRECTION_STATUSES);
  const query = useQuery(useTRPC().corrections.list.queryOptions({ ...input, id: programId }, live));
  const router = useRouter();
  const scoped = useScoped();
  return (
    <>
      {filter}
      <DataTable
        name="Corrections"
        columns={COLUMNS}
        query={query}
        state={state}
        rowId={(row) => row.id}
        onOpen={(row) => router.push(scoped(`/rules/corrections/${programId}/${row.id}`))}
        empty={
          <EmptyState
            title="No corrections yet. If a rule was wrong, backtest the right rules and plan a correction from there."
            action={
              <ScopedLink href="/rules/backtests" className="text-accent underline">
                Go to backtests
              </ScopedLink>
            }
          />
        }
      />
    </>
  );
}
