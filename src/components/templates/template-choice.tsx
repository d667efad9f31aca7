/** Offers the templates as a radio group, navigable with the arrow keys. */
import { useId } from 'react';
import { TEMPLATE_KEYS, TEMPLATES, type TemplateKey } from '@/contract/templates';
import { partsText } from '@/contract/templates/words';

export function TemplateChoice({ value, onChange }: { value: TemplateKey; onChange: (key: TemplateKey) => void }) {
  const name = useId();
  return (
    <fieldset>
      <legend className="text-ink-soft mb-1 text-xs font-medium">Template</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {TEMPLATE_KEYS.map((key) => (
          <label
            key={key}
            className="panel has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-accent flex cursor-pointer items-start gap-2 p-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              value={key}
              checked={value === key}
              onChange={() => onChange(key)}
              aria-label={TEMPLATES[key].title}
              aria-describedby={`${name}-${key}`}
              className="accent-accent mt-0.5 outline-none"
            />
            <span id={`${name}-${key}`} className="min-w-0">
              <span className="block font-medium">{TEMPLATES[key].title}</span>
              <span className="text-ink-soft mt-0.5 block text-xs">{TEMPLATES[key].audience}</span>
              <span className="text-ink-soft mt-1 block text-xs">{partsText(TEMPLATES[key])}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
