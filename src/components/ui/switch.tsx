/** On or off, with its label beside it. */
'use client';
import { Switch as Primitive } from 'radix-ui';
import { useId, type ReactNode } from 'react';

export function Switch({
  label,
  hint,
  checked,
  onChange,
}: {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <Primitive.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        className="bg-line-strong data-[state=checked]:bg-accent mt-0.5 h-5 w-9 shrink-0 rounded-full p-0.5 transition-colors"
      >
        <Primitive.Thumb className="bg-surface block size-4 rounded-full transition-transform data-[state=checked]:translate-x-4" />
      </Primitive.Root>
      <label htmlFor={id} className="min-w-0">
        <span className="font-medium">{label}</span>
        {hint && <span className="text-ink-faint block text-xs">{hint}</span>}
      </label>
    </div>
  );
}
