/** A short menu of actions, below its button. */
'use client';
import { DropdownMenu as Primitive } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn';
import { hasMovedOn } from './focus-return';

export function DropdownMenu({ trigger, children, align = 'end' }: { trigger: ReactNode; children: ReactNode; align?: 'start' | 'end' }) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          sideOffset={4}
          onCloseAutoFocus={(event) => hasMovedOn() && event.preventDefault()}
          className="panel enter-fade z-50 min-w-48 p-1 shadow-md"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

export const MenuItem = ({ className, danger = false, ...rest }: ComponentProps<typeof Primitive.Item> & { danger?: boolean }) => (
  <Primitive.Item
    className={cn(
      'data-highlighted:bg-sunken flex min-h-8 items-center gap-2 rounded-[4px] px-2 outline-none select-none [&_svg]:size-4',
      danger && 'text-danger',
      className,
    )}
    {...rest}
  />
);

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <Primitive.Label className="text-ink-faint px-2 py-1.5 text-xs">{children}</Primitive.Label>
);

export const MenuSeparator = () => <Primitive.Separator className="bg-line my-1 h-px" />;
