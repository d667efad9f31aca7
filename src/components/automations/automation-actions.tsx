/** The actions an automation allows in its current status; each states its consequence first. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Automation } from '@/contract/automation';
import { AUTOMATION_MOVES } from '@/domain/automations/machine';
import { ChangeSetMenu } from '@/components/change-sets/change-set-menu';
import { useProgramNames } from '@/components/programs/program-names';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { onDemand } from '@/components/ui/on-demand';
import { useTRPC } from '@/trpc/client';
import { AUTOMATION_TEXTS, type AutomationTarget } from './automation-moves';

const AutomationDialog = onDemand(() => import('./automation-dialog').then((loaded) => loaded.AutomationDialog));

const audienceOf = ({ scope, participant_filter }: Automation): string =>
  scope === 'PROGRAM'
    ? 'It creates one event about the program now'
    : `It checks every active participant now and creates an event for ${participant_filter ? 'those who match the filter' : 'each'}`;

/** What of it a change set can do besides edits of its settings. */
function choicesOf({ id, status }: Automation) {
  const other = status === 'PAUSED' ? 'ACTIVE' : 'PAUSED';
  return [
    {
      label: `${AUTOMATION_TEXTS[other].verb} by a change set…`,
      change: { type: 'UPDATE_AUTOMATION' as const, id, automation: { status: other } as const },
    },
    { label: 'Archive by a change set…', change: { type: 'ARCHIVE_AUTOMATION' as const, id } },
  ];
}

export function AutomationActions({ automation }: { automation: Automation }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const programOf = useProgramNames();
  const { change } = useMay();
  const [asked, setAsked] = useState<'edit' | 'trigger' | AutomationTarget | null>(null);
  const refresh = { onSuccess: () => queries.invalidateQueries(trpc.programs.automations.pathFilter()) };
  const update = useMutation(trpc.programs.automations.update.mutationOptions(refresh));
  const trigger = useMutation(trpc.programs.automations.trigger.mutationOptions(refresh));
  // An automation is never moved to COMPLETED, which it reaches by itself.
  const targets = AUTOMATION_MOVES[automation.status] as readonly AutomationTarget[];
  if (!change || targets.length === 0) return null;
  const path = { id: automation.program_id, automation_id: automation.id };
  const close = (open: boolean) => !open && setAsked(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button aria-haspopup="dialog" onClick={() => setAsked('trigger')}>
        Run now
      </Button>
      <Button aria-haspopup="dialog" onClick={() => setAsked('edit')}>
        Edit
      </Button>
      {targets.map((status) => (
        <Button
          key={status}
          variant={AUTOMATION_TEXTS[status].dangerous ? 'quiet' : 'secondary'}
          aria-haspopup="dialog"
          onClick={() => setAsked(status)}
        >
          {AUTOMATION_TEXTS[status].verb}
        </Button>
      ))}
      <ChangeSetMenu programId={automation.program_id} name={automation.name} choices={choicesOf(automation)} />
      {asked === 'edit' && (
        <AutomationDialog
          program={{ id: automation.program_id, name: programOf(automation.program_id) ?? '', timezone: automation.trigger.timezone }}
          automation={automation}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'trigger' && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={`Run “${automation.name}” now?`}
          consequence={`${audienceOf(automation)}, in addition to its schedule.`}
          confirmLabel="Run now"
          dangerous={false}
          onConfirm={() => trigger.mutateAsync(path)}
        />
      )}
      {asked !== null && asked !== 'edit' && asked !== 'trigger' && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={`${AUTOMATION_TEXTS[asked].verb} “${automation.name}”?`}
          consequence={AUTOMATION_TEXTS[asked].consequence}
          confirmLabel={`${AUTOMATION_TEXTS[asked].verb} automation`}
          refuseLabel={asked === 'CANCELLED' ? 'Keep it' : undefined}
          dangerous={AUTOMATION_TEXTS[asked].dangerous}
          onConfirm={() => update.mutateAsync({ ...path, status: asked })}
        />
      )}
    </div>
  );
}
