/** The terms of a challenge besides its goal: when and how often, the parts on the way, the badge, and what takes progress back. */
'use client';
import { BADGE_ICONS, CHALLENGE_PERIODS } from '@/domain/challenges/goal';
import { namesIn } from '@/domain/fields';
import { useTimeZoneOf } from '@/components/programs/program-names';
import { WindowFields } from '@/components/schedules/window-fields';
import { Chip } from '@/components/ui/chip';
import { cn } from '@/components/ui/cn';
import { Field, FieldFault } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { BadgeIcon } from './badge-icon';
import { MatchFields, type ChallengeFields } from './goal-fields';
import { PERIOD_WORDS, REPEAT_WORDS } from './words';

export function TimeFields({ draft, edit, errors, programId }: ChallengeFields) {
  const timeZone = useTimeZoneOf(programId);
  const bound = (field: 'starts_at' | 'ends_at', label: string) => ({
    label,
    value: draft[field],
    error: errors[field],
    onChange: (instant: string) => edit({ [field]: instant }),
  });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Begins anew" required error={errors.period}>
          <Select
            options={CHALLENGE_PERIODS.map((value) => ({ value, label: PERIOD_WORDS[value] }))}
            value={draft.period}
            onChange={(period) => edit({ period })}
          />
        </Field>
        <Field label="Can be completed" required error={errors.repeat}>
          <Select
            options={namesIn(REPEAT_WORDS).map((value) => ({ value, label: REPEAT_WORDS[value] }))}
            value={draft.repeats}
            onChange={(repeats) => edit({ repeats })}
          />
        </Field>
        {draft.repeats === 'LIMITED' && (
          <Field label="Times" required error={errors['repeat.max']}>
            <Input inputMode="numeric" value={draft.max} onChange={({ target }) => edit({ max: target.value })} />
          </Field>
        )}
      </div>
      {timeZone !== undefined && (
        <div className="flex flex-col gap-2">
          <WindowFields timeZone={timeZone} from={bound('starts_at', 'Events count from')} to={bound('ends_at', 'Events count to')} />
          <p className="text-ink-soft text-xs">In the program’s time zone, {timeZone}; by the time at which an event happened.</p>
        </div>
      )}
    </>
  );
}

const OFFERED_PARTS = [10, 20, 25, 30, 40, 50, 60, 70, 75, 80, 90];

export function PartFields({ draft: { parts }, edit, errors }: ChallengeFields) {
  const offered = [...new Set([...OFFERED_PARTS, ...parts])].sort((a, b) => a - b);
  const toggle = (part: number) =>
    edit({ parts: (parts.includes(part) ? parts.filter((one) => one !== part) : [...parts, part]).sort((a, b) => a - b) });
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="text-ink-soft mb-1 text-xs font-medium">Announce on the way</legend>
      <div className="flex flex-wrap gap-1.5">
        {offered.map((part) => (
          <Chip key={part} checked={parts.includes(part)} onChange={() => toggle(part)}>
            {part} %
          </Chip>
        ))}
        <Chip checked disabled onChange={() => undefined}>
          100 %
        </Chip>
      </div>
      <p className="text-ink-faint text-xs">Each tells rules and webhooks once, so that they can congratulate or give something.</p>
      {errors.parts && <FieldFault>{errors.parts}</FieldFault>}
    </fieldset>
  );
}

export function BadgeFields({ draft, edit, errors }: ChallengeFields) {
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label="It has a badge"
        hint="Participants have it once they have completed the challenge."
        checked={draft.hasBadge}
        onChange={(hasBadge) => edit({ hasBadge })}
      />
      {draft.hasBadge && (
        <>
          <Field label="Name of the badge" required error={errors['badge.name']}>
            <Input value={draft.badge_name} onChange={({ target }) => edit({ badge_name: target.value })} />
          </Field>
          <fieldset className="flex flex-wrap gap-1.5">
            <legend className="text-ink-soft mb-1 text-xs font-medium">Icon</legend>
            {BADGE_ICONS.map((icon) => (
              <label
                key={icon}
                title={icon}
                className={cn(
                  'rounded-control has-focus-visible:outline-accent inline-flex size-9 cursor-pointer items-center justify-center border has-focus-visible:outline-2',
                  draft.icon === icon ? 'border-accent bg-accent-soft text-ink' : 'border-line-strong text-ink-soft',
                )}
              >
                <input
                  type="radio"
                  className="sr-only"
                  name="badge-icon"
                  aria-label={icon}
                  checked={draft.icon === icon}
                  onChange={() => edit({ icon })}
                />
                <BadgeIcon icon={icon} className="size-5" />
              </label>
            ))}
          </fieldset>
        </>
      )}
    </div>
  );
}

export function TakeBackFields(fields: ChallengeFields) {
  const { draft, edit, errors, programId } = fields;
  const text = (field: 'back_reference' | 'original_reference' | 'back_amount', at: string, label: string, hint: string) => (
    <Field label={label} required={field !== 'back_amount'} hint={hint} error={errors[at]}>
      <Input value={draft[field]} onChange={({ target }) => edit({ [field]: target.value })} />
    </Field>
  );
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label="Some events take progress back"
        hint="Such as refunds, which take back what their orders counted."
        checked={draft.takesBack}
        onChange={(takesBack) => edit({ takesBack })}
      />
      {draft.takesBack && (
        <>
          <MatchFields
            programId={programId}
            match={{ event_types: draft.back_types, condition: draft.back_condition }}
            at="take_back.match"
            errors={errors}
            onChange={({ event_types, condition }) =>
              edit({
                ...(event_types === undefined ? {} : { back_types: event_types }),
                ...(condition === undefined ? {} : { back_condition: condition }),
              })
            }
          />
          <div className="grid gap-4 sm:grid-cols-3">
            {text(
              'original_reference',
              'take_back.original_reference',
              'Field that names the order',
              'In the event that counts, such as order_id.',
            )}
            {text('back_reference', 'take_back.reference', 'Field that names it again', 'In the event that takes back.')}
            {draft.goal === 'SUM' && text('back_amount', 'take_back.amount', 'Field with the amount', 'All of the order when empty.')}
          </div>
        </>
      )}
    </div>
  );
}
