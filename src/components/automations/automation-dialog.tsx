/** Makes an automation or changes one: when it runs, whom it concerns, and the event that it makes. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { Automation } from '@/contract/automation';
import { AUTOMATION_SCOPES, TRIGGER_TYPES } from '@/domain/automations/machine';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { FailureNote } from '@/components/ui/failure-note';
import { Field } from '@/components/ui/field';
import { Input, Textarea } from '@/components/ui/input';
import { toLocalInput } from '@/components/ui/local-time';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { automationDraft, payloadOf, schedules, settingsOf, triggerOf, type AutomationDraft } from './automation-draft';
import { SCOPE_WORDS, TRIGGER_WORDS } from './automation-words';
import { SchedulePreview } from './schedule-preview';

export interface AutomationDialogProps {
  program: { readonly id: string; readonly name: string };
  automation?: Automation;
  onClose: () => void;
  onSaved?: (automation: Automation) => void;
}

interface Fields {
  readonly draft: AutomationDraft;
  readonly edit: (changes: Partial<AutomationDraft>) => void;
  readonly errors: Readonly<Record<string, string>>;
}

export function AutomationDialog({ program, automation, onClose, onSaved }: AutomationDialogProps) {
  const [draft, setDraft] = useState(() => automationDraft(automation, Intl.DateTimeFormat().resolvedOptions().timeZone));
  const [badJson, setBadJson] = useState(false);
  const saving = useSaving({ onClose, onSaved });
  const errors: Fields['errors'] = { ...saving.failure?.fields, ...(badJson ? { 'event.data': 'Must be a JSON object.' } : {}) };
  const fields: Fields = { draft, errors, edit: (changes) => setDraft({ ...draft, ...changes }) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const data = payloadOf(draft);
    setBadJson(data === null);
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
        {saving.failure && Object.keys(errors).length === 0 && <FailureNote failure={saving.failure} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" pending={saving.pending}>
            {automation ? 'Save changes' : 'Create automation'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** A trigger that stays as it is is not sent, so that a time that is over does not stand in the way of other changes. */
function changedTrigger(draft: AutomationDraft, { trigger }: Automation) {
  const sent = triggerOf(draft);
  const same =
    (sent.cron_expression ?? null) === trigger.cron_expression &&
    sent.timezone === trigger.timezone &&
    draft.run_at === toLocalInput(trigger.run_at);
  return same ? {} : { trigger: sent };
}

function TriggerFields({ draft, edit, errors, fixed }: Fields & { fixed: boolean }) {
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Runs" required hint={TRIGGER_WORDS[draft.type].hint} error={errors['trigger.type']}>
          <Select
            disabled={fixed}
            options={TRIGGER_TYPES.map((value) => ({ value, label: TRIGGER_WORDS[value].label }))}
            value={draft.type}
            onChange={(type) =>
              edit({
                type,
                scope: type === 'PARTICIPANT_STATE' ? 'PARTICIPANTS' : draft.scope,
                cron_expression: type === 'CRON' ? draft.cron_expression || '0 9 1 * *' : '',
              })
            }
          />
        </Field>
        {schedules(draft.type) && (
          <>
            <Field
              label={draft.type === 'CRON' ? 'Cron expression' : 'Judge everybody at'}
              required={draft.type === 'CRON'}
              hint="Minute, hour, day, month, weekday."
              error={errors['trigger.cron_expression']}
            >
              <Input
                className="font-mono"
                value={draft.cron_expression}
                onChange={(event) => edit({ cron_expression: event.target.value })}
              />
            </Field>
            <Field label="Time zone" required error={errors['trigger.timezone']}>
              <Input value={draft.timezone} onChange={(event) => edit({ timezone: event.target.value })} />
            </Field>
          </>
        )}
        {draft.type === 'ONE_TIME' && (
          <Field label="At" required error={errors['trigger.run_at']}>
            <Input type="datetime-local" value={draft.run_at} onChange={(event) => edit({ run_at: event.target.value })} />
          </Field>
        )}
      </div>
      {schedules(draft.type) && <SchedulePreview cron_expression={draft.cron_expression} timezone={draft.timezone} />}
    </div>
  );
}

function AudienceFields({ draft, edit, errors, fixed }: Fields & { fixed: boolean }) {
  return (
    <>
      <Field label="Makes" required hint={SCOPE_WORDS[draft.scope].hint} error={errors.scope}>
        <Select
          disabled={fixed || draft.type === 'PARTICIPANT_STATE'}
          options={AUTOMATION_SCOPES.map((value) => ({ value, label: SCOPE_WORDS[value].label }))}
          value={draft.scope}
          onChange={(scope) => edit({ scope })}
        />
      </Field>
      {draft.scope === 'PARTICIPANTS' && (
        <Field
          label="Only for participants for whom"
          required={draft.type === 'PARTICIPANT_STATE'}
          hint="CEL over participant, groups, program and now, such as participant.counters.visits >= 10.0"
          error={errors.participant_filter}
        >
          <Textarea
            className="min-h-12 font-mono"
            value={draft.participant_filter}
            onChange={(event) => edit({ participant_filter: event.target.value })}
          />
        </Field>
      )}
      <Field label="Only while" hint="CEL over program and now, asked once for each run." error={errors.guard_condition}>
        <Textarea
          className="min-h-12 font-mono"
          value={draft.guard_condition}
          onChange={(event) => edit({ guard_condition: event.target.value })}
        />
      </Field>
    </>
  );
}

function EventFields({ draft, edit, errors }: Fields) {
  const inData = Object.entries(errors).find(([field]) => field.startsWith('event.data'));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Event name" required hint="The type of the event; rules answer it." error={errors['event.type']}>
        <Input className="font-mono" value={draft.event_type} onChange={(event) => edit({ event_type: event.target.value })} />
      </Field>
      <Field label="Event data" hint="JSON whose texts may hold {{ }} templates." error={inData?.[1]}>
        <Textarea className="font-mono" value={draft.event_data} onChange={(event) => edit({ event_data: event.target.value })} />
      </Field>
    </div>
  );
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
