/** Lists every decision that was reserved or committed, newest first. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { parseAsStringLiteral } from 'nuqs';
import { DECISION_STATUSES } from '@/domain/decisions/machine';
import { ChoiceFilter, FilterBar } from '@/components/data-table/filters';
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

const DecisionDetail = onDemand(() => import('./decision-detail').then((loaded) => loaded.DecisionDetail), FILLING);

const MODES = ['RESERVE', 'COMMIT'] as const;
const MODE_WORDS: Readonly<Record<(typeof MODES)[number], string>> = { RESERVE: 'Reserved first', COMMIT: 'Committed at once' };
const FILTERS = { status: parseAsStringLiteral(DECISION_STATUSES), mode: parseAsStringLiteral(MODES) };
const NO_ROWS: StoredDecision[] = [];

export function DecisionsPage() {
  const { values, set, state, input } = useListState(FILTERS, ['created_at', 'expires_at']);
  const program_id = useProgramFilter();
  const query = useQuery(useTRPC().decisions.list.queryOptions({ ...input, program_id }, { ...liveList(state), select: storedPage }));
  const columns = useDecisionColumns(query.data?.data ?? NO_ROWS, true);
  const reference = (
    <a href="/docs/checkout" className="text-accent hover:underline">
      How a checkout decides
    </a>
  );
  return (
    <>
      <PageHeader title="Decisions" description="What baskets earn and pay, decided within the request at the checkout." />
      <DecisionViews />
      <FilterBar filtered={state.filtered} views>
        <ChoiceFilter label="Status" options={DECISION_STATUSES} value={values.status} onChange={(status) => set({ status })} />
        <ChoiceFilter
          label="Mode"
          options={MODES}
          value={values.mode}
          onChange={(mode) => set({ mode })}
          text={(mode) => MODE_WORDS[mode]}
        />
      </FilterBar>
      <RecordTable
        title="Decision"
        path="/decisions"
        detail={(id) => <DecisionDetail id={id} />}
        name="Decisions"
        columns={[
          columns.participant,
          columns.program,
          columns.basket,
          columns.earns,
          columns.spends,
          columns.status,
          columns.expires,
          columns.created,
        ]}
        query={query}
        state={state}
        empty={<EmptyState title="No decisions yet. A checkout makes them with POST /v1/decisions." action={reference} />}
      />
    </>
  );
}
