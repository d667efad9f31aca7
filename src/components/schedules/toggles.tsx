/** Several of a few values, as buttons that stay pressed. One always is: the last cannot be released. */
'use client';
import { cn } from '@/components/ui/cn';

interface TogglesProps<Value> {
  label: string;
  options: readonly { readonly value: Value; readonly text: string; readonly name: string }[];
  values: readonly Value[];
  /** The pressed values, in the order of the options. */
  onChange: (values: Value[]) => void;
  className?: string;
}

export function Toggles<Value extends string | number>({ label, options, values, onChange, className }: TogglesProps<Value>) {
  const flipped = (value: Value): Value[] =>
    options.map((option) => option.value).filter((other) => (other === value ? !values.includes(value) : values.includes(other)));
  return (
    <div role="group" aria-label={label} className={cn('flex flex-wrap gap-1', className)}>
      {options.map(({ value, text, name }) => {
        const pressed = values.includes(value);
        const only = pressed && values.length === 1;
        return (
          <button
            key={value}
            type="button"
            aria-pressed={pressed}
            aria-label={name}
            aria-disabled={only || undefined}
            title={only ? 'One has to stay chosen.' : undefined}
            onClick={() => !only && onChange(flipped(value))}
            className={cn(
              'rounded-control h-8 min-w-8 border px-2 text-xs font-medium tabular-nums',
              pressed ? 'border-accent bg-accent text-accent-ink' : 'border-line-strong bg-surface text-ink hover:bg-sunken',
            )}
          >
            {text}
          </button>
        );
      })}
    </div>
  );
}
