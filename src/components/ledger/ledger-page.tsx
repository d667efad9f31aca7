/** Lists the journal: every movement of value, newest first. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import { ENTRY_TYPES } from '@/domain/choices';
import type { JournalEntryResource } from '@/contract/journal';
import { useAssetIndex, type AssetIndex } from '@/components/assets/asset-index';
import { partyOf, useHolderNames, type Party } from '@/components/balances/holder-names';
import type { Column } from '@/components/data-table/column';
import { ChoiceFilter, FilterBar, SearchFilter, WindowFilter } from '@/components/data-table/filters';
import { AssetFilter } from '@/components/assets/asset-filter';
import { liveList, useListState } from '@/components/data-table/list-state';
import { exportAddress } from '@/components/exports/export-address';
import { RecordTable } from '@/components/data-table/record-table';
import { useProgramFilter } from '@/components/shell/program-filter';
import { statusLabel } from '@/components/ui/badge';
import { CopyableId } from '@/components/ui/copyable-id';
import { EmptyState } from '@/components/ui/empty-state';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { amountColumn } from './amount-column';
import { LedgerViews } from './ledger-views';
import { Reference } from './reference';

const EntryDetail = onDemand(() => import('./entry-detail').then((loaded) => loaded.EntryDetail), FILLING);

const TYPES = ENTRY_TYPES;
const FILTERS = {
  type: parseAsStringLiteral(TYPES),
  asset_id: parseAsString,
  reference_id: parseAsString,
  from: parseAsString,
  to: parseAsString,
};

/** The holders whose balances an entry moved, each once; none for an entry between the program's own accounts. */
const holders = (entry: JournalEntryResource): Party[] => {
  const parties = entry.postings.flatMap(({ account }) => partyOf(account) ?? []);
  return [...new Map(parties.map((party) => [party.participant_id ?? party.group_id, party])).values()];
};

/** Names only the first of many. */
const holdersText = (entry: JournalEntryResource, nameOf: (party: Party) => string): string => {
  const [first, ...others] = holders(entry);
  if (!first) return '';
  return others.length > 0 ? `${nameOf(first)} and ${others.length} more` : nameOf(first);
};

const columnsFor = (symbolOf: AssetIndex['symbolOf'], nameOf: (party: Party) => string): Column<JournalEntryResource>[] => [
  { header: 'Entry', cell: (row) => <span className="font-medium">{statusLabel(row.type)}</span>, text: (row) => row.type },
  {
    header: 'Holder',
    from: 'sm',
    cell: (row) => holdersText(row, nameOf) || <span className="text-ink-faint">—</span>,
    text: (row) => holdersText(row, nameOf),
  },
  {
    header: 'Why',
    from: 'sm',
    cell: (row) => row.description ?? <span className="text-ink-faint">{row.rule_id ? 'By a rule' : '—'}</span>,
    text: (row) => row.description ?? '',
  },
  amountColumn(symbolOf),
  {
    header: 'Reference',
    from: 'lg',
    cell: (row) => (
      <span className="block max-w-48 truncate">
        <Reference reference={row.reference_id} programId={row.program_id} />
      </span>
    ),
    text: (row) => row.reference_id ?? '',
  },
  { header: 'Id', from: 'lg', cell: (row) => <CopyableId id={row.id} label="Entry id" />, text: (row) => row.id },
  { header: 'Created', sort: 'created_at', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
];

export function LedgerPage() {
  const { values, set, state, input, matching } = useListState(FILTERS, ['created_at']);
  const program = useProgramFilter();
  const { symbolOf } = useAssetIndex();
  const query = useQuery(useTRPC().journalEntries.list.queryOptions({ ...input, program_id: program }, liveList(state)));
  const nameOf = useHolderNames((query.data?.data ?? []).flatMap((entry) => holders(entry).slice(0, 1)));
  return (
    <>
      <PageHeader title="Ledger" description="Every movement of value, in entries that balance and never change." />
      <LedgerViews />
      <FilterBar filtered={state.filtered} views>
        <SearchFilter label="Reference" value={values.reference_id} onChange={(reference_id) => set({ reference_id })} />
        <ChoiceFilter label="Type" options={TYPES} value={values.type} onChange={(type) => set({ type })} />
        <AssetFilter value={values.asset_id} onChange={(asset_id) => set({ asset_id })} />
        <WindowFilter from={values.from} to={values.to} onClear={() => set({ from: null, to: null })} />
      </FilterBar>
      <RecordTable
        title="Journal entry"
        path="/ledger"
        detail={(id) => <EntryDetail id={id} />}
        name="Journal entries"
        columns={columnsFor(symbolOf, nameOf)}
        query={query}
        state={state}
        exported={exportAddress('exports.journalEntries', { ...matching, program_id: program })}
        empty={<EmptyState title="No value has moved yet. Entries appear as rules give and participants spend." />}
      />
    </>
  );
}
