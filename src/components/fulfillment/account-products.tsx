/** Lists the products the provider currently sells to an account; each can be added to a catalog from here. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FulfillmentAccount, FulfillmentProduct } from '@/contract/fulfillment';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useEmbeddedList } from '@/components/data-table/embedded-list';
import { FilterBar, SearchFilter } from '@/components/data-table/filters';
import { PAGE_SIZE } from '@/components/data-table/list-state';
import { useMay } from '@/components/shell/session';
import { EmptyState } from '@/components/ui/empty-state';
import { onDemand } from '@/components/ui/on-demand';
import { useTRPC } from '@/trpc/client';
import { first, valuesText } from './product-facts';

const OfferDialog = onDemand(() => import('./offer-dialog').then((loaded) => loaded.OfferDialog));

const SHOWN_CURRENCIES = 2;

const COLUMNS: Column<FulfillmentProduct>[] = [
  { header: 'Product', cell: (row) => <span className="font-medium">{row.name}</span>, text: (row) => row.name },
  { header: 'Face values', cell: valuesText, text: valuesText },
  { header: 'Currencies', from: 'sm', cell: (row) => first(row.currencies, SHOWN_CURRENCIES), text: (row) => row.currencies.join(' ') },
  { header: 'Id', from: 'md', cell: (row) => <code className="font-mono text-xs">{row.id}</code>, text: (row) => row.id },
];

export function AccountProducts({ account }: { account: FulfillmentAccount }) {
  const [search, setSearch] = useState<string | null>(null);
  const [offered, setOffered] = useState<FulfillmentProduct | null>(null);
  const { change } = useMay();
  const { state, cursor, startOver } = useEmbeddedList({
    filtered: search !== null,
    clearFilters: () => setSearch(null),
    sort: { by: 'name', dir: 'asc' },
  });
  const query = useQuery(
    useTRPC().fulfillmentAccounts.products.queryOptions(
      { id: account.id, limit: PAGE_SIZE, ...(search ? { search } : {}), ...(cursor ? { cursor } : {}) },
      { placeholderData: keepPreviousData, retry: false },
    ),
  );
  return (
    <>
      <FilterBar>
        <SearchFilter
          label="Search products"
          value={search}
          onChange={(text) => {
            setSearch(text);
            startOver();
          }}
        />
      </FilterBar>
      <DataTable
        name="Products"
        columns={COLUMNS}
        query={query}
        rowId={(row) => row.id}
        {...(change ? { onOpen: setOffered } : {})}
        state={state}
        empty={<EmptyState title="The provider offers no products to this account." />}
      />
      {offered && <OfferDialog account={account} product={offered} onClose={() => setOffered(null)} />}
    </>
  );
}
