/** Backtests of one program: asking for one, and those that there are. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { parseAsStringLiteral } from 'nuqs';
import { BACKTEST_STATUSES } from '@/contract/choices';
import type { BacktestSummary } from '@/contract/backtest';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { ChoiceFilter, FilterBar } from '@/components/data-table/filters';
import { liveList, useListState } from '@/components/data-table/list-state';
import { useOpenedRow } from '@/components/data-table/opened-row';
import { OfOneProgram } from '@/components/rules/of-one-program';
import { RuleViews } from '@/components/rules/rule-views';
import { useMay } from '@/components/shell/session';
import { StatusBadge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { Sheet } from '@/components/ui/sheet';
import { useTRPC } from '@/trpc/client';

const BacktestDetail = onDemand(() => import('./backtest-detail').then((loaded) => loaded.BacktestDetail), FILLING);

const BacktestForm = lazy(() => import('./backtest-form'));

const STATUSES = BACKTEST_STATUSES;
const FILTERS = { status: parseAsStringLiteral(STATUSES) };
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
  { header: 'Asked for', sort: 'created_at', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
];

export const BacktestsPage = () => (
  <>
    <PageHeader title="Rules" description="What rules would have done to the events that have happened." />
    <RuleViews />
    <OfOneProgram>{(programId) => <Backtests programId={programId} />}</OfOneProgram>
  </>
);

function Backtests({ programId }: { programId: string }) {
  const { values, set, state, input } = useListState(FILTERS, ['created_at']);
  const query = useQuery(useTRPC().backtests.list.queryOptions({ ...input, id: programId }, liveList(state)));
  const { opened, open, close } = useOpenedRow();
  const { change } = useMay();
  // An address that opens a backtest does not wait for the form behind it.
  const [asking, setAsking] = useState(opened === null);
  if (!asking && opened === null) setAsking(true);
  return (
    <>
      {change && asking && (
        <Suspense>
          <BacktestForm programId={programId} onBegun={open} />
        </Suspense>
      )}
      <FilterBar filtered={state.filtered} views>
        <ChoiceFilter label="Status" options={STATUSES} value={values.status} onChange={(status) => set({ status })} />
      </FilterBar>
      <DataTable
        name="Backtests"
        columns={COLUMNS}
        query={query}
        state={state}
        rowId={(row) => row.id}
        onOpen={(row) => open(row.id)}
        selected={opened}
        empty={<EmptyState title="Nothing was tried yet. A backtest tells what would have been otherwise, and changes nothing." />}
      />
      <Sheet open={opened !== null} onClose={close} title="Backtest">
        {opened && <BacktestDetail programId={programId} id={opened} />}
      </Sheet>
    </>
  );
}
