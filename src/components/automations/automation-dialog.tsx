/** Creates or edits an automation: when it runs, for whom, and the event it creates. Errors show while one types. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Automation } from '@/contract/automation';
import { DraftNotice } from '@/components/drafts/draft-notice';
import { useEdited } from '@/components/drafts/edited';
import { changedFields } from '@/components/drafts/followed';
import { FindingsContext } from '@/components/rules/cel/rule-findings';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { DialogForm } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { AudiencePreview } from './audience-preview';
import { jsonObjectFault } from '@/components/ui/json-object';
import { automationDraft, payloadOf, settingsOf, triggerOf, type AutomationDraft } from './automation-draft';
import { AudienceFields, TriggerFields, type Fields } from './automation-fields';
import { EventFields } from './event-fields';
import { useAutomationPreview } from './use-automation-preview';

interface AutomationDialogProps {
  program: { readonly id: string; readonly name: string; readonly timezone: string };
  automation?: Automation;
  onClose: () => void;
  onSaved?: (automation: Automation) => void;
}

export function AutomationDialog({ program, automation, onClose, onSaved }: AutomationDialogProps) {
  const edited = useEdited(automationDraft(automation, program.timezone));
  const { base, draft, edit } = edited;
  const [badData, setBadData] = useState(false);
  const { preview, findings } = useAutomationPreview(program.id, draft);
  const saving = useSaving({ onClose, onSaved });
  const errors: Fields['errors'] = { ...saving.failure?.fields, ...(badData ? { 'event.data': badDataText(draft) } : {}) };
  const fields: Fields = { draft, errors, edit };
  const submit = () => {
    const data = payloadOf(draft);
    setBadData(data === null);
    if (data === null) return;
    const content = contentOf(draft, data);
    // Unchanged fields are not sent, so that a run time in the past does not block other changes.
    const changes = changedFields(contentOf(base, payloadOf(base) ?? {}), content);
    if (automation) saving.update({ id: program.id, automation_id: automation.id, ...changes });
    else saving.create({ id: program.id, scope: draft.scope, ...content });
  };
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={automation ? `Edit “${automation.name}”` : `New automation in ${program.name}`}
    >
      <FindingsContext value={findings}>
        <DialogForm
          onSubmit={submit}
          onClose={onClose}
          failure={saving.failure}
          submitLabel={automation ? 'Save changes' : 'Create automation'}
          pending={saving.pending}
        >
          <DraftNotice {...edited} />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Name" required error={errors.name}>
              <Input value={draft.name} onChange={(event) => edit({ name: event.target.value })} />
            </Field>
            <Field label="Description" error={errors.description}>
              <Input value={draft.description} onChange={(event) => edit({ description: event.target.value })} />
            </Field>
          </div>
          <TriggerFields {...fields} fixed={automation !== undefined} />
          <AudienceFields {...fields} fixed={automation !== undefined} />
          <EventFields {...fields} />
          <AudiencePreview preview={preview} />
        </DialogForm>
      </FindingsContext>
    </Dialog>
  );
}

const badDataText = ({ event_data }: AutomationDraft): string =>
  typeof event_data === 'string' ? (jsonObjectFault(event_data) ?? '') : 'Every field needs its own name.';

const contentOf = (draft: AutomationDraft, data: Parameters<typeof settingsOf>[1]) => ({
  ...settingsOf(draft, data),
  trigger: triggerOf(draft),
});

function useSaving({ onClose, onSaved }: Pick<AutomationDialogProps, 'onClose' | 'onSaved'>) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const options = {
    onSuccess: (saved: Automation) => {
      void queries.invalidateQueries(trpc.programs.automations.pathFilter());
      onSaved?.(saved);
      onClose();
    },
  };
  const create = useMutation(trpc.programs.automations.create.mutationOptions(options));
  const update = useMutation(trpc.programs.automations.update.mutationOptions(options));
  const error = create.error ?? update.error;
  return {
    create: create.mutate,
    update: update.mutate,
    pending: create.isPending || update.isPending,
    failure: error ? failureOf(error) : null,
  };
}
