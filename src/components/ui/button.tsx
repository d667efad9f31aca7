/**
 * The one button: its variant says how much depends on it. A pending button keeps its size and refuses a second press,
 * and one pressed before hydration acts afterwards, so that no press is lost.
 */
'use client';
import { cva, type VariantProps } from 'class-variance-authority';
import { LoaderCircle } from 'lucide-react';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn';
import { useHydrated } from './use-hydrated';

const styles = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-control border font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'border-transparent bg-accent text-accent-ink hover:bg-accent/90',
        secondary: 'border-line-strong bg-surface text-ink hover:bg-sunken',
        quiet: 'border-transparent bg-transparent text-ink-soft hover:bg-sunken hover:text-ink',
        danger: 'border-transparent bg-danger text-danger-ink hover:bg-danger/90',
      },
      size: { small: 'h-7 px-2 text-xs', medium: 'h-8 px-3 text-sm', large: 'h-10 px-4 text-sm', icon: 'size-8' },
    },
    defaultVariants: { variant: 'secondary', size: 'medium' },
  },
);

interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof styles> {
  /** Styles its single child (a link) as a button. */
  asChild?: boolean;
  pending?: boolean;
}

export function Button({
  className,
  variant,
  size,
  asChild = false,
  pending = false,
  disabled,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const listening = useHydrated();
  const classes = cn(styles({ variant, size }), !listening && !disabled && 'disabled:opacity-100', className);
  if (asChild)
    return (
      <Slot.Root className={classes} {...rest}>
        {children}
      </Slot.Root>
    );
  return (
    <button type={type} className={classes} disabled={disabled || pending || !listening} aria-busy={pending || undefined} {...rest}>
      {pending && <LoaderCircle className="animate-spin" aria-hidden />}
      {children}
    </button>
  );
}
