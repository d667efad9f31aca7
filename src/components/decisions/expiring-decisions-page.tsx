/** Lists the reservations that stand, those that expire next first; many can be cancelled at once. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { liveList, useListState } from '@/components/data-table/list-state';
import { RecordTable } from '@/components/data-table/record-table';
import { useProgramFilter } from '@/components/shell/program-filter';
import { EmptyState } from '@/components/ui/empty-state';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { useTRPC } from '@/trpc/client';
import { useDecisionColumns } from './columns';
import { DecisionViews } from './decision-views';
import { storedPage, type StoredDecision } from './stored-decision';
import { useDecisionBulk } from './use-decision-bulk';

const DecisionDetail = onDemand(() => import('./decision-detail').then((loaded) => loaded.DecisionDetail), FILLING);

const NO_FILTERS = {};
const NO_ROWS: StoredDecision[] = [];

export function ExpiringDecisionsPage() {
  const { state, input } = useListState(NO_FILTERS, ['expires_at'], 'asc');
  const program_id = useProgramFilter();
  const asked = { ...input, program_id, status: 'RESERVED', sort_by: 'expires_at', sort_dir: state.sort.dir } as const;
  const query = useQuery(useTRPC().decisions.list.queryOptions(asked, { ...liveList(state), select: storedPage }));
  const columns = useDecisionColumns(query.data?.data ?? NO_ROWS);
  const bulk = useDecisionBulk(columns.who);
  return (
    <>
      <PageHeader title="Decisions" description="Reservations that give back what they hold unless they are committed in time." />
      <DecisionViews />
      <RecordTable
        title="Decision"
        path="/decisions"
        detail={(id) => <DecisionDetail id={id} />}
        name="Reservations about to expire"
        columns={[
          { ...columns.left, sort: 'expires_at' },
          columns.participant,
          columns.program,
          columns.basket,
          columns.earns,
          columns.spends,
          columns.created,
        ]}
        query={query}
        state={state}
        bulk={bulk}
        empty={<EmptyState title="Nothing is reserved. Every decision is committed, cancelled or expired." />}
      />
    </>
  );
}
