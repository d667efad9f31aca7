/** Lists the user's sessions and ends them. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@/components/ui/toast';
import type { AccountSession } from '@/contract/account';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Part } from '@/components/ui/detail';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { deviceInWords } from './device';

export function SessionsPart() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const query = useQuery(trpc.account.sessions.queryOptions());
  const refresh = () => queries.invalidateQueries(trpc.account.sessions.pathFilter());
  const end = useMutation(
    trpc.account.endSession.mutationOptions({ onSettled: refresh, onError: (error) => void toast.error(failureOf(error).message) }),
  );
  const endOthers = useMutation(trpc.account.endOtherSessions.mutationOptions({ onSuccess: refresh }));
  const [asking, setAsking] = useState(false);
  const others = query.data?.data.filter(({ current }) => !current).length ?? 0;
  const everywhere = others > 0 && (
    <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
      Sign out everywhere else
    </Button>
  );
  return (
    <Part title="Where you are signed in" actions={everywhere}>
      <DataTable name="Sessions" query={query} rowId={(row) => row.id} empty={null} columns={columns((id) => end.mutate({ id }))} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Sign out everywhere else?"
        consequence={`${others === 1 ? 'One other session ends' : `${others} other sessions end`} at once, and no device stays trusted.`}
        confirmLabel="Sign out everywhere else"
        onConfirm={() => endOthers.mutateAsync()}
      />
    </Part>
  );
}

const columns = (onEnd: (id: string) => void): Column<AccountSession>[] => [
  {
    header: 'Device',
    cell: (row) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5 py-1.5">
        <span className="font-medium" title={row.user_agent ?? undefined}>
          {deviceInWords(row.user_agent)}
        </span>
        {row.current && <Badge tone="success">This device</Badge>}
      </span>
    ),
    text: (row) => deviceInWords(row.user_agent),
  },
  { header: 'Address', from: 'sm', cell: (row) => row.ip_address || '—', text: (row) => row.ip_address ?? '' },
  { header: 'Signed in', from: 'md', cell: (row) => <RelativeTime at={row.signed_in_at} real />, text: (row) => row.signed_in_at },
  { header: 'Last seen', cell: (row) => <RelativeTime at={row.last_seen_at} real />, text: (row) => row.last_seen_at },
  {
    header: 'Actions',
    numeric: true,
    control: true,
    cell: (row) =>
      !row.current && (
        <Button variant="quiet" size="small" aria-label={`Sign out ${deviceInWords(row.user_agent)}`} onClick={() => onEnd(row.id)}>
          Sign out
        </Button>
      ),
    text: () => '',
  },
];
