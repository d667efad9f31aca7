/** Creates or edits an automation, at once or by a change set. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Automation } from '@/contract/automation';
import { SaveToChangeSet } from '@/components/change-sets/save-to-change-set';
import { changedFields } from '@/components/drafts/followed';
import { createOrUpdate, onceSaved } from '@/components/drafts/saving';
import { useTRPC } from '@/trpc/client';
import { AutomationForm, type AutomationProgram, type WrittenAutomation } from './automation-form';

interface AutomationDialogProps {
  program: AutomationProgram;
  automation?: Automation;
  /** The campaign that a new one is for, as long as no other is chosen. */
  campaignId?: string;
  onClose: () => void;
  onSaved?: (automation: Automation) => void;
}

/** Unchanged fields are not sent, so that a run time in the past does not block other changes. */
const changesOf = ({ base, content }: WrittenAutomation) => changedFields(base, content);

export function AutomationDialog({ program, automation, campaignId, onClose, onSaved }: AutomationDialogProps) {
  const saving = useSaving({ onClose, onSaved });
  return (
    <AutomationForm
      title={automation ? `Edit “${automation.name}”` : `New automation in ${program.name}`}
      program={program}
      automation={automation ?? (campaignId === undefined ? undefined : { campaign_id: campaignId })}
      fixed={automation !== undefined}
      submitLabel={automation ? 'Save changes' : 'Create automation'}
      pending={saving.isPending}
      failure={saving.failure}
      onClose={onClose}
      onSubmit={(written) => {
        if (automation) saving.update.mutate({ id: program.id, automation_id: automation.id, ...changesOf(written) });
        else saving.create.mutate({ id: program.id, scope: written.scope, ...written.content });
      }}
      beside={(written) => (
        <div>
          <SaveToChangeSet
            programId={program.id}
            disabled={written === null || (automation !== undefined && Object.keys(changesOf(written)).length === 0)}
            change={() => {
              if (!written) return null;
              if (automation) return { type: 'UPDATE_AUTOMATION', id: automation.id, automation: changesOf(written) };
              return { type: 'CREATE_AUTOMATION', automation: { ...written.content, scope: written.scope, status: 'ACTIVE' } };
            }}
            onSaved={onClose}
          />
        </div>
      )}
    />
  );
}

function useSaving(dialog: Pick<AutomationDialogProps, 'onClose' | 'onSaved'>) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const options = onceSaved<Automation>(() => queries.invalidateQueries(trpc.programs.automations.pathFilter()), dialog);
  return createOrUpdate(
    useMutation(trpc.programs.automations.create.mutationOptions(options)),
    useMutation(trpc.programs.automations.update.mutationOptions(options)),
  );
}
