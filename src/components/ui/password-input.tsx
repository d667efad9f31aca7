/** A password input that can show its text and warns when caps lock is on. */
'use client';
import { Eye, EyeOff } from 'lucide-react';
import { useId, useState, type ComponentProps, type KeyboardEvent } from 'react';
import { cn } from './cn';
import { Input } from './input';

export function PasswordInput({ className, 'aria-describedby': describedBy, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const Icon = shown ? EyeOff : Eye;
  return (
    <div>
      <div className="relative">
        <Input
          {...rest}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          onKeyDown={watch}
          onKeyUp={watch}
          onBlur={() => setCapsLock(false)}
          aria-describedby={[describedBy, capsLock ? id : null].filter(Boolean).join(' ') || undefined}
          className={cn('pr-10', className)}
        />
        <button
          type="button"
          aria-label={shown ? 'Hide what is typed' : 'Show what is typed'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="text-ink-faint hover:text-ink rounded-control absolute inset-y-0 right-0 flex w-9 items-center justify-center"
        >
          <Icon className="size-4" aria-hidden />
        </button>
      </div>
      <p id={id} role="status" className={cn('text-warning text-xs', capsLock && 'mt-1')}>
        {capsLock && 'Caps lock is on.'}
      </p>
    </div>
  );
}
