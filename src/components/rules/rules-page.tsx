/** Lists the rules in execution order. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import { useRouter } from 'next/navigation';
import { RULE_STATUSES } from '@/contract/choices';
import type { ChangeSetSummary } from '@/contract/change-set';
import type { FailingRule } from '@/contract/failing-rule';
import type { Rule } from '@/contract/rule';
import { useWaitingSets, WaitingBadge } from '@/components/change-sets/waiting-changes';
import { useProgramNames } from '@/components/programs/program-names';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { ChoiceFilter, FilterBar, SearchFilter } from '@/components/data-table/filters';
import { useListState } from '@/components/data-table/list-state';
import { useProgramFilter } from '@/components/shell/program-filter';
import { ScopedLink, useScoped } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { presses } from '@/components/ui/keys';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { TightestBudget, tightestBudget } from './budget-meter';
import { FailingBadge, useFailingRules } from './failing-rules';
import { RuleViews } from './rule-views';
import { useRuleBulk } from './use-rule-bulk';

const FILTERS = { search: parseAsString, status: parseAsStringLiteral(RULE_STATUSES) };

const columnsFor = (
  programName: (id: string) => string | undefined,
  failing: readonly FailingRule[],
  waiting: readonly ChangeSetSummary[],
): Column<Rule>[] => [
  { header: 'Order', sort: 'order', numeric: true, cell: (row) => row.order, text: (row) => String(row.order) },
  { header: 'Name', sort: 'name', cell: (row) => <span className="font-medium">{row.name}</span>, text: (row) => row.name },
  {
    header: 'Status',
    cell: (row) => (
      <span className="inline-flex flex-wrap gap-1 py-1">
        <StatusBadge status={row.status} />
        <FailingBadge ruleId={row.id} failing={failing} />
        <WaitingBadge ruleId={row.id} sets={waiting} />
      </span>
    ),
    text: (row) => row.status,
  },
  {
    header: 'What it does',
    from: 'md',
    cell: ({ sentence }) => sentence,
    text: ({ sentence }) => sentence,
  },
  {
    header: 'Program',
    from: 'lg',
    cell: (row) => programName(row.program_id) ?? '',
    text: (row) => programName(row.program_id) ?? row.program_id,
  },
  {
    header: 'Budget',
    from: 'md',
    cell: ({ budgets }) => <TightestBudget budgets={budgets} />,
    text: ({ budgets }) => {
      const budget = tightestBudget(budgets);
      return budget ? `${budget.consumed} of ${budget.limit}` : '';
    },
  },
  { header: 'Updated', from: 'sm', cell: (row) => <RelativeTime at={row.updated_at} />, text: (row) => row.updated_at },
];

/** The program of all these rules, if they are of one. */
const onlyProgramOf = (rules: readonly Rule[]): string | undefined => {
  const [first, ...others] = new Set(rules.map(({ program_id }) => program_id));
  return others.length === 0 ? first : undefined;
};

export function RulesPage() {
  const { values, set, state, input } = useListState(FILTERS, ['order', 'created_at', 'name'], 'asc');
  const program = useProgramFilter();
  const query = useQuery(useTRPC().rules.list.queryOptions({ ...input, program_id: program }, { placeholderData: keepPreviousData }));
  const failing = useFailingRules(query.isSuccess);
  const waiting = useWaitingSets(program ?? onlyProgramOf(query.data?.data ?? []), query.isSuccess);
  const router = useRouter();
  const scoped = useScoped();
  const { change } = useMay();
  const programName = useProgramNames();
  const bulk = useRuleBulk();
  const create = change && (
    <Button asChild variant="primary">
      <ScopedLink href="/rules/new" {...presses('new')}>
        <Plus aria-hidden /> New rule
      </ScopedLink>
    </Button>
  );
  return (
    <>
      <PageHeader title="Rules" description="When an event meets the condition of a rule, value moves." actions={create} />
      <RuleViews />
      <FilterBar filtered={state.filtered} views>
        <SearchFilter label="Search by name" value={values.search} onChange={(search) => set({ search })} />
        <ChoiceFilter label="Status" options={RULE_STATUSES} value={values.status} onChange={(status) => set({ status })} />
      </FilterBar>
      <DataTable
        name="Rules"
        columns={columnsFor(programName, failing, waiting)}
        query={query}
        state={state}
        bulk={bulk}
        rowId={(row) => row.id}
        onOpen={(row) => router.push(scoped(`/rules/${row.id}`))}
        empty={<EmptyState title="No rules yet. Events are stored, but nothing is given for them." action={create} />}
      />
    </>
  );
}
