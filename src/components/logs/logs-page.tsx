/** Lists API requests, newest first; each row opens the request and response. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import { REQUEST_METHODS, REQUEST_OUTCOMES } from '@/contract/choices';
import type { RequestLogResource } from '@/contract/log';
import type { Column } from '@/components/data-table/column';
import { ChoiceFilter, FilterBar, SearchFilter, WindowFilter } from '@/components/data-table/filters';
import { liveList, useListState } from '@/components/data-table/list-state';
import { RecordTable } from '@/components/data-table/record-table';
import { exportAddress } from '@/components/exports/export-address';
import { CopyableId } from '@/components/ui/copyable-id';
import { EmptyState } from '@/components/ui/empty-state';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { AnswerBadge } from './answer-badge';

const LogDetail = onDemand(() => import('./log-detail').then((loaded) => loaded.LogDetail), FILLING);

const FILTERS = {
  request_id: parseAsString,
  route: parseAsString,
  record: parseAsString,
  method: parseAsStringLiteral(REQUEST_METHODS),
  outcome: parseAsStringLiteral(REQUEST_OUTCOMES),
  from: parseAsString,
  to: parseAsString,
};

const COLUMNS: Column<RequestLogResource>[] = [
  {
    header: 'Request',
    cell: (row) => (
      <span className="font-mono text-xs">
        <span className="text-ink-soft">{row.method}</span> {row.path}
      </span>
    ),
    text: (row) => `${row.method} ${row.path}`,
  },
  { header: 'Answer', cell: (row) => <AnswerBadge status={row.status} />, text: (row) => String(row.status) },
  {
    header: 'Code',
    from: 'md',
    cell: (row) => row.error_code ?? <span className="text-ink-faint">—</span>,
    text: (row) => row.error_code ?? '',
  },
  {
    header: 'Milliseconds',
    numeric: true,
    from: 'sm',
    cell: (row) => row.duration_ms.toFixed(1),
    text: (row) => row.duration_ms.toFixed(1),
  },
  { header: 'Request id', from: 'lg', cell: (row) => <CopyableId id={row.request_id} label="Request id" />, text: (row) => row.request_id },
  { header: 'When', sort: 'created_at', cell: (row) => <RelativeTime at={row.created_at} real />, text: (row) => row.created_at },
];

export function LogsPage() {
  const { values, set, state, input, matching } = useListState(FILTERS, ['created_at']);
  const query = useQuery(useTRPC().logs.list.queryOptions(input, liveList(state)));
  return (
    <>
      <PageHeader title="Logs" description="Every API request that is still kept, with its request and response." />
      <FilterBar filtered={state.filtered} views>
        <SearchFilter label="Request id" value={values.request_id} onChange={(request_id) => set({ request_id })} />
        <SearchFilter label="Route, such as /v1/events/{id}" value={values.route} onChange={(route) => set({ route })} />
        <SearchFilter label="Path of a changed record" value={values.record} onChange={(record) => set({ record })} />
        <ChoiceFilter
          label="Method"
          options={REQUEST_METHODS}
          value={values.method}
          onChange={(method) => set({ method })}
          text={(method) => method}
        />
        <ChoiceFilter label="Outcome" options={REQUEST_OUTCOMES} value={values.outcome} onChange={(outcome) => set({ outcome })} />
        <WindowFilter from={values.from} to={values.to} onClear={() => set({ from: null, to: null })} />
      </FilterBar>
      <RecordTable
        name="API requests"
        title="API request"
        path="/logs"
        detail={(id) => <LogDetail id={id} />}
        columns={COLUMNS}
        query={query}
        state={state}
        exported={exportAddress('logs.list', matching)}
        empty={<EmptyState title="No requests with a key of this organization yet." />}
      />
    </>
  );
}
