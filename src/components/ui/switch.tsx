/** A switch with its label beside it. */
'use client';
import { Switch as Primitive } from 'radix-ui';
import { useId, type ReactNode } from 'react';

interface SwitchProps {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <Primitive.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="bg-line-strong data-[state=checked]:bg-accent mt-0.5 h-5 w-9 shrink-0 rounded-full p-0.5 transition-colors"
      >
        <Primitive.Thumb className="bg-surface block size-4 rounded-full transition-transform data-[state=checked]:translate-x-4" />
      </Primitive.Root>
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-ink-faint text-xs">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
