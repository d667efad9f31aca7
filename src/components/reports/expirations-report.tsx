/** Reports what will expire and when, one asset at a time. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { GRANULARITIES } from '@/contract/choices';
import type { ExpirationQuery, ExpirationLine } from '@/contract/report';
import { useAssetIndex } from '@/components/assets/asset-index';
import type { Column } from '@/components/data-table/column';
import { usePages } from '@/components/data-table/embedded-list';
import { exportAddress } from '@/components/exports/export-address';
import { useProgramFilter } from '@/components/shell/program-filter';
import { Money } from '@/components/ui/money';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import { ExpirationChart } from './expiration-chart';
import { Report } from './report-frame';

const GRANULARITY_LABELS = [
  { value: 'DAY', label: 'By day' },
  { value: 'WEEK', label: 'By week' },
  { value: 'MONTH', label: 'By month' },
] as const;

const day = (time: string): string => time.slice(0, 10);

export function ExpirationsReport() {
  const [granularity, setGranularity] = useQueryState(
    'granularity',
    parseAsStringLiteral(GRANULARITIES).withDefault('MONTH').withOptions({ history: 'push' }),
  );
  const [chosen, setChosen] = useQueryState('asset', parseAsString.withOptions({ history: 'push' }));
  const program = useProgramFilter();
  const { all, symbolOf } = useAssetIndex();
  const { query, asset, ...paging } = useSchedule({ granularity, program_id: program }, chosen);
  const shown = query.data?.data ?? [];
  const columns: Column<ExpirationLine>[] = [
    { header: 'From', cell: (row) => day(row.period_start), text: (row) => row.period_start },
    {
      header: 'Expires',
      numeric: true,
      cell: (row) => <Money amount={row.amount} symbol={symbolOf(row.asset_id)} />,
      text: (row) => row.amount,
    },
  ];
  return (
    <Report
      question="How much will expire, and when?"
      name="Expirations"
      columns={columns}
      query={query}
      {...paging}
      rowId={(row) => `${row.asset_id}/${row.period_start}`}
      filters={
        <>
          <Select aria-label="Periods" options={GRANULARITY_LABELS} value={granularity} onChange={(next) => void setGranularity(next)} />
          {all.length > 1 && asset && (
            <Select
              aria-label="Asset"
              options={all.map(({ id, symbol }) => ({ value: id, label: symbol }))}
              value={asset}
              onChange={(next) => void setChosen(next)}
            />
          )}
        </>
      }
      chart={shown.length > 1 && <ExpirationChart rows={shown} symbol={symbolOf(asset ?? undefined) ?? ''} />}
      empty="Nothing that is currently held expires."
    />
  );
}

/** The schedule of one asset: the chosen one, else the one whose value expires first. */
function useSchedule(filters: { granularity: ExpirationQuery['granularity']; program_id: string | undefined }, chosen: string | null) {
  const { expirationSchedule } = useTRPC().reports;
  const kept = { placeholderData: keepPreviousData };
  const next = useQuery(expirationSchedule.queryOptions({ ...filters, limit: 1 }, { ...kept, enabled: chosen === null }));
  const asset = chosen ?? next.data?.data[0]?.asset_id ?? null;
  const matching = { ...filters, asset_id: asset ?? undefined };
  const { input, page } = usePages(matching);
  const schedule = useQuery(expirationSchedule.queryOptions(input, { ...kept, enabled: chosen !== null || next.isSuccess }));
  return { query: next.error ? next : schedule, asset, page, exported: exportAddress('reports.expirationSchedule', matching) };
}
