/** The fields of a referral program: which events of a friend qualify, how many friends count, and when they can be brought. */
'use client';
import { CheckedCondition } from '@/components/challenges/checked-condition';
import { useTimeZoneOf } from '@/components/programs/program-names';
import { WindowFields } from '@/components/schedules/window-fields';
import { Chip } from '@/components/ui/chip';
import { Field, FieldFault } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { ReferralProgramDraft } from './referral-program-draft';

interface ReferralProgramFields {
  readonly programId: string;
  readonly draft: ReferralProgramDraft;
  readonly edit: (changes: Partial<ReferralProgramDraft>) => void;
  /** The API's errors from the last save. */
  readonly errors: Readonly<Record<string, string>>;
}

export function QualifyingFields({ draft, edit, errors, programId }: ReferralProgramFields) {
  const faulty = Object.keys(errors).find((field) => field.startsWith('qualifies.event_types'));
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="A friend qualifies with the event"
          hint="As events have it in “type”; several with commas between them, any event when empty."
          error={faulty === undefined ? undefined : errors[faulty]}
        >
          <Input value={draft.event_types} onChange={({ target }) => edit({ event_types: target.value })} />
        </Field>
        <Field label="Within days" hint="After they were brought; at any time when empty." error={errors['qualifies.within_days']}>
          <Input inputMode="numeric" value={draft.within_days} onChange={({ target }) => edit({ within_days: target.value })} />
        </Field>
      </div>
      <CheckedCondition
        programId={programId}
        label="Only if"
        example="event.amount >= 20"
        at="qualifies.condition"
        error={errors['qualifies.condition']}
        value={draft.condition}
        onChange={(condition) => edit({ condition })}
      />
    </>
  );
}

const OFFERED_STEPS = [1, 2, 3, 5, 10, 15, 20, 25, 50, 100];

export function CountFields({ draft, edit, errors }: ReferralProgramFields) {
  const { steps } = draft;
  const offered = [...new Set([...OFFERED_STEPS, ...steps])].sort((a, b) => a - b);
  const toggle = (step: number) =>
    edit({ steps: (steps.includes(step) ? steps.filter((one) => one !== step) : [...steps, step]).sort((a, b) => a - b) });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Friends who count for one"
          hint="Further ones qualify without counting; no limit when empty."
          error={errors.max_per_referrer}
        >
          <Input inputMode="numeric" value={draft.max_per_referrer} onChange={({ target }) => edit({ max_per_referrer: target.value })} />
        </Field>
        <Field label="Codes begin with" hint="Letters and digits; the rest is random, without look-alikes." error={errors.code_prefix}>
          <Input value={draft.code_prefix} onChange={({ target }) => edit({ code_prefix: target.value })} />
        </Field>
      </div>
      <fieldset className="flex flex-col gap-1">
        <legend className="text-ink-soft mb-1 text-xs font-medium">Steps</legend>
        <div className="flex flex-wrap gap-1.5">
          {offered.map((step) => (
            <Chip key={step} checked={steps.includes(step)} onChange={() => toggle(step)}>
              {step === 1 ? '1 friend' : `${step} friends`}
            </Chip>
          ))}
        </div>
        <p className="text-ink-faint text-xs">
          With so many friends, the event for rules has this number as its step, so that they can give more.
        </p>
        {errors.steps && <FieldFault>{errors.steps}</FieldFault>}
      </fieldset>
    </>
  );
}

export function TimeFields({ draft, edit, errors, programId }: ReferralProgramFields) {
  const timeZone = useTimeZoneOf(programId);
  if (timeZone === undefined) return null;
  const bound = (field: 'active_from' | 'active_to', label: string) => ({
    label,
    value: draft[field],
    error: errors[field],
    onChange: (instant: string) => edit({ [field]: instant }),
  });
  return (
    <div className="flex flex-col gap-2">
      <WindowFields timeZone={timeZone} from={bound('active_from', 'Friends from')} to={bound('active_to', 'Friends to')} />
      <p className="text-ink-soft text-xs">
        When friends can be brought, in the program’s time zone, {timeZone}. Who was brought in time can qualify later.
      </p>
    </div>
  );
}
