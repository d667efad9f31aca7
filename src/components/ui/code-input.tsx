/** An input for a six-digit code, which a phone or password manager can fill in. */
import type { ComponentProps } from 'react';
import { cn } from './cn';
import { Input } from './input';

export const CodeInput = ({ className, ...rest }: ComponentProps<'input'>) => (
  <Input
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    pattern="[0-9 ]*"
    maxLength={7}
    placeholder="000000"
    className={cn('font-mono tracking-widest tabular-nums', className)}
    {...rest}
  />
);
