/** Lists what fell due during a move, each linked to its record and its holder. */
'use client';
import type { ClockMoveItem } from '@/contract/clock-move';
import { useAssetIndex } from '@/components/assets/asset-index';
import { HolderLink, useHolderNames, type Party } from '@/components/balances/holder-names';
import type { Column } from '@/components/data-table/column';
import { DataTable, type TableQuery } from '@/components/data-table/data-table';
import { useProgramNames } from '@/components/programs/program-names';
import { clockMinute } from '@/components/shell/clock-face';
import { ScopedLink } from '@/components/shell/scoped-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Money } from '@/components/ui/money';
import { HAPPENING_WORDS, happeningHref } from './happening-words';

const NONE = <span className="text-ink-faint">—</span>;

const partyOf = ({ subject }: ClockMoveItem): Party | null =>
  subject?.type === 'PARTICIPANT' ? { participant_id: subject.id } : subject?.type === 'GROUP' ? { group_id: subject.id } : null;

export function Happenings({ query }: { query: TableQuery<ClockMoveItem> }) {
  const items = query.data?.data ?? [];
  const nameOf = useHolderNames(items.map(partyOf).filter((party) => party !== null));
  const programName = useProgramNames();
  const { symbolOf } = useAssetIndex();
  const subjectText = (item: ClockMoveItem): string => {
    const party = partyOf(item);
    if (party) return nameOf(party);
    return item.subject ? (programName(item.subject.id) ?? item.subject.id) : '';
  };
  const columns: Column<ClockMoveItem>[] = [
    {
      header: 'When (UTC)',
      cell: ({ at }) => <span className="block tabular-nums max-sm:w-24 max-sm:whitespace-normal">{clockMinute(at)}</span>,
      text: ({ at }) => at,
    },
    {
      header: 'What',
      cell: (item) => (
        <ScopedLink
          href={happeningHref(item)}
          className={`${HAPPENING_WORDS[item.kind].failed ? 'text-danger' : 'text-accent'} hover:underline`}
        >
          {HAPPENING_WORDS[item.kind].one}
        </ScopedLink>
      ),
      text: ({ kind }) => HAPPENING_WORDS[kind].one,
    },
    { header: 'Whom', cell: (item) => <SubjectLink item={item} name={subjectText(item)} />, text: subjectText },
    {
      header: 'Amount',
      numeric: true,
      from: 'sm',
      cell: ({ amount, asset_id }) => (amount === null ? NONE : <Money amount={amount} symbol={symbolOf(asset_id ?? undefined)} />),
      text: ({ amount }) => amount ?? '',
    },
    { header: 'Detail', from: 'md', cell: ({ detail }) => detail ?? NONE, text: ({ detail }) => detail ?? '' },
  ];
  return (
    <DataTable
      name="What happened on the way"
      columns={columns}
      query={query}
      rowId={({ kind, at, resource, detail }) => `${kind}/${at}/${resource.id}/${detail}`}
      empty={<EmptyState title="Nothing fell due on the way." />}
    />
  );
}

function SubjectLink({ item, name }: { item: ClockMoveItem; name: string }) {
  const party = partyOf(item);
  if (party) return <HolderLink party={party} name={name} />;
  if (!item.subject) return NONE;
  return (
    <ScopedLink href={`/programs/${item.subject.id}`} className="text-accent hover:underline">
      {name}
    </ScopedLink>
  );
}
