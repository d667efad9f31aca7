/** A choice of several, side by side with others: on or off. */
import type { ReactNode } from 'react';
import { cn } from './cn';

interface ChipProps {
  checked: boolean;
  disabled?: boolean;
  onChange: () => void;
  children: ReactNode;
}

export const Chip = ({ checked, disabled = false, onChange, children }: ChipProps) => (
  <label
    className={cn(
      'rounded-control has-focus-visible:outline-accent inline-flex h-7 cursor-pointer items-center border px-2 text-xs font-medium tabular-nums has-focus-visible:outline-2',
      checked ? 'border-accent bg-accent-soft text-ink' : 'border-line-strong text-ink-soft',
      disabled && 'cursor-default',
    )}
  >
    <input type="checkbox" className="sr-only" checked={checked} disabled={disabled} onChange={onChange} />
    {children}
  </label>
);
