/** Lists every version of a program's rules. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RuleConfigurationVersion } from '@/contract/rule-configuration-version';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useListState } from '@/components/data-table/list-state';
import { useOpenedRow } from '@/components/data-table/opened-row';
import { useScoped } from '@/components/shell/scoped-link';
import { Author } from '@/components/ui/author';
import { EmptyState } from '@/components/ui/empty-state';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { Sheet } from '@/components/ui/sheet';
import { useTRPC } from '@/trpc/client';
import { OfOneProgram } from './of-one-program';
import { RuleViews } from './rule-views';

const VersionDetail = onDemand(() => import('./version-detail').then((loaded) => loaded.VersionDetail), FILLING);

const COLUMNS: Column<RuleConfigurationVersion>[] = [
  {
    header: 'Version',
    sort: 'rule_configuration_version',
    cell: (row) => <span className="font-medium tabular-nums">{row.rule_configuration_version}</span>,
    text: (row) => String(row.rule_configuration_version),
  },
  { header: 'Created', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
  { header: 'By', from: 'sm', cell: (row) => <Author of={row} />, text: (row) => row.user_id ?? row.api_key_id ?? '' },
  {
    header: 'Restores',
    from: 'md',
    cell: (row) => row.restored_version && `Version ${row.restored_version}`,
    text: (row) => String(row.restored_version ?? ''),
  },
  { header: 'Rule sets', numeric: true, from: 'md', cell: (row) => row.rule_set_count, text: (row) => String(row.rule_set_count) },
  { header: 'Rules', numeric: true, cell: (row) => row.rule_count, text: (row) => String(row.rule_count) },
];

export const HistoryPage = () => (
  <>
    <PageHeader title="Rules" description="Every change creates a version. Events name the version that they were evaluated with." />
    <RuleViews />
    <OfOneProgram>{(programId) => <Versions programId={programId} />}</OfOneProgram>
  </>
);

function Versions({ programId }: { programId: string }) {
  const { state, input } = useListState({}, ['rule_configuration_version']);
  const query = useQuery(
    useTRPC().ruleConfiguration.versions.queryOptions({ ...input, id: programId }, { placeholderData: keepPreviousData }),
  );
  const { opened, open, close } = useOpenedRow();
  const scoped = useScoped();
  return (
    <>
      <DataTable
        name="Versions of the rules"
        columns={COLUMNS}
        query={query}
        state={state}
        rowId={(row) => String(row.rule_configuration_version)}
        onOpen={(row) => open(String(row.rule_configuration_version))}
        selected={opened}
        empty={<EmptyState title="No versions yet." />}
      />
      <Sheet open={opened !== null} onClose={close} title="Rules version" href={scoped(`/rules/history/${opened}`)}>
        {opened && <VersionDetail programId={programId} version={opened} />}
      </Sheet>
    </>
  );
}
