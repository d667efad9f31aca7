/** One group: what it holds, who belongs to it, what happened, and what can be done. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BalanceActions } from '@/components/balances/balance-actions';
import { Balances } from '@/components/balances/balances';
import type { Holder } from '@/components/balances/holder';
import { HolderEntries } from '@/components/balances/holder-entries';
import { Lots } from '@/components/balances/lots';
import { Origins } from '@/components/balances/origins';
import { useMay } from '@/components/shell/session';
import { StatePanel } from '@/components/state/state-panel';
import type { Subject } from '@/components/state/subject';
import { EmbeddedTransfers } from '@/components/transfers/embedded-transfers';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { Facts } from '@/components/ui/facts';
import { JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { GroupMembers } from './group-members';

type Group = Outputs['groups']['get'];

const holderOf = (group: Group): Holder => ({ ...group, kind: 'groups', program_ids: [] });

/** A group may stand in the tiers of any program. */
const subjectOf = (group: Group): Subject => ({ ...group, kind: 'groups', changeable: group.status === 'ACTIVE', program_ids: [] });

export function GroupDetail({ id }: { id: string }) {
  const query = useQuery(useTRPC().groups.get.queryOptions({ id }, { refetchInterval: LIVE_MS }));
  return (
    <Detail query={query}>
      {(group) => (
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
              { value: 'balances', label: 'Balances', content: <GroupBalances holder={holderOf(group)} /> },
              { value: 'lots', label: 'Lots', content: <Lots holder={holderOf(group)} /> },
              { value: 'members', label: 'Members', content: <GroupMembers group={group} /> },
              { value: 'origins', label: 'Origins', content: <Origins holder={holderOf(group)} /> },
              { value: 'entries', label: 'Ledger', content: <HolderEntries holder={holderOf(group)} /> },
              { value: 'state', label: 'State', content: <StatePanel subject={subjectOf(group)} /> },
              { value: 'transfers', label: 'Transfers', content: <EmbeddedTransfers holder={holderOf(group)} /> },
              { value: 'facts', label: 'Facts', content: <GroupFacts group={group} /> },
              { value: 'json', label: 'JSON', content: <JsonPanel value={group} path={`/v1/groups/${group.id}`} /> },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

const GroupBalances = ({ holder }: { holder: Holder }) => (
  <>
    <BalanceActions holder={holder} />
    <Balances rows={holder.balances} />
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
        { name: 'Changed', value: <RelativeTime at={group.updated_at} /> },
      ]}
    />
  );
}

function GroupActions({ group }: { group: Group }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [archiving, setArchiving] = useState(false);
  const { change } = useMay();
  const update = useMutation(trpc.groups.update.mutationOptions({ onSuccess: () => queries.invalidateQueries(trpc.groups.pathFilter()) }));
  if (!change || group.status === 'ARCHIVED') return null;
  return (
    <>
      <Button variant="quiet" onClick={() => setArchiving(true)}>
        Archive
      </Button>
      <ConfirmDialog
        open={archiving}
        onOpenChange={setArchiving}
        title={`Archive “${group.name}”?`}
        consequence="The group earns and spends nothing more, and its members stay as they are. Its balances can only be forfeited. This cannot be undone."
        confirmLabel="Archive group"
        onConfirm={() => update.mutateAsync({ id: group.id, status: 'ARCHIVED' })}
      />
    </>
  );
}
