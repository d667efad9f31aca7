/** Lists a subject's tier levels; gives and takes them by hand, regardless of counters. */
'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TierMembershipResource } from '@/contract/participant';
import { useProgramNames } from '@/components/programs/program-names';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useTierNames } from '@/components/tiers/tier-names';
import { ScopedLink } from '@/components/shell/scoped-link';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Part } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { onDemand } from '@/components/ui/on-demand';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { useStateApi, type SubjectPage } from './subject';

const TierMembershipDialog = onDemand(() => import('./tier-membership-dialog').then((loaded) => loaded.TierMembershipDialog));

const SHOWN = 200;

export type TierMembershipSubject = SubjectPage & { kind: 'participants' | 'groups' };

export function TierMemberships({ subject, editable }: { subject: TierMembershipSubject; editable: boolean }) {
  const trpc = useTRPC();
  const { refresh } = useStateApi(subject);
  const query = useQuery(trpc[subject.kind].state.tiers.queryOptions({ id: subject.id, limit: SHOWN }, { refetchInterval: LIVE_MS }));
  const programOf = useProgramNames();
  const namesOf = useTierNames((query.data?.data ?? []).map(({ program_id }) => program_id));
  const [giving, setGiving] = useState(false);
  const [taking, setTaking] = useState<TierMembershipResource | null>(null);
  const remove = useMutation(trpc[subject.kind].state.removeTier.mutationOptions({ onSuccess: refresh }));
  const columns: Column<TierMembershipResource>[] = [
    {
      header: 'Tier',
      cell: (row) => (
        <ScopedLink href={`/tiers/${row.program_id}/${row.tier}`} className="font-medium hover:underline">
          {namesOf(row).tier}
        </ScopedLink>
      ),
      text: (row) => namesOf(row).tier,
    },
    { header: 'Level', cell: (row) => namesOf(row).level, text: (row) => namesOf(row).level },
    {
      header: 'Program',
      from: 'md',
      cell: (row) => programOf(row.program_id) ?? '',
      text: (row) => programOf(row.program_id) ?? row.program_id,
    },
    { header: 'Since', from: 'sm', cell: (row) => <RelativeTime at={row.since} />, text: (row) => row.since },
    {
      header: 'Evaluated next',
      from: 'sm',
      cell: (row) => (row.expires_at ? <RelativeTime at={row.expires_at} /> : <span className="text-ink-faint">Never</span>),
      text: (row) => row.expires_at ?? '',
    },
  ];
  const control: Column<TierMembershipResource> = {
    header: 'Take',
    control: true,
    cell: (row) => (
      <Button
        size="small"
        variant="quiet"
        aria-label={`Take the level ${namesOf(row).level} of ${namesOf(row).tier}`}
        aria-haspopup="dialog"
        onClick={() => setTaking(row)}
      >
        Take
      </Button>
    ),
    text: () => '',
  };
  return (
    <Part
      title="Levels"
      actions={
        editable && (
          <Button aria-haspopup="dialog" onClick={() => setGiving(true)}>
            Give a level
          </Button>
        )
      }
    >
      <DataTable
        name="Levels"
        columns={editable ? [...columns, control] : columns}
        query={query}
        rowId={(row) => `${row.program_id}/${row.tier}`}
        empty={<EmptyState title={`${subject.name} has no level in any tier.`} />}
      />
      {giving && <TierMembershipDialog subject={subject} tierMemberships={query.data?.data ?? []} onClose={() => setGiving(false)} />}
      {taking && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setTaking(null)}
          title={`Take ${namesOf(taking).level} from ${subject.name}?`}
          consequence={`${subject.name} will have no level in ${namesOf(taking).tier}. If the counters still qualify for one, their next change gives it again.`}
          confirmLabel="Take level"
          onConfirm={() => remove.mutateAsync({ id: subject.id, key: taking.tier, program_id: taking.program_id })}
        />
      )}
    </Part>
  );
}
