/** A select for a few options: opens on click or arrow, typing jumps to an option. */
'use client';
import { Check, ChevronDown } from 'lucide-react';
import { Select as Primitive } from 'radix-ui';
import { cn } from './cn';
import { hasMovedOn } from './focus-return';

export interface Option<Value extends string = string> {
  value: Value;
  label: string;
  /** What it means, shown in the list only. */
  about?: string;
}

interface SelectProps<Value extends string> {
  options: readonly Option<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  id?: string;
  className?: string;
  disabled?: boolean;
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
  'aria-required'?: boolean;
}

export function Select<Value extends string>({ options, value, onChange, className, disabled, ...aria }: SelectProps<Value>) {
  return (
    // Its items are the options below.
    <Primitive.Root value={value} onValueChange={(next) => onChange(next as Value)} disabled={disabled}>
      <Primitive.Trigger
        {...aria}
        className={cn(
          'border-line-strong bg-surface text-ink rounded-control aria-invalid:border-danger disabled:bg-sunken data-placeholder:text-ink-faint inline-flex h-8 min-w-0 items-center justify-between gap-2 border px-2.5 text-left',
          className,
        )}
      >
        <span className="truncate">
          <Primitive.Value placeholder="Choose…" />
        </span>
        <Primitive.Icon>
          <ChevronDown className="text-ink-faint size-4" aria-hidden />
        </Primitive.Icon>
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={4}
          onCloseAutoFocus={(event) => hasMovedOn() && event.preventDefault()}
          className="panel enter-fade z-50 max-h-80 min-w-(--radix-select-trigger-width) overflow-hidden p-1 shadow-md"
        >
          <Primitive.Viewport>
            {options.map((option) => (
              <Primitive.Item
                key={option.value}
                value={option.value}
                className="data-highlighted:bg-sunken flex h-8 items-center justify-between gap-4 rounded-[4px] px-2 outline-none select-none"
              >
                <span>
                  <Primitive.ItemText>{option.label}</Primitive.ItemText>
                  {option.about && <span className="text-ink-soft">: {option.about}</span>}
                </span>
                <Primitive.ItemIndicator>
                  <Check className="text-accent size-4" aria-hidden />
                </Primitive.ItemIndicator>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
