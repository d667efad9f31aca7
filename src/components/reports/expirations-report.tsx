/** Reports what will expire and when, one asset at a time. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { GRANULARITIES } from '@/contract/choices';
import type { ExpirationRow } from '@/contract/report';
import { useAssetIndex } from '@/components/assets/asset-index';
import type { Column } from '@/components/data-table/column';
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
  const query = useQuery(
    useTRPC().reports.expirationSchedule.queryOptions({ granularity, program_id: program }, { placeholderData: keepPreviousData }),
  );
  const rows = query.data?.data ?? [];
  const expiring = all.filter(({ id }) => rows.some((row) => row.asset_id === id));
  const asset = chosen ?? expiring[0]?.id ?? null;
  const shown = rows.filter((row) => row.asset_id === asset);
  const columns: Column<ExpirationRow>[] = [
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
      query={{ ...query, data: query.data && { data: shown } }}
      rowId={(row) => `${row.asset_id}/${row.period_start}`}
      filters={
        <>
          <Select aria-label="Periods" options={GRANULARITY_LABELS} value={granularity} onChange={(next) => void setGranularity(next)} />
          {expiring.length > 0 && asset && (
            <Select
              aria-label="Asset"
              options={expiring.map(({ id, symbol }) => ({ value: id, label: symbol }))}
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
