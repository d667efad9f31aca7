/** Lists a program's tiers: ladders of levels reached by counters, rules or by hand. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsStringLiteral } from 'nuqs';
import type { TierResource } from '@/contract/tier';
import { TIER_STATUSES } from '@/domain/choices';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { ChoiceFilter, FilterBar } from '@/components/data-table/filters';
import { useListState } from '@/components/data-table/list-state';
import { useOpenedRow } from '@/components/data-table/opened-row';
import { useCreation } from '@/components/data-table/record-table';
import { useChosenProgram } from '@/components/programs/chosen-program';
import { ProgramsLink } from '@/components/programs/programs-link';
import { StatusBadge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { Sheet } from '@/components/ui/sheet';
import { useTRPC } from '@/trpc/client';

const TierDialog = onDemand(() => import('./tier-dialog').then((loaded) => loaded.TierDialog));

const TierDetail = onDemand(() => import('./tier-detail').then((loaded) => loaded.TierDetail), FILLING);

const FILTERS = { status: parseAsStringLiteral(TIER_STATUSES) };

const levelsText = ({ levels }: TierResource): string => levels.map(({ key, display_name }) => display_name ?? key).join(' · ');

const COLUMNS: Column<TierResource>[] = [
  { header: 'Tier', sort: 'name', cell: (row) => <span className="font-medium">{row.name}</span>, text: (row) => row.name },
  { header: 'Key', from: 'sm', sort: 'key', cell: (row) => <code className="font-mono text-xs">{row.key}</code>, text: (row) => row.key },
  { header: 'Levels', from: 'sm', cell: levelsText, text: levelsText },
  { header: 'How it works', from: 'md', cell: ({ sentence }) => sentence, text: ({ sentence }) => sentence },
  { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
  { header: 'Created', sort: 'created_at', from: 'md', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
];

export function TiersPage() {
  const { values, set, state, input } = useListState(FILTERS, ['created_at', 'key', 'name']);
  const { program, none, choice, awaited } = useChosenProgram();
  const { opened, open, close } = useOpenedRow();
  const query = useQuery(
    useTRPC().programs.tiers.list.queryOptions(
      { ...input, id: program?.id ?? '' },
      { enabled: program !== undefined, placeholderData: keepPreviousData },
    ),
  );
  const creation = useCreation('New tier');
  return (
    <>
      <PageHeader
        title="Tiers"
        description={
          program ? `The levels that participants and groups reach in ${program.name}.` : 'The levels that participants and groups reach.'
        }
        actions={program && creation.button}
      />
      <FilterBar filtered={state.filtered} views>
        {choice}
        <ChoiceFilter label="Status" options={TIER_STATUSES} value={values.status} onChange={(status) => set({ status })} />
      </FilterBar>
      {none ? (
        <div className="panel">
          <EmptyState title="Tiers belong to a program; create one first." action={<ProgramsLink />} />
        </div>
      ) : (
        <DataTable
          name="Tiers"
          columns={COLUMNS}
          query={awaited(query)}
          state={state}
          rowId={(row) => row.key}
          onOpen={(row) => open(row.key)}
          selected={opened}
          empty={<EmptyState title="No tiers yet. Nobody has a level in this program." action={creation.button} />}
        />
      )}
      {program && (
        <Sheet open={opened !== null} onClose={close} title="Tier" href={`/tiers/${program.id}/${opened}`}>
          {opened && <TierDetail programId={program.id} tierKey={opened} />}
        </Sheet>
      )}
      {creation.creating && program && <TierDialog program={program} onClose={creation.close} onSaved={({ key }) => open(key)} />}
    </>
  );
}
