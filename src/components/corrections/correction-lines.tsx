/** Lists the lines of a correction: what each holder had and should have had, and what became of the difference. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import { CORRECTION_LINE_STATUSES } from '@/contract/choices';
import type { Correction, CorrectionLine } from '@/contract/correction';
import { AssetFilter } from '@/components/assets/asset-filter';
import { useAssetIndex } from '@/components/assets/asset-index';
import { HolderLink, useHolderNames } from '@/components/balances/holder-names';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { ChoiceFilter, FilterBar } from '@/components/data-table/filters';
import { useListState } from '@/components/data-table/list-state';
import { exportAddress } from '@/components/exports/export-address';
import { ScopedLink } from '@/components/shell/scoped-link';
import { StatusBadge, statusLabel } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS, useRefetchOn } from '@/components/ui/live';
import { Money } from '@/components/ui/money';
import { useTRPC } from '@/trpc/client';

const STATUSES = CORRECTION_LINE_STATUSES;
const FILTERS = { status: parseAsStringLiteral(STATUSES), asset_id: parseAsString };

export function CorrectionLines({ correction: { id, program_id, status } }: { correction: Correction }) {
  const { values, set, state, input, matching } = useListState(FILTERS, ['difference']);
  const live = { refetchInterval: status === 'POSTING' ? LIVE_MS : (false as const) };
  const query = useQuery(useTRPC().corrections.lines.queryOptions({ ...input, id: program_id, correction_id: id }, live));
  useRefetchOn(status, query.refetch);
  return (
    <>
      <FilterBar>
        <ChoiceFilter label="Status" options={STATUSES} value={values.status} onChange={(next) => set({ status: next })} />
        <AssetFilter value={values.asset_id} onChange={(asset_id) => set({ asset_id })} />
      </FilterBar>
      <DataTable
        name="Lines"
        columns={useColumns(query.data?.data ?? [])}
        query={query}
        state={state}
        exported={exportAddress('corrections.lines', { ...matching, id: program_id, correction_id: id })}
        rowId={(row) => row.id}
        empty={<EmptyState title="Every holder had what they should have had." />}
      />
    </>
  );
}

function useColumns(rows: readonly CorrectionLine[]): Column<CorrectionLine>[] {
  const nameOf = useHolderNames(rows);
  const { symbolOf } = useAssetIndex();
  const money = (header: string, figure: 'had' | 'should_have' | 'shortfall', from: 'sm' | 'md'): Column<CorrectionLine> => ({
    header,
    numeric: true,
    from,
    cell: (row) => <Money amount={row[figure]} />,
    text: (row) => row[figure],
  });
  return [
    { header: 'Holder', cell: (row) => <HolderLink party={row} name={nameOf(row)} />, text: nameOf },
    money('Had', 'had', 'md'),
    money('Should have', 'should_have', 'md'),
    {
      header: 'Difference',
      numeric: true,
      sort: 'difference',
      cell: (row) => <Money amount={row.difference} symbol={symbolOf(row.asset_id)} signed />,
      text: (row) => row.difference,
    },
    money('Spent already', 'shortfall', 'md'),
    { header: 'Status', cell: (row) => <LineStatus line={row} />, text: (row) => row.reason ?? row.status },
    {
      header: 'Posted',
      numeric: true,
      from: 'sm',
      cell: (row) => <PostedLink line={row} />,
      text: (row) => row.posted ?? '',
    },
  ];
}

const LineStatus = ({ line: { status, reason } }: { line: CorrectionLine }) => (
  <>
    <StatusBadge status={status} /> {reason && <span className="text-ink-soft text-xs">{statusLabel(reason)}</span>}
  </>
);

const PostedLink = ({ line: { posted, journal_entry_id } }: { line: CorrectionLine }) =>
  posted !== null && (
    <ScopedLink href={`/ledger/${journal_entry_id}`} className="hover:underline">
      <Money amount={posted} signed />
    </ScopedLink>
  );
