/** What can be done with an automation now; each says what comes of it before it is done. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Automation } from '@/contract/automation';
import { AUTOMATION_MOVES, type AutomationStatus } from '@/domain/automations/machine';
import { useProgramNames } from '@/components/programs/program-names';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useTRPC } from '@/trpc/client';
import { AutomationDialog } from './automation-dialog';

interface Move {
  readonly verb: string;
  readonly consequence: string;
  readonly dangerous: boolean;
}

const MOVES: Readonly<Record<Exclude<AutomationStatus, 'COMPLETED'>, Move>> = {
  PAUSED: {
    verb: 'Pause',
    consequence: 'No run begins until it is resumed; times that pass meanwhile are left out. A run that has begun goes on.',
    dangerous: false,
  },
  ACTIVE: {
    verb: 'Resume',
    consequence: 'It runs again from its next time on. Changes of state that came in meanwhile are judged now.',
    dangerous: false,
  },
  CANCELLED: {
    verb: 'Cancel',
    consequence: 'It never runs again, and a run that is under way stops where it is. Events that were made stay.',
    dangerous: true,
  },
  ARCHIVED: { verb: 'Archive', consequence: 'It never runs again and leaves the list. Its runs and events stay.', dangerous: true },
};

const audienceOf = ({ scope, participant_filter }: Automation): string =>
  scope === 'PROGRAM'
    ? 'It makes one event about the program now'
    : `It goes through every active participant now and makes an event for ${participant_filter ? 'those for whom the filter holds' : 'each'}`;

export function AutomationActions({ automation }: { automation: Automation }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const programOf = useProgramNames();
  const { change } = useMay();
  const [asked, setAsked] = useState<'edit' | 'trigger' | keyof typeof MOVES | null>(null);
  const refresh = { onSuccess: () => queries.invalidateQueries(trpc.programs.automations.pathFilter()) };
  const update = useMutation(trpc.programs.automations.update.mutationOptions(refresh));
  const trigger = useMutation(trpc.programs.automations.trigger.mutationOptions(refresh));
  const targets = AUTOMATION_MOVES[automation.status] as readonly (keyof typeof MOVES)[];
  if (!change || targets.length === 0) return null;
  const path = { id: automation.program_id, automation_id: automation.id };
  const close = (open: boolean) => !open && setAsked(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setAsked('trigger')}>Run now</Button>
      <Button onClick={() => setAsked('edit')}>Edit</Button>
      {targets.map((status) => (
        <Button key={status} variant={MOVES[status].dangerous ? 'quiet' : 'secondary'} onClick={() => setAsked(status)}>
          {MOVES[status].verb}
        </Button>
      ))}
      {asked === 'edit' && (
        <AutomationDialog
          program={{ id: automation.program_id, name: programOf(automation.program_id) ?? '' }}
          automation={automation}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'trigger' && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={`Run “${automation.name}” now?`}
          consequence={`${audienceOf(automation)}, besides its schedule.`}
          confirmLabel="Run now"
          dangerous={false}
          onConfirm={() => trigger.mutateAsync(path)}
        />
      )}
      {asked !== null && asked !== 'edit' && asked !== 'trigger' && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={`${MOVES[asked].verb} “${automation.name}”?`}
          consequence={MOVES[asked].consequence}
          confirmLabel={`${MOVES[asked].verb} automation`}
          dangerous={MOVES[asked].dangerous}
          onConfirm={() => update.mutateAsync({ ...path, status: asked })}
        />
      )}
    </div>
  );
}
