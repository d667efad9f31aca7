/** The form fields for when an automation runs and for whom. */
'use client';
import { AUTOMATION_SCOPES, TRIGGER_TYPES } from '@/domain/automations/machine';
import { ConditionField } from '@/components/rules/blocks/condition-field';
import { SchedulePicker } from '@/components/schedules/schedule-picker';
import { SchedulePreview } from '@/components/schedules/schedule-preview';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { TimeZoneInput } from '@/components/ui/time-zone-input';
import { schedules, type AutomationDraft } from './automation-draft';
import { SCOPE_WORDS, TRIGGER_WORDS } from './automation-words';

export interface Fields {
  readonly draft: AutomationDraft;
  readonly edit: (changes: Partial<AutomationDraft>) => void;
  /** The API's errors from the last save. */
  readonly errors: Readonly<Record<string, string>>;
}

/** What an expression can read about one participant, and about the program alone. */
export const PARTICIPANT_ROOTS = ['participant', 'groups', 'program', 'now'] as const;
export const PROGRAM_ROOTS = ['program', 'now'] as const;

export function TriggerFields({ draft, edit, errors, fixed }: Fields & { fixed: boolean }) {
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
          <Field label="Time zone" required error={errors['trigger.timezone']}>
            <TimeZoneInput value={draft.timezone} onChange={(timezone) => edit({ timezone })} />
          </Field>
        )}
        {draft.type === 'ONE_TIME' && (
          <Field
            label="At"
            required
            error={errors['trigger.run_at'] && draft.run_at === '' ? 'Choose a date and time.' : errors['trigger.run_at']}
          >
            <Input type="datetime-local" value={draft.run_at} onChange={(event) => edit({ run_at: event.target.value })} />
          </Field>
        )}
      </div>
      {schedules(draft.type) && (
        <>
          <SchedulePicker
            key={draft.type}
            label={draft.type === 'CRON' ? 'Repeats' : 'Evaluates everyone'}
            never={draft.type === 'CRON' ? undefined : 'Never, only whose state changes'}
            value={draft.cron_expression}
            error={errors['trigger.cron_expression']}
            onChange={(cron_expression) => edit({ cron_expression })}
          />
          <SchedulePreview cron={draft.cron_expression} timezone={draft.timezone} />
        </>
      )}
    </div>
  );
}

export function AudienceFields({ draft, edit, errors, fixed }: Fields & { fixed: boolean }) {
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
        <ConditionField
          label="Only for participants for whom"
          required={draft.type === 'PARTICIPANT_STATE'}
          hint="A CEL expression over participant, groups, program and now."
          example="participant.counters.visits >= 10.0"
          at="participant_filter"
          error={errors.participant_filter}
          roots={PARTICIPANT_ROOTS}
          value={draft.participant_filter}
          onChange={(participant_filter) => edit({ participant_filter })}
        />
      )}
      <ConditionField
        label="Only while"
        hint="A CEL expression over program and now, evaluated once for each run."
        example={'"open" in program.tags'}
        at="guard_condition"
        error={errors.guard_condition}
        roots={PROGRAM_ROOTS}
        value={draft.guard_condition}
        onChange={(guard_condition) => edit({ guard_condition })}
      />
    </>
  );
}
