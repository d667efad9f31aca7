/** Edits a participant, or activates, suspends or closes them after stating the consequence. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PARTICIPANT_STATUSES } from '@/contract/choices';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { onDemand } from '@/components/ui/on-demand';
import { offerUndo } from '@/components/ui/undo';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { PARTICIPANT_MOVES, type ParticipantMoveStatus } from './moves';
import { participantName } from './participant-name';

const ParticipantDialog = onDemand(() => import('./participant-dialog').then((loaded) => loaded.ParticipantDialog));

type Participant = Outputs['participants']['get'];

export function ParticipantStatusActions({ participant }: { participant: Participant }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [target, setTarget] = useState<ParticipantMoveStatus | null>(null);
  const [editing, setEditing] = useState(false);
  const { change } = useMay();
  const update = useMutation(
    trpc.participants.update.mutationOptions({ onSuccess: () => queries.invalidateQueries(trpc.participants.pathFilter()) }),
  );
  if (!change) return null;
  const name = participantName(participant);
  const move = async (status: ParticipantMoveStatus) => {
    const { id, status: before } = participant;
    await update.mutateAsync({ id, status });
    offerUndo(`${name} is ${PARTICIPANT_MOVES[status].done}.`, () => update.mutateAsync({ id, status: before }));
  };
  const offered = PARTICIPANT_STATUSES.filter((status) => status !== participant.status);
  return (
    <div className="flex flex-wrap gap-2">
      <Button aria-haspopup="dialog" onClick={() => setEditing(true)}>
        Edit
      </Button>
      {editing && <ParticipantDialog participant={participant} onClose={() => setEditing(false)} />}
      {offered.map((status) => (
        <Button key={status} variant="quiet" aria-haspopup="dialog" onClick={() => setTarget(status)}>
          {PARTICIPANT_MOVES[status].button ?? PARTICIPANT_MOVES[status].verb}
        </Button>
      ))}
      {target && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setTarget(null)}
          title={`${PARTICIPANT_MOVES[target].verb} ${name}?`}
          consequence={PARTICIPANT_MOVES[target].consequence(name)}
          confirmLabel={`${PARTICIPANT_MOVES[target].verb} participant`}
          dangerous={PARTICIPANT_MOVES[target].dangerous}
          onConfirm={() => move(target)}
        />
      )}
    </div>
  );
}
