/** Chooses the programs an assistant may read: all of an organization, or selected ones. */
'use client';
import { Switch } from '@/components/ui/switch';

export type ChosenPrograms = 'ALL' | readonly string[];

interface ProgramChoiceProps {
  programs: readonly { id: string; name: string }[];
  chosen: ChosenPrograms;
  onChange: (chosen: ChosenPrograms) => void;
}

export function ProgramChoice({ programs, chosen, onChange }: ProgramChoiceProps) {
  const ticked = chosen === 'ALL' ? [] : chosen;
  const toggle = (id: string) => onChange(ticked.includes(id) ? ticked.filter((other) => other !== id) : [...ticked, id]);
  if (programs.length === 0) return null;
  return (
    <div className="flex flex-col gap-2" role="group" aria-label="Programs">
      <Switch
        label="All programs"
        hint={chosen === 'ALL' ? 'Including programs created later.' : 'Only the programs that you select.'}
        checked={chosen === 'ALL'}
        onChange={(all) => onChange(all ? 'ALL' : [])}
      />
      {chosen !== 'ALL' && (
        <div className="panel max-h-56 overflow-y-auto p-1">
          {programs.map((program) => (
            <label key={program.id} className="hover:bg-sunken flex items-start gap-2 rounded-[4px] px-2 py-1.5">
              <input
                type="checkbox"
                className="accent-accent mt-1"
                checked={ticked.includes(program.id)}
                onChange={() => toggle(program.id)}
              />
              <span className="min-w-0 break-words">{program.name}</span>
            </label>
          ))}
        </div>
      )}
    </div>
  );
}
