/** Starts and lists the backtests of one program. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BACKTEST_STATUSES } from '@/contract/choices';
import type { BacktestSummary } from '@/contract/backtest';
import type { Column } from '@/components/data-table/column';
import { useOpenedRow } from '@/components/data-table/opened-row';
import { RecordTable } from '@/components/data-table/record-table';
import { useStatusList } from '@/components/data-table/status-list';
import { OfOneProgram } from '@/components/rules/of-one-program';
import { RuleViews } from '@/components/rules/rule-views';
import { useMay } from '@/components/shell/session';
import { StatusBadge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';

const BacktestDetail = onDemand(() => import('./backtest-detail').then((loaded) => loaded.BacktestDetail), FILLING);

const BacktestForm = onDemand(() => import('./backtest-form').then((loaded) => loaded.BacktestForm), FILLING);

const whole = new Intl.NumberFormat('en');
const progressOf = ({ processed, total }: BacktestSummary): string =>
  total === null ? '' : `${whole.format(processed)} of ${whole.format(total)}`;

const COLUMNS: Column<BacktestSummary>[] = [
  { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
  {
    header: 'Rules',
    cell: (row) => (row.is_draft ? 'A draft' : `Version ${row.rule_configuration_version}`),
    text: (row) => (row.is_draft ? 'draft' : String(row.rule_configuration_version)),
  },
  { header: 'From', from: 'sm', cell: (row) => <RelativeTime at={row.from} />, text: (row) => row.from },
  { header: 'To', from: 'sm', cell: (row) => <RelativeTime at={row.to} />, text: (row) => row.to },
  { header: 'Events', numeric: true, from: 'sm', cell: progressOf, text: progressOf },
  { header: 'Started', sort: 'created_at', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
];

export const BacktestsPage = () => (
  <>
    <PageHeader title="Rules" description="What rules would have done with past events." />
    <RuleViews />
    <OfOneProgram>{(programId) => <Backtests programId={programId} />}</OfOneProgram>
  </>
);

function Backtests({ programId }: { programId: string }) {
  const { filter, state, input, live } = useStatusList(BACKTEST_STATUSES);
  const query = useQuery(useTRPC().backtests.list.queryOptions({ ...input, id: programId }, live));
  const { opened, open } = useOpenedRow();
  const { change } = useMay();
  // When the URL opens a backtest, the form behind it can wait.
  const [asking, setAsking] = useState(opened === null);
  if (!asking && opened === null) setAsking(true);
  return (
    <>
      {change && asking && <BacktestForm programId={programId} onBegun={open} />}
      {filter}
      <RecordTable
        title="Backtest"
        detail={(id) => <BacktestDetail programId={programId} id={id} />}
        name="Backtests"
        columns={COLUMNS}
        query={query}
        state={state}
        empty={<EmptyState title="No backtests yet. A backtest shows what would have been different, and changes nothing." />}
      />
    </>
  );
}
