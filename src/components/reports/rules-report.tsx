/** Reports what each rule gave and took. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { RulePerformanceLine } from '@/contract/report';
import { useAssetIndex } from '@/components/assets/asset-index';
import type { Column } from '@/components/data-table/column';
import { usePages } from '@/components/data-table/embedded-list';
import { exportAddress } from '@/components/exports/export-address';
import { FailingBadge, useFailingRules } from '@/components/rules/failing-rules';
import { useProgramFilter } from '@/components/shell/program-filter';
import { useScoped } from '@/components/shell/scoped-link';
import { Money } from '@/components/ui/money';
import { useTRPC } from '@/trpc/client';
import { Report, usePeriod } from './report-frame';

export function RulesReport() {
  const { window, choice } = usePeriod();
  const program = useProgramFilter();
  const { symbolOf } = useAssetIndex();
  const router = useRouter();
  const scoped = useScoped();
  const matching = { ...window, program_id: program };
  const { input, page } = usePages(matching);
  const query = useQuery(useTRPC().reports.rulePerformance.queryOptions(input, { placeholderData: keepPreviousData }));
  const failing = useFailingRules(query.isSuccess);
  const columns: Column<RulePerformanceLine>[] = [
    {
      header: 'Rule',
      cell: (row) => (
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{row.rule_name}</span>
          <FailingBadge ruleId={row.rule_id} failing={failing} />
        </span>
      ),
      text: (row) => row.rule_name,
    },
    {
      header: 'Credited',
      numeric: true,
      cell: (row) => <Money amount={row.credited} symbol={symbolOf(row.asset_id)} />,
      text: (row) => row.credited,
    },
    {
      header: 'Debited',
      numeric: true,
      from: 'sm',
      cell: (row) => <Money amount={row.debited} symbol={symbolOf(row.asset_id)} />,
      text: (row) => row.debited,
    },
    { header: 'Events', numeric: true, from: 'sm', cell: (row) => row.events, text: (row) => String(row.events) },
    { header: 'Holders', numeric: true, from: 'md', cell: (row) => row.participants, text: (row) => String(row.participants) },
  ];
  return (
    <Report
      question="Which rules cost most, and for how many events?"
      name="Rules"
      columns={columns}
      query={query}
      page={page}
      exported={exportAddress('reports.rulePerformance', matching)}
      rowId={(row) => `${row.rule_id}/${row.asset_id}`}
      onOpen={(row) => router.push(scoped(`/rules/${row.rule_id}`))}
      filters={choice}
      empty="No rule moved value in this period."
    />
  );
}
