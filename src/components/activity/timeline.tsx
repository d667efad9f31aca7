/** The activity of one holder, newest first, in words; each line links to its record, and an event expands to show why. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { TIMELINE_FILTERS, type TimelineFilter } from '@/contract/choices';
import { useAssetIndex } from '@/components/assets/asset-index';
import type { HolderPage } from '@/components/balances/holder';
import { useHolderNames } from '@/components/balances/holder-names';
import type { Column } from '@/components/data-table/column';
import { toCsv } from '@/components/data-table/csv';
import { useEmbeddedList } from '@/components/data-table/embedded-list';
import { ChoiceFilter, FilterBar } from '@/components/data-table/filters';
import { Pager } from '@/components/data-table/pager';
import { useTierNames } from '@/components/tiers/tier-names';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Detail } from '@/components/ui/detail';
import { download } from '@/components/ui/download';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { useTRPC } from '@/trpc/client';
import { Happening } from './happening';
import { kindOf, noteOf, partiesOf, sentenceOf, type Names, type TimelineItemRow } from './words';

const SHOWN = 50;
const NO_ROWS: TimelineItemRow[] = [];

const FILTER_WORDS: Readonly<Record<TimelineFilter, string>> = {
  EVENT: 'Events',
  DECISION: 'Reservations',
  ENTRY: 'Ledger',
  REDEMPTION: 'Redemptions',
  TRANSFER: 'Transfers',
  STATE: 'State',
  CODE: 'Codes',
  REFERRAL: 'Referrals',
  CHALLENGE: 'Challenges',
  LEADERBOARD: 'Leaderboards',
  NOTICE: 'Notices',
};

const OF_GROUPS: readonly TimelineFilter[] = ['ENTRY', 'TRANSFER', 'STATE'];

interface TimelineProps {
  holder: Pick<HolderPage, 'kind' | 'id' | 'name'>;
  /** Only what had happened by this time; null: everything. */
  until?: string | null;
  /** Shows the record as it stood at a time; absent where it cannot be shown. */
  onTravel?: (at: string) => void;
  filter: TimelineFilter | null;
  onFilter: (filter: TimelineFilter | null) => void;
}

export function Timeline({ holder: { kind, id, name }, until = null, onTravel, filter, onFilter }: TimelineProps) {
  const list = useEmbeddedList({
    filtered: filter !== null,
    clearFilters: () => onFilter(null),
    sort: { by: 'created_at', dir: 'desc' },
  });
  const query = useQuery(
    useTRPC()[kind].activity.timeline.queryOptions(
      { id, kind: filter ?? undefined, until: until ?? undefined, limit: SHOWN, cursor: list.cursor },
      { refetchInterval: until === null ? LIVE_MS : false, placeholderData: keepPreviousData },
    ),
  );
  const names = useNames(query.data?.data ?? NO_ROWS);
  const choose = (next: TimelineFilter | null) => {
    onFilter(next);
    list.startOver();
  };
  const offered = kind === 'groups' ? OF_GROUPS : TIMELINE_FILTERS;
  return (
    <>
      <FilterBar>
        <ChoiceFilter label="Kind" options={offered} value={filter} onChange={choose} text={(each) => FILTER_WORDS[each]} />
      </FilterBar>
      <Detail query={query}>
        {({ data, pagination }) => (
          <section aria-label="Activity" className="panel">
            {data.length === 0 ? (
              <EmptyState
                title={filter ? `${FILTER_WORDS[filter]}: nothing yet.` : `No activity for ${name} yet.`}
                action={filter && <Button onClick={() => choose(null)}>Show all activity</Button>}
              />
            ) : (
              <ol aria-label="What happened" className={cn('divide-line divide-y', query.isPlaceholderData && 'opacity-60')}>
                {data.map((row) => (
                  <Happening key={row.key} row={row} names={names} onTravel={onTravel} />
                ))}
              </ol>
            )}
            <Footer rows={data} names={names} next={pagination.next_cursor} page={list.state.page} />
          </section>
        )}
      </Detail>
    </>
  );
}

function useNames(rows: readonly TimelineItemRow[]): Names {
  const { symbolOf } = useAssetIndex();
  const holderOf = useHolderNames(rows.flatMap(partiesOf));
  const tierOf = useTierNames(
    rows.flatMap((row) =>
      row.kind === 'STATE' && row.change.state_type === 'TIER' && row.change.program_id ? [row.change.program_id] : [],
    ),
  );
  return { symbolOf, holderOf, tierOf };
}

interface FooterProps {
  rows: readonly TimelineItemRow[];
  names: Names;
  next: string | null;
  page: ReturnType<typeof useEmbeddedList>['state']['page'];
}

function Footer({ rows, names, next, page }: FooterProps) {
  const columns: Column<TimelineItemRow>[] = [
    { header: 'At', cell: () => null, text: ({ at }) => at },
    { header: 'Kind', cell: () => null, text: kindOf },
    { header: 'What', cell: () => null, text: (row) => sentenceOf(row, names) },
    { header: 'Note', cell: () => null, text: (row) => noteOf(row) ?? '' },
  ];
  return (
    <footer className="text-ink-soft border-line flex min-h-10 items-center justify-between gap-2 border-t px-3 text-xs">
      <span className="tabular-nums">
        {rows.length} {rows.length === 1 ? 'row' : 'rows'}
        {next ? ', older ones follow' : ''}
      </span>
      <span className="flex gap-1">
        <Button
          variant="quiet"
          size="small"
          disabled={rows.length === 0}
          onClick={() => download('activity.csv', toCsv(columns, rows), 'text/csv')}
        >
          <Download aria-hidden /> CSV
        </Button>
        <Pager page={page} next={next} words={['Newer', 'Older']} />
      </span>
    </footer>
  );
}
