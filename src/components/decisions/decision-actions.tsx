/** Commits, extends or cancels a reservation, after stating the effect in numbers. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useAssetIndex } from '@/components/assets/asset-index';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { onDemand } from '@/components/ui/on-demand';
import { useTRPC } from '@/trpc/client';
import type { StoredDecision } from './stored-decision';
import { useRefreshDecisions } from './use-decisions';
import { commitConsequence } from './words';

const CancelDialog = onDemand(() => import('./cancel-dialog').then((loaded) => loaded.CancelDialog));
const ExtendDialog = onDemand(() => import('./extend-dialog').then((loaded) => loaded.ExtendDialog));

interface DecisionActionsProps {
  decision: StoredDecision;
  /** The participant's name. */
  name: string;
}

/** Renders nothing for a decision that has ended, and for who may only look. */
export function DecisionActions({ decision, name }: DecisionActionsProps) {
  const { change } = useMay();
  const { symbolOf } = useAssetIndex();
  const refresh = useRefreshDecisions();
  const commit = useMutation(useTRPC().decisions.commit.mutationOptions({ onSettled: refresh }));
  const [doing, setDoing] = useState<'commit' | 'extend' | 'cancel' | null>(null);
  if (!change || decision.status !== 'RESERVED') return null;
  const done = () => setDoing(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="primary" aria-haspopup="dialog" onClick={() => setDoing('commit')}>
        Commit
      </Button>
      <Button aria-haspopup="dialog" onClick={() => setDoing('extend')}>
        Extend
      </Button>
      <Button aria-haspopup="dialog" onClick={() => setDoing('cancel')}>
        Cancel
      </Button>
      {doing === 'extend' && <ExtendDialog decision={decision} onClose={done} />}
      {doing === 'cancel' && <CancelDialog decision={decision} name={name} onClose={done} />}
      <ConfirmDialog
        open={doing === 'commit'}
        onOpenChange={(open) => !open && done()}
        title="Commit this reservation?"
        consequence={commitConsequence(decision, name, symbolOf)}
        confirmLabel="Commit reservation"
        refuseLabel="Leave it"
        dangerous={false}
        onConfirm={() => commit.mutateAsync({ id: decision.id })}
      />
    </div>
  );
}
