/** Edits when a rule is active. */
'use client';
import { useTimeZoneOf } from '@/components/programs/program-names';
import { WindowFields } from '@/components/schedules/window-fields';
import { Part } from '@/components/ui/detail';
import { windowWords } from '@/domain/window-words';
import type { RuleFormDraft } from './rule-draft';

interface ActiveWindowProps {
  draft: RuleFormDraft;
  errors: Readonly<Record<string, string>>;
  onChange: (changes: Partial<RuleFormDraft>) => void;
}

export function ActiveWindow({ draft, errors, onChange }: ActiveWindowProps) {
  const timeZone = useTimeZoneOf(draft.program_id);
  const bound = (field: 'active_from' | 'active_to', label: string) => ({
    label,
    value: draft[field],
    error: errors[field],
    onChange: (instant: string) => onChange({ [field]: instant }),
  });
  const words = timeZone === undefined ? null : windowWords(new Date(draft.active_from), new Date(draft.active_to), timeZone);
  return (
    <Part title="While">
      <div className="panel flex flex-col gap-4 p-4">
        {timeZone !== undefined && (
          <WindowFields timeZone={timeZone} from={bound('active_from', 'Active from')} to={bound('active_to', 'Active to')} />
        )}
        <p className="text-ink-soft text-xs">
          {words} Compared with the time at which an event happened
          {timeZone === undefined ? '' : `; in the program’s time zone, ${timeZone}`}.
        </p>
      </div>
    </Part>
  );
}
