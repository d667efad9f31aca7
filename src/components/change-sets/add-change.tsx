/** Adds something new to an open change set: a rule, a rule set or an automation. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ChangeSet } from '@/contract/change-set';
import { useScoped } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { DropdownMenu, MenuItem } from '@/components/ui/dropdown-menu';
import { onDemand } from '@/components/ui/on-demand';
import { useTRPC } from '@/trpc/client';

const DraftedSetDialog = onDemand(() => import('./drafted-set-dialog').then((loaded) => loaded.DraftedSetDialog));
const DraftedAutomationDialog = onDemand(() => import('./drafted-automation-dialog').then((loaded) => loaded.DraftedAutomationDialog));

export function AddChange({ set }: { set: Pick<ChangeSet, 'id' | 'program_id'> }) {
  const router = useRouter();
  const scoped = useScoped();
  const { change } = useMay();
  const [asked, setAsked] = useState<'set' | 'automation' | null>(null);
  const program = useQuery(useTRPC().programs.get.queryOptions({ id: set.program_id }, { enabled: asked === 'automation' }));
  if (!change) return null;
  const close = () => setAsked(null);
  return (
    <>
      <DropdownMenu
        align="start"
        trigger={
          <Button>
            <Plus aria-hidden /> Add a change
          </Button>
        }
      >
        <MenuItem onSelect={() => router.push(scoped(`/rules/change-sets/${set.id}/rules/new`))}>New rule</MenuItem>
        <MenuItem onSelect={() => setAsked('set')}>New rule set</MenuItem>
        <MenuItem onSelect={() => setAsked('automation')}>New automation</MenuItem>
      </DropdownMenu>
      {asked === 'set' && <DraftedSetDialog setId={set.id} onClose={close} />}
      {asked === 'automation' && program.data && <DraftedAutomationDialog setId={set.id} program={program.data} onClose={close} />}
    </>
  );
}
