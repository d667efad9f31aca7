/** Offers changes of a rule, a rule set or an automation by a change set, instead of at once. */
'use client';
import { Ellipsis } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { SentProgramChange } from '@/contract/change-set';
import { useScoped } from '@/components/shell/scoped-link';
import { Button } from '@/components/ui/button';
import { DropdownMenu, MenuItem } from '@/components/ui/dropdown-menu';
import { onDemand } from '@/components/ui/on-demand';

const SaveToDialog = onDemand(() => import('./save-to-dialog').then((loaded) => loaded.SaveToDialog));

interface ChangeSetMenuProps {
  programId: string;
  /** Of what is to change. */
  name: string;
  choices: readonly { readonly label: string; readonly change: SentProgramChange }[];
}

/** Renders nothing without choices. */
export function ChangeSetMenu({ programId, name, choices }: ChangeSetMenuProps) {
  const router = useRouter();
  const scoped = useScoped();
  const [asked, setAsked] = useState<SentProgramChange | null>(null);
  if (choices.length === 0) return null;
  return (
    <>
      <DropdownMenu
        trigger={
          <Button variant="quiet" size="icon" aria-label={`More about ${name}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {choices.map(({ label, change }) => (
          <MenuItem key={label} onSelect={() => setAsked(change)}>
            {label}
          </MenuItem>
        ))}
      </DropdownMenu>
      {asked && (
        <SaveToDialog
          programId={programId}
          change={asked}
          onClose={() => setAsked(null)}
          onSaved={(id) => router.push(scoped(`/rules/change-sets/${id}`))}
        />
      )}
    </>
  );
}
