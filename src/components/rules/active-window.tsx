/** Edits when a rule is active, in the viewer's time zone; the API takes instants. */
'use client';
import { Part } from '@/components/ui/detail';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { RuleFormDraft } from './rule-draft';

const MS_PER_MINUTE = 60_000;
/** The length of 2027-01-01T00:00:00, the format of the control. */
const LOCAL_LENGTH = 19;

/** An instant in the control's format, without its zone. */
function localOf(instant: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * MS_PER_MINUTE).toISOString().slice(0, LOCAL_LENGTH);
}

function instantOf(local: string): string {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

interface ActiveWindowProps {
  draft: RuleFormDraft;
  errors: Readonly<Record<string, string>>;
  onChange: (changes: Partial<RuleFormDraft>) => void;
}

export function ActiveWindow({ draft, errors, onChange }: ActiveWindowProps) {
  const control = (field: 'active_from' | 'active_to') => ({
    type: 'datetime-local',
    step: 1,
    value: localOf(draft[field]),
    onChange: (event: { target: { value: string } }) => onChange({ [field]: instantOf(event.target.value) }),
  });
  return (
    <Part title="While">
      <div className="panel grid gap-4 p-4 sm:grid-cols-2">
        <Field
          label="Active from"
          hint="Compared with the time at which an event happened; shown in your time zone."
          error={errors.active_from}
        >
          <Input {...control('active_from')} />
        </Field>
        <Field label="Active to" hint="The first moment at which the rule is no longer active." error={errors.active_to}>
          <Input {...control('active_to')} />
        </Field>
      </div>
    </Part>
  );
}
