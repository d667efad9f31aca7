/** A modal dialog: focus starts where it is answered, or read; Escape and the cross close it and return the focus. */
'use client';
import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button';
import { cn } from './cn';
import { useFocusReturn } from './focus-return';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** For forms with a side panel. */
  wide?: boolean;
  children?: ReactNode;
}

const FIELD = ':is(input, textarea, button[role="combobox"], button[role="switch"], [contenteditable="true"])';
const NOT_ASKED = ':disabled, [type="hidden"], [aria-hidden="true"], [type="radio"]:not(:checked)';

/**
 * Where focus starts: in the first field, or else on the button that leads back, so that no key confirms by accident; in one that only
 * shows something, on the whole of it.
 */
function beginning(dialog: HTMLElement): HTMLElement {
  return (
    dialog.querySelector<HTMLElement>(`${FIELD}:not(${NOT_ASKED})`) ??
    dialog.querySelector<HTMLElement>('[data-dialog-actions] button') ??
    dialog
  );
}

function begin(event: Event): void {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  const first = beginning(event.currentTarget);
  event.preventDefault();
  first.focus();
  if (first instanceof HTMLInputElement) first.select();
}

export function Dialog({ open, onOpenChange, title, description, wide = false, children }: DialogProps) {
  const focusReturn = useFocusReturn();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="enter-fade fixed inset-0 z-40 bg-black/40" />
        <Primitive.Content
          onCloseAutoFocus={focusReturn.onCloseAutoFocus}
          onOpenAutoFocus={(event) => {
            focusReturn.onOpenAutoFocus();
            begin(event);
          }}
          data-modal=""
          aria-describedby={description ? undefined : ''}
          className={cn(
            'panel enter-fade fixed top-[12vh] outline-none left-1/2 z-50 flex max-h-[80vh] -translate-x-1/2 flex-col shadow-xl',
            wide ? 'w-[min(56rem,calc(100vw-2rem))]' : 'w-[min(32rem,calc(100vw-2rem))]',
          )}
        >
          <header className="border-line flex items-start justify-between gap-4 border-b px-4 py-3">
            <div className="min-w-0">
              <Primitive.Title className="text-base font-semibold">{title}</Primitive.Title>
              {description && <Primitive.Description className="text-ink-soft mt-1">{description}</Primitive.Description>}
            </div>
            <Primitive.Close asChild>
              <Button variant="quiet" size="icon" aria-label="Close">
                <X aria-hidden />
              </Button>
            </Primitive.Close>
          </header>
          <div className="overflow-y-auto scroll-pt-8 p-4 has-[[data-dialog-actions]]:scroll-pb-20 has-[[data-dialog-actions]]:pb-0 has-[[data-dialog-actions]:only-child]:pt-0">
            {children}
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** The dialog's buttons, at its end; they stay in view while the rest scrolls, and follow the header directly where there is no rest. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div
    data-dialog-actions
    className="bg-surface border-line sticky bottom-0 -mx-4 mt-4 only:mt-0 only:border-t-0 flex flex-wrap justify-end gap-2 rounded-b-[7px] border-t px-4 py-3"
  >
    {children}
  </div>
);
