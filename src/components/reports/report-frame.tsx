/** The frame shared by the reports: their views, the period, and a table that shows and exports their rows. */
'use client';
import { parseAsString, parseAsStringLiteral, useQueryState, useQueryStates } from 'nuqs';
import { useMemo, type ReactNode } from 'react';
import type { Column } from '@/components/data-table/column';
import { DataTable, type TableQuery } from '@/components/data-table/data-table';
import type { ListState } from '@/components/data-table/list-state';
import { FilterBar, WindowFilter } from '@/components/data-table/filters';
import { useOrganizationNow } from '@/components/shell/clock';
import { clockMinute } from '@/components/shell/clock-face';
import { PageViews } from '@/components/shell/page-views';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { usePrinting } from '@/components/ui/printing';
import { Select } from '@/components/ui/select';

const VIEWS = [
  { href: '/reports', label: 'Liability' },
  { href: '/reports/expirations', label: 'Expirations' },
  { href: '/reports/rules', label: 'Rules' },
  { href: '/reports/redemptions', label: 'Redemptions' },
  { href: '/reports/activity', label: 'Activity' },
  { href: '/reports/trial-balance', label: 'Trial balance' },
  { href: '/reports/periods', label: 'Periods' },
  { href: '/reports/exports', label: 'Exports' },
];

const DAY_MS = 86_400_000;
const PERIODS = ['30d', '90d', '365d', 'all'] as const;
const PERIOD_LABELS = [
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
  { value: '365d', label: 'Last 365 days' },
  { value: 'all', label: 'All time' },
] as const;
/** Later than any clock shows, even a sandbox's. */
const OPEN_END = '9999-12-31T00:00:00.000Z';
const BEGINNING = '1970-01-01T00:00:00.000Z';

/** The window set by a link from a figure elsewhere. */
const LED_HERE = { from: parseAsString, to: parseAsString };

/** The period in the URL, beginning at midnight UTC by the organization's clock, unless the URL gives its exact ends. */
export function usePeriod() {
  const [given, setGiven] = useQueryStates(LED_HERE, { history: 'push' });
  const [period, setPeriod] = useQueryState('period', parseAsStringLiteral(PERIODS).withDefault('30d').withOptions({ history: 'push' }));
  const today = Math.floor(useOrganizationNow() / DAY_MS);
  const window = useMemo(() => {
    if (given.from || given.to) return { from: given.from ?? BEGINNING, to: given.to ?? OPEN_END };
    return { from: period === 'all' ? BEGINNING : midnight(today - Number.parseInt(period, 10)), to: OPEN_END };
  }, [period, today, given]);
  const printing = usePrinting();
  const choice =
    printing !== null ? (
      <p>{windowWords(window)}</p>
    ) : given.from || given.to ? (
      <WindowFilter {...given} onClear={() => void setGiven({ from: null, to: null })} />
    ) : (
      <Select aria-label="Period" options={PERIOD_LABELS} value={period} onChange={(next) => void setPeriod(next)} />
    );
  return { window, choice };
}

const minute = (at: string): string => `${clockMinute(at)} UTC`;

/** The period in print, where "the last 30 days" would soon be wrong. */
function windowWords({ from, to }: { from: string; to: string }): string {
  const since = from === BEGINNING ? 'From the beginning' : `From ${minute(from)}`;
  return to === OPEN_END ? since : `${since} to ${minute(to)}`;
}

const midnight = (day: number): string => new Date(day * DAY_MS).toISOString();

interface ReportProps<Row> {
  /** The question that the report answers. */
  question: string;
  name: string;
  columns: readonly Column<Row>[];
  query: TableQuery<Row>;
  page: ListState['page'];
  /** The URL of the whole report as CSV. */
  exported: string;
  rowId: (row: Row) => string;
  empty: string;
  filters?: ReactNode;
  /** Between the filters and the table. */
  chart?: ReactNode;
  onOpen?: (row: Row) => void;
}

/** The header of every report. */
export const ReportHeader = ({ question, actions }: { question: string; actions?: ReactNode }) => (
  <>
    <PageHeader title="Reports" description={question} actions={actions} />
    <PageViews label="Reports" views={VIEWS} />
  </>
);

export function Report<Row>({ question, empty, filters, chart, ...table }: ReportProps<Row>) {
  return (
    <>
      <ReportHeader question={question} />
      {filters && <FilterBar>{filters}</FilterBar>}
      {chart}
      <DataTable {...table} empty={<EmptyState title={empty} />} />
    </>
  );
}
