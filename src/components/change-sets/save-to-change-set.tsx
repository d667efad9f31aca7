/** The button beside “Save” in the form of a rule or an automation, by which the change goes to a change set instead of going live. */
'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { SentProgramChange } from '@/contract/change-set';
import { useScoped } from '@/components/shell/scoped-link';
import { Button } from '@/components/ui/button';
import { onDemand } from '@/components/ui/on-demand';

const SaveToDialog = onDemand(() => import('./save-to-dialog').then((loaded) => loaded.SaveToDialog));

interface SaveToChangeSetProps {
  programId: string;
  /** The change as it is in the form when asked for; null for none. */
  change: () => SentProgramChange | null;
  disabled?: boolean;
  /** After saving, before the change set opens. */
  onSaved: () => void;
}

export function SaveToChangeSet({ programId, change, disabled, onSaved }: SaveToChangeSetProps) {
  const router = useRouter();
  const scoped = useScoped();
  const [asked, setAsked] = useState<SentProgramChange | null>(null);
  return (
    <>
      <Button aria-haspopup="dialog" disabled={disabled} onClick={() => setAsked(change())}>
        Save to a change set…
      </Button>
      {asked && (
        <SaveToDialog
          programId={programId}
          change={asked}
          onClose={() => setAsked(null)}
          onSaved={(id) => {
            onSaved();
            router.push(scoped(`/rules/change-sets/${id}`));
          }}
        />
      )}
    </>
  );
}
