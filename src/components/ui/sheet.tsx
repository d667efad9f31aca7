/** A panel beside its list: the list stays visible and usable, Escape closes the panel. */
'use client';
import { Maximize2, X } from 'lucide-react';
import Link from 'next/link';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button';
import { useFocusReturn } from './focus-return';

interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** The detail's own page. */
  href?: string;
  children: ReactNode;
}

export function Sheet({ open, onClose, title, href, children }: SheetProps) {
  const focusReturn = useFocusReturn();
  return (
    <Primitive.Root open={open} onOpenChange={(next) => !next && onClose()} modal={false}>
      <Primitive.Portal>
        <Primitive.Content
          aria-describedby=""
          onInteractOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={focusReturn.onCloseAutoFocus}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            focusReturn.onOpenAutoFocus();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
          tabIndex={-1}
          className="border-line bg-surface enter-slide fixed top-(--bar) right-0 bottom-0 z-30 flex w-full flex-col border-l shadow-xl outline-none sm:w-[min(40rem,85vw)]"
        >
          <header className="border-line flex h-14 shrink-0 items-center justify-between gap-4 border-b px-4">
            <Primitive.Title className="truncate text-base font-semibold">{title}</Primitive.Title>
            <div className="flex gap-1">
              {href && (
                <Button asChild variant="quiet" size="icon">
                  <Link href={href} aria-label="Open on its own page">
                    <Maximize2 aria-hidden />
                  </Link>
                </Button>
              )}
              <Primitive.Close asChild>
                <Button variant="quiet" size="icon" aria-label="Close">
                  <X aria-hidden />
                </Button>
              </Primitive.Close>
            </div>
          </header>
          <div className="flex-1 overflow-y-auto p-4">{children}</div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
