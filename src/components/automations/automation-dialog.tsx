/** Makes an automation or changes one: when it runs, whom it concerns, and the event that it makes. What is wrong is said while one types. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { Automation } from '@/contract/automation';
import { FindingsContext } from '@/components/rules/cel/rule-findings';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormFailure } from '@/components/ui/form-failure';
import { Input } from '@/components/ui/input';
import { toLocalInput } from '@/components/ui/local-time';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { AudiencePreview } from './audience-preview';
import { automationDraft, payloadOf, settingsOf, triggerOf, type AutomationDraft } from './automation-draft';
import { AudienceFields, TriggerFields, type Fields } from './automation-fields';
import { EventFields } from './event-fields';
import { useAutomationPreview } from './use-automation-preview';

export interface AutomationDialogProps {
  program: { readonly id: string; readonly name: string };
  automation?: Automation;
  onClose: () => void;
  onSaved?: (automation: Automation) => void;
}

export function AutomationDialog({ program, automation, onClose, onSaved }: AutomationDialogProps) {
  const [draft, setDraft] = useState(() => automationDraft(automation, Intl.DateTimeFormat().resolvedOptions().timeZone));
  const [badData, setBadData] = useState(false);
  const { preview, findings } = useAutomationPreview(program.id, draft);
  const saving = useSaving({ onClose, onSaved });
  const errors: Fields['errors'] = { ...saving.failure?.fields, ...(badData ? { 'event.data': badDataText(draft) } : {}) };
  const fields: Fields = { draft, errors, edit: (changes) => setDraft({ ...draft, ...changes }) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const data = payloadOf(draft);
    setBadData(data === null);
    if (data === null) return;
    const content = settingsOf(draft, data);
    if (automation) saving.update({ id: program.id, automation_id: automation.id, ...content, ...changedTrigger(draft, automation) });
    else saving.create({ id: program.id, scope: draft.scope, trigger: triggerOf(draft), ...content });
  };
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={automation ? `Edit “${automation.name}”` : `New automation in ${program.name}`}
    >
      <FindingsContext value={findings}>
        <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Name" required error={errors.name}>
              <Input value={draft.name} onChange={(event) => fields.edit({ name: event.target.value })} />
            </Field>
            <Field label="Description" error={errors.description}>
              <Input value={draft.description} onChange={(event) => fields.edit({ description: event.target.value })} />
            </Field>
          </div>
          <TriggerFields {...fields} fixed={automation !== undefined} />
          <AudienceFields {...fields} fixed={automation !== undefined} />
          <EventFields {...fields} />
          <AudiencePreview preview={preview} />
          <FormFailure failure={saving.failure} />
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" pending={saving.pending}>
              {automation ? 'Save changes' : 'Create automation'}
            </Button>
          </DialogActions>
        </form>
      </FindingsContext>
    </Dialog>
  );
}

const badDataText = ({ event_data }: AutomationDraft): string =>
  typeof event_data === 'string' ? 'Must be a JSON object.' : 'Every field needs a name of its own.';

/** A trigger that stays as it is is not sent, so that a time that is over does not stand in the way of other changes. */
function changedTrigger(draft: AutomationDraft, { trigger }: Automation) {
  const sent = triggerOf(draft);
  const same =
    (sent.cron_expression ?? null) === trigger.cron_expression &&
    sent.timezone === trigger.timezone &&
    draft.run_at === toLocalInput(trigger.run_at);
  return same ? {} : { trigger: sent };
}

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
