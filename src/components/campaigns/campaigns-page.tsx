/** Lists campaigns: what each is now, when it runs, and what is left of its budgets. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import type { Campaign } from '@/contract/campaign';
import { CAMPAIGN_STATUSES } from '@/domain/campaigns/machine';
import type { Column } from '@/components/data-table/column';
import { ChoiceFilter, FilterBar, SearchFilter } from '@/components/data-table/filters';
import { useListState } from '@/components/data-table/list-state';
import { RecordTable, useCreation } from '@/components/data-table/record-table';
import { useChosenProgram } from '@/components/programs/chosen-program';
import { useProgramNames } from '@/components/programs/program-names';
import { ProgramsLink } from '@/components/programs/programs-link';
import { TightestBudget, tightestBudget } from '@/components/rules/budget-meter';
import { useProgramFilter } from '@/components/shell/program-filter';
import { StatusBadge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';

const CampaignDetail = onDemand(() => import('./campaign-detail').then((loaded) => loaded.CampaignDetail), FILLING);
const CampaignDialog = onDemand(() => import('./campaign-dialog').then((loaded) => loaded.CampaignDialog));

const FILTERS = { search: parseAsString, status: parseAsStringLiteral(CAMPAIGN_STATUSES) };

function useColumns(): Column<Campaign>[] {
  const programOf = useProgramNames();
  return [
    { header: 'Campaign', sort: 'name', cell: (row) => <span className="font-medium">{row.name}</span>, text: (row) => row.name },
    { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
    {
      header: 'Program',
      from: 'lg',
      cell: ({ program_id }) => programOf(program_id),
      text: ({ program_id }) => programOf(program_id) ?? program_id,
    },
    {
      header: 'Starts',
      sort: 'starts_at',
      from: 'sm',
      cell: (row) => <RelativeTime at={row.starts_at} />,
      text: (row) => row.starts_at ?? '',
    },
    { header: 'Ends', from: 'sm', cell: (row) => <RelativeTime at={row.ends_at} />, text: (row) => row.ends_at ?? '' },
    {
      header: 'Budget',
      from: 'md',
      cell: ({ budgets }) => <TightestBudget budgets={budgets} />,
      text: ({ budgets }) => {
        const budget = tightestBudget(budgets);
        return budget ? `${budget.consumed} of ${budget.limit}` : '';
      },
    },
    { header: 'Rules', numeric: true, from: 'md', cell: (row) => row.rule_count, text: (row) => String(row.rule_count) },
    { header: 'In a sentence', from: 'lg', cell: ({ sentence }) => sentence, text: ({ sentence }) => sentence },
    {
      header: 'Created',
      sort: 'created_at',
      from: 'lg',
      cell: (row) => <RelativeTime at={row.created_at} />,
      text: (row) => row.created_at,
    },
  ];
}

export function CampaignsPage() {
  const { values, set, state, input } = useListState(FILTERS, ['created_at', 'starts_at', 'name']);
  const program_id = useProgramFilter();
  const { program, none } = useChosenProgram();
  const query = useQuery(useTRPC().campaigns.list.queryOptions({ ...input, program_id }, { placeholderData: keepPreviousData }));
  const columns = useColumns();
  const creation = useCreation('New campaign');
  return (
    <>
      <PageHeader
        title="Campaigns"
        description="Rules that run together for a time, for an audience and within common budgets."
        actions={program && creation.button}
      />
      <FilterBar filtered={state.filtered} views>
        <SearchFilter label="Search by name or key" value={values.search} onChange={(search) => set({ search })} />
        <ChoiceFilter label="Status" options={CAMPAIGN_STATUSES} value={values.status} onChange={(status) => set({ status })} />
      </FilterBar>
      {none ? (
        <div className="panel">
          <EmptyState title="A campaign belongs to a program; create one first." action={<ProgramsLink />} />
        </div>
      ) : (
        <RecordTable
          title="Campaign"
          path="/campaigns"
          detail={(id) => <CampaignDetail id={id} />}
          name="Campaigns"
          columns={columns}
          query={query}
          state={state}
          empty={<EmptyState title="No campaigns yet. Rules outside of one run all the time." action={creation.button} />}
        />
      )}
      {creation.creating && program && <CampaignDialog programId={program.id} onClose={creation.close} onSaved={creation.openSaved} />}
    </>
  );
}
