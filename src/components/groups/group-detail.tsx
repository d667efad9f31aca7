/** One group: its balances, members and activity, and the actions on it. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TimelineFilter } from '@/contract/choices';
import { BalanceActions, useBalanceWork, type BalanceWork } from '@/components/balances/balance-actions';
import { BalanceCards } from '@/components/balances/balance-cards';
import type { HolderPage } from '@/components/balances/holder';
import { useMay } from '@/components/shell/session';
import type { SubjectPage } from '@/components/state/subject';
import { TierSummary } from '@/components/state/tier-summary';
import { StatusBadge } from '@/components/ui/badge';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { EditOrArchive } from '@/components/ui/edit-or-archive';
import { Facts } from '@/components/ui/facts';
import { JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

// Tabs that are rarely opened, with their own dialogs and charts.
const GroupMembers = onDemand(() => import('./group-members').then((loaded) => loaded.GroupMembers), FILLING);
const Timeline = onDemand(() => import('@/components/activity/timeline').then((loaded) => loaded.Timeline), FILLING);
const Lots = onDemand(() => import('@/components/balances/lots').then((loaded) => loaded.Lots), FILLING);
const Origins = onDemand(() => import('@/components/balances/origins').then((loaded) => loaded.Origins), FILLING);
const StatePanel = onDemand(() => import('@/components/state/state-panel').then((loaded) => loaded.StatePanel), FILLING);
const EmbeddedTransfers = onDemand(
  () => import('@/components/transfers/embedded-transfers').then((loaded) => loaded.EmbeddedTransfers),
  FILLING,
);

const GroupNameDialog = onDemand(() => import('./group-name-dialog').then((loaded) => loaded.GroupNameDialog));

type Group = Outputs['groups']['get'];

const holderOf = (group: Group): HolderPage => ({ ...group, kind: 'groups', program_ids: [] });

/** A group can hold levels in the tiers of any program. */
const subjectOf = (group: Group): SubjectPage => ({ ...group, kind: 'groups', changeable: group.status === 'ACTIVE', program_ids: [] });

export function GroupDetail({ id }: { id: string }) {
  const query = useQuery(useTRPC().groups.get.queryOptions({ id }, { refetchInterval: LIVE_MS }));
  return <Detail query={query}>{(group) => <Found group={group} />}</Detail>;
}

function Found({ group }: { group: Group }) {
  const holder = holderOf(group);
  const work = useBalanceWork(holder);
  const [filter, setFilter] = useState<TimelineFilter | null>(null);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <RecordHeading name={group.name}>
          <StatusBadge status={group.status} />
        </RecordHeading>
        <GroupActions group={group} />
      </div>
      <Tabs
        label="Group"
        tabs={[
          { value: 'summary', label: 'Summary', content: <GroupSummary group={group} holder={holder} begin={work.begin} /> },
          { value: 'activity', label: 'Activity', content: <Timeline holder={holder} filter={filter} onFilter={setFilter} /> },
          { value: 'lots', label: 'Lots', content: <Lots holder={holder} /> },
          { value: 'members', label: 'Members', content: <GroupMembers group={group} /> },
          { value: 'origins', label: 'Origins', content: <Origins holder={holder} /> },
          { value: 'state', label: 'State', content: <StatePanel subject={subjectOf(group)} /> },
          { value: 'transfers', label: 'Transfers', content: <EmbeddedTransfers holder={holder} /> },
          { value: 'facts', label: 'Details', content: <GroupFacts group={group} /> },
          { value: 'json', label: 'JSON', content: <JsonPanel value={group} path={`/v1/groups/${group.id}`} /> },
        ]}
      />
      {work.dialogs}
    </>
  );
}

/** Shows the tiers of the programs in which the group has balances. */
const GroupSummary = ({ group, holder, begin }: { group: Group; holder: HolderPage; begin: BalanceWork['begin'] }) => (
  <>
    <BalanceActions holder={holder} begin={begin} redeems={false} />
    <div className="flex flex-col gap-3">
      <BalanceCards holder={holder} />
      <TierSummary
        tierMemberships={group.tiers}
        counters={group.counters}
        programIds={group.balances.map(({ program_id }) => program_id)}
      />
    </div>
  </>
);

function GroupFacts({ group }: { group: Group }) {
  const counters = Object.entries(group.counters);
  const none = <span className="text-ink-faint">—</span>;
  return (
    <Facts
      facts={[
        { name: 'Id', value: <CopyableId id={group.id} whole /> },
        { name: 'Members', value: group.member_count },
        { name: 'Tags', value: group.tags.length > 0 ? group.tags.join(', ') : none },
        { name: 'Counters', value: counters.length > 0 ? counters.map(([key, value]) => `${key} ${value}`).join(', ') : none },
        { name: 'Created', value: <RelativeTime at={group.created_at} /> },
        { name: 'Updated', value: <RelativeTime at={group.updated_at} /> },
      ]}
    />
  );
}

function GroupActions({ group }: { group: Group }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { change } = useMay();
  const update = useMutation(trpc.groups.update.mutationOptions({ onSuccess: () => queries.invalidateQueries(trpc.groups.pathFilter()) }));
  if (!change || group.status === 'ARCHIVED') return null;
  return (
    <EditOrArchive
      kind="group"
      named={`“${group.name}”`}
      consequence="The group can no longer earn or spend, and its members cannot change. Its balances can only be forfeited."
      onArchive={() => update.mutateAsync({ id: group.id, status: 'ARCHIVED' })}
      editor={(onClose) => <GroupNameDialog group={group} onClose={onClose} />}
    />
  );
}
