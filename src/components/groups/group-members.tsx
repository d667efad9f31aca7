/** Lists a group's members with their roles; adds, promotes and removes them. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@/components/ui/toast';
import type { Group, GroupMember } from '@/contract/group';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { statusLabel } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { onDemand } from '@/components/ui/on-demand';
import { RelativeTime } from '@/components/ui/relative-time';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { ROLES } from './group-roles';

const AddMemberDialog = onDemand(() => import('./add-member-dialog').then((loaded) => loaded.AddMemberDialog));

const SHOWN = 200;

export function GroupMembers({ group }: { group: Group }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.groups.members.list.queryOptions({ id: group.id, limit: SHOWN }));
  const { change } = useMay();
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<GroupMember | null>(null);
  const { setRole, remove, pending } = useMemberChanges(group.id);
  const editable = change && group.status === 'ACTIVE';
  const columns: Column<GroupMember>[] = [
    {
      header: 'Member',
      cell: (row) => (
        <ScopedLink href={`/participants/${row.participant_id}`} className="font-medium hover:underline">
          {row.external_id}
        </ScopedLink>
      ),
      text: (row) => row.external_id,
    },
    {
      header: 'Role',
      cell: (row) =>
        editable ? (
          <Select
            aria-label={`Role of ${row.external_id}`}
            options={ROLES}
            value={row.role}
            disabled={pending}
            onChange={(role) => role !== row.role && setRole(row, role)}
          />
        ) : (
          statusLabel(row.role)
        ),
      text: (row) => row.role,
    },
    { header: 'Joined', from: 'sm', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
  ];
  const removal: Column<GroupMember> = {
    header: 'Remove',
    control: true,
    cell: (row) => (
      <Button size="small" variant="quiet" aria-label={`Remove ${row.external_id}`} aria-haspopup="dialog" onClick={() => setLeaving(row)}>
        Remove
      </Button>
    ),
    text: () => '',
  };
  return (
    <>
      {editable && (
        <div className="mb-3">
          <Button aria-haspopup="dialog" onClick={() => setAdding(true)}>
            Add member
          </Button>
        </div>
      )}
      <DataTable
        name="Members"
        columns={editable ? [...columns, removal] : columns}
        query={query}
        rowId={(row) => row.participant_id}
        empty={<EmptyState title="This group has no members." />}
      />
      {adding && <AddMemberDialog group={group} onClose={() => setAdding(false)} />}
      {leaving && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setLeaving(null)}
          title={`Remove ${leaving.external_id} from “${group.name}”?`}
          consequence={`${leaving.external_id} no longer belongs to the group and can be added again. The balances of the group do not change.`}
          confirmLabel="Remove member"
          onConfirm={() => remove(leaving)}
        />
      )}
    </>
  );
}

function useMemberChanges(groupId: string) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries(trpc.groups.pathFilter());
  const update = useMutation(
    trpc.groups.members.update.mutationOptions({ onSuccess, onError: (error) => toast.error(failureOf(error).message) }),
  );
  const removal = useMutation(trpc.groups.members.remove.mutationOptions({ onSuccess }));
  return {
    pending: update.isPending,
    setRole: ({ participant_id }: GroupMember, role: GroupMember['role']) => update.mutate({ id: groupId, participant_id, role }),
    remove: ({ participant_id }: GroupMember) => removal.mutateAsync({ id: groupId, participant_id }),
  };
}
