/** The fields of a goal: which events count, and how much of them is wanted. */
'use client';
import { Plus, X } from 'lucide-react';
import { namesIn } from '@/domain/fields';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { emptyStep, type ChallengeDraft, type MatchDraft, type StepDraft } from './challenge-draft';
import { CheckedCondition } from './checked-condition';
import { GOAL_WORDS } from './words';

export interface ChallengeFields {
  readonly programId: string;
  readonly draft: ChallengeDraft;
  readonly edit: (changes: Partial<ChallengeDraft>) => void;
  /** The API's errors from the last save. */
  readonly errors: Readonly<Record<string, string>>;
}

type TextField = 'target' | 'value' | 'min_per_unit' | 'grace';

const TARGETS: Readonly<Record<Exclude<ChallengeDraft['goal'], 'STEPS'>, string>> = {
  COUNT: 'How many events',
  SUM: 'How much in all',
  DISTINCT: 'How many different values',
  STREAK: 'How many in a row',
};

const VALUES = {
  SUM: { label: 'Field that adds up', hint: 'A field of the event, such as amount.' },
  DISTINCT: { label: 'Field whose values are told apart', hint: 'A field of the event, such as store.' },
} as const;

const UNITS = [
  { value: 'DAY', label: 'Days' },
  { value: 'WEEK', label: 'Weeks from Monday' },
] as const;

export function GoalFields(fields: ChallengeFields) {
  const { draft, edit, errors, programId } = fields;
  const { goal } = draft;
  const input = (field: TextField, label: string, hint?: string) => (
    <Field label={label} required hint={hint} error={errors[`goal.${field}`]}>
      <Input
        inputMode={field === 'value' ? 'text' : 'decimal'}
        value={draft[field]}
        onChange={({ target }) => edit({ [field]: target.value })}
      />
    </Field>
  );
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Goal" required hint={`${GOAL_WORDS[goal].label}, ${GOAL_WORDS[goal].about}.`} error={errors.goal}>
          <Select
            options={namesIn(GOAL_WORDS).map((value) => ({ value, ...GOAL_WORDS[value] }))}
            value={goal}
            onChange={(next) => edit({ goal: next })}
          />
        </Field>
        {goal !== 'STEPS' && input('target', TARGETS[goal])}
        {(goal === 'SUM' || goal === 'DISTINCT') && input('value', VALUES[goal].label, VALUES[goal].hint)}
        {goal === 'STREAK' && (
          <>
            <Field label="Of" required hint="On the clocks of the participant, by their attribute “timezone”." error={errors['goal.unit']}>
              <Select options={UNITS} value={draft.unit} onChange={(unit) => edit({ unit })} />
            </Field>
            {input('min_per_unit', 'Events in each')}
            {input('grace', 'Can be missed', 'Between the first and the last.')}
          </>
        )}
      </div>
      {goal === 'STEPS' ? (
        <Steps {...fields} />
      ) : (
        <MatchFields programId={programId} match={draft} at="goal.match" errors={errors} onChange={edit} />
      )}
    </>
  );
}

interface MatchFieldsProps {
  programId: string;
  match: MatchDraft;
  /** Where it is in the challenge, as the API names it. */
  at: string;
  errors: Readonly<Record<string, string>>;
  onChange: (changes: Partial<MatchDraft>) => void;
}

export function MatchFields({ programId, match, at, errors, onChange }: MatchFieldsProps) {
  const faulty = Object.keys(errors).find((field) => field.startsWith(`${at}.event_types`));
  return (
    <>
      <Field
        label="Type of event"
        required
        hint="As events have it in “type”; several with commas between them."
        error={faulty === undefined ? undefined : errors[faulty]}
      >
        <Input value={match.event_types} onChange={({ target }) => onChange({ event_types: target.value })} />
      </Field>
      <CheckedCondition
        programId={programId}
        label="Only if"
        example="event.amount >= 5"
        at={`${at}.condition`}
        error={errors[`${at}.condition`]}
        value={match.condition}
        onChange={(condition) => onChange({ condition })}
      />
    </>
  );
}

function Steps({ draft: { steps }, edit, errors, programId }: ChallengeFields) {
  const change = (place: number, changes: Partial<StepDraft>) =>
    edit({ steps: steps.map((step, at) => (at === place ? { ...step, ...changes } : step)) });
  const add = () => {
    const free = steps.reduce((most, { key }) => Math.max(most, Number(/^step-(\d+)$/.exec(key)?.[1] ?? 0)), steps.length) + 1;
    edit({ steps: [...steps, emptyStep(free)] });
  };
  return (
    <div className="flex flex-col gap-4">
      {steps.map((step, place) => (
        <fieldset key={step.key} className="panel flex min-w-0 flex-col gap-3 p-3">
          <legend className="px-1 font-medium">Step {place + 1}</legend>
          <div className="grid gap-4 sm:grid-cols-[minmax(0,3fr)_minmax(0,1fr)_auto] sm:items-start">
            <Field label="Name" required error={errors[`goal.steps[${place}].name`]}>
              <Input value={step.name} onChange={({ target }) => change(place, { name: target.value })} />
            </Field>
            <Field label="Events" required error={errors[`goal.steps[${place}].target`]}>
              <Input inputMode="numeric" value={step.target} onChange={({ target }) => change(place, { target: target.value })} />
            </Field>
            {steps.length > 1 && (
              <Button
                variant="quiet"
                className="sm:mt-5"
                aria-label={`Remove step ${place + 1}`}
                onClick={() => edit({ steps: steps.filter((_, at) => at !== place) })}
              >
                <X aria-hidden />
              </Button>
            )}
          </div>
          <MatchFields
            programId={programId}
            match={step}
            at={`goal.steps[${place}].match`}
            errors={errors}
            onChange={(changes) => change(place, changes)}
          />
        </fieldset>
      ))}
      <Button className="self-start" onClick={add}>
        <Plus aria-hidden /> Add a step
      </Button>
    </div>
  );
}
