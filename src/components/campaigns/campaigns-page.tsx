/** Lists campaigns: what each is now, when it runs, and what is left of its budgets. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import type { Campaign } from '@/contract/campaign';
import { CAMPAIGN_STATUSES } from '@/domain/campaigns/machine';
import type { Column } from '@/components/data-table/column';
import { useListState } from '@/components/data-table/list-state';
import { useProgramColumns } from '@/components/programs/program-columns';
import { ProgramRecords } from '@/components/programs/program-records';
import { TightestBudget, tightestBudget } from '@/components/rules/budget-meter';
import { useProgramFilter } from '@/components/shell/program-filter';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';

const CampaignDetail = onDemand(() => import('./campaign-detail').then((loaded) => loaded.CampaignDetail), FILLING);
const CampaignDialog = onDemand(() => import('./campaign-dialog').then((loaded) => loaded.CampaignDialog));

const FILTERS = { search: parseAsString, status: parseAsStringLiteral(CAMPAIGN_STATUSES) };

function useColumns(): Column<Campaign>[] {
  const { status, sentence, program, created } = useProgramColumns<Campaign>();
  return [
    { header: 'Campaign', sort: 'name', cell: (row) => <span className="font-medium">{row.name}</span>, text: (row) => row.name },
    status,
    program,
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
    { ...sentence, from: 'lg' },
    created,
  ];
}

export function CampaignsPage() {
  const list = useListState(FILTERS, ['created_at', 'starts_at', 'name']);
  const input = { ...list.input, program_id: useProgramFilter() };
  const query = useQuery(useTRPC().campaigns.list.queryOptions(input, { placeholderData: keepPreviousData }));
  return (
    <ProgramRecords
      title="Campaigns"
      description="Rules that run together for a time, for an audience and within common budgets."
      record="Campaign"
      path="/campaigns"
      withoutProgram="A campaign belongs to a program; create one first."
      empty="No campaigns yet. Rules outside of one run all the time."
      statuses={CAMPAIGN_STATUSES}
      list={list}
      columns={useColumns()}
      query={query}
      detail={(id) => <CampaignDetail id={id} />}
      dialog={(of) => <CampaignDialog {...of} />}
    />
  );
}
