/** Lists the change sets of one program, and begins one. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { CHANGE_SET_STATUSES } from '@/domain/change-sets/change';
import type { ChangeSetSummary } from '@/contract/change-set';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useStatusList } from '@/components/data-table/status-list';
import { OfOneProgram } from '@/components/rules/of-one-program';
import { RuleViews } from '@/components/rules/rule-views';
import { useScoped } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { Badge, StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';

const NewChangeSetDialog = onDemand(() => import('./new-change-set-dialog').then((loaded) => loaded.NewChangeSetDialog));

const namesOf = ({ changes }: ChangeSetSummary): string => changes.map(({ name }) => name).join(', ');

const COLUMNS: Column<ChangeSetSummary>[] = [
  { header: 'Change set', cell: (row) => <span className="font-medium">{row.name}</span>, text: (row) => row.name },
  {
    header: 'Status',
    cell: (row) => (
      <span className="inline-flex flex-wrap gap-1 py-1">
        <StatusBadge status={row.status} />
        {row.failure && <Badge tone="danger">Could not be published</Badge>}
      </span>
    ),
    text: (row) => row.status,
  },
  { header: 'Changes', from: 'md', cell: (row) => <span className="line-clamp-2">{namesOf(row) || '—'}</span>, text: namesOf },
  {
    header: 'Goes live',
    from: 'sm',
    cell: (row) => <RelativeTime at={row.published_at ?? row.publish_at} />,
    text: (row) => row.published_at ?? row.publish_at ?? '',
  },
  { header: 'Begun', sort: 'created_at', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
];

export const ChangeSetsPage = () => (
  <>
    <PageHeader title="Rules" description="Changes that are prepared beside what is live, and published together." />
    <RuleViews />
    <OfOneProgram>{(programId) => <ChangeSets programId={programId} />}</OfOneProgram>
  </>
);

function ChangeSets({ programId }: { programId: string }) {
  const { filter, state, input, live } = useStatusList(CHANGE_SET_STATUSES);
  const query = useQuery(useTRPC().changeSets.list.queryOptions({ ...input, id: programId }, live));
  const router = useRouter();
  const scoped = useScoped();
  const { change } = useMay();
  const [beginning, setBeginning] = useState(false);
  const open = (id: string) => router.push(scoped(`/rules/change-sets/${id}`));
  const begin = change && (
    <Button variant="primary" className="mb-3" aria-haspopup="dialog" onClick={() => setBeginning(true)}>
      <Plus aria-hidden /> New change set
    </Button>
  );
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        {filter}
        {begin}
      </div>
      <DataTable
        name="Change sets"
        columns={COLUMNS}
        query={query}
        state={state}
        rowId={(row) => row.id}
        onOpen={(row) => open(row.id)}
        empty={
          <EmptyState
            title="No change sets yet. Collect changes of rules, rule sets and automations here, see what they would change and cost, and publish them at once or at a time."
            action={begin}
          />
        }
      />
      {beginning && <NewChangeSetDialog programId={programId} onBegun={open} onClose={() => setBeginning(false)} />}
    </>
  );
}
