/** Lists the accounts with gift-card providers whose products back rewards. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import { ACCOUNT_STATUSES } from '@/domain/fulfillment/provider';
import type { FulfillmentAccount } from '@/contract/fulfillment';
import type { Column } from '@/components/data-table/column';
import { ChoiceFilter, FilterBar, SearchFilter } from '@/components/data-table/filters';
import { useListState } from '@/components/data-table/list-state';
import { RecordTable, useCreation } from '@/components/data-table/record-table';
import { StatusBadge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { FulfillmentViews } from './fulfillment-views';
import { providerName } from './providers';

const AccountDialog = onDemand(() => import('./account-dialog').then((loaded) => loaded.AccountDialog));

const AccountDetail = onDemand(() => import('./account-detail').then((loaded) => loaded.AccountDetail), FILLING);

const STATUSES = ACCOUNT_STATUSES;
const FILTERS = { search: parseAsString, status: parseAsStringLiteral(STATUSES) };

const COLUMNS: Column<FulfillmentAccount>[] = [
  { header: 'Name', sort: 'name', cell: (row) => <span className="font-medium">{row.name}</span>, text: (row) => row.name },
  { header: 'Provider', cell: (row) => providerName(row.provider), text: (row) => row.provider },
  { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
  {
    header: 'Verified',
    from: 'sm',
    cell: (row) => (row.verified_at ? <RelativeTime at={row.verified_at} /> : <span className="text-ink-faint">Not yet</span>),
    text: (row) => row.verified_at ?? '',
  },
  { header: 'Created', sort: 'created_at', from: 'md', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
];

export function AccountsPage() {
  const { values, set, state, input } = useListState(FILTERS, ['created_at', 'name']);
  const query = useQuery(useTRPC().fulfillmentAccounts.list.queryOptions(input, { placeholderData: keepPreviousData }));
  const creation = useCreation('Add account');
  return (
    <>
      <PageHeader
        title="Fulfillment"
        description="Accounts with the gift-card providers that deliver what participants redeem."
        actions={creation.button}
      />
      <FulfillmentViews />
      <FilterBar filtered={state.filtered} views>
        <SearchFilter label="Search accounts" value={values.search} onChange={(search) => set({ search })} />
        <ChoiceFilter label="Status" options={STATUSES} value={values.status} onChange={(status) => set({ status })} />
      </FilterBar>
      <RecordTable
        title="Fulfillment account"
        path="/fulfillment"
        detail={(id) => <AccountDetail id={id} />}
        name="Fulfillment accounts"
        columns={COLUMNS}
        query={query}
        state={state}
        empty={
          <EmptyState
            title="No accounts yet. Add one to offer gift cards; a sandbox account delivers nothing and costs nothing."
            action={creation.button}
          />
        }
      />
      {creation.creating && <AccountDialog onClose={creation.close} onSaved={creation.openSaved} />}
    </>
  );
}
