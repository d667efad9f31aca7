/** Whatever had the focus when a dialog opened has it again when the dialog closes, although no trigger of the dialog is known. */
'use client';
import { useRef } from 'react';

/** What has the focus; in a menu, which closes before the dialog does, the button that opened it. */
function focused(): HTMLElement | null {
  const element = document.activeElement;
  const opener = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const found = opener ? document.getElementById(opener) : element;
  return found instanceof HTMLElement ? found : null;
}

/** Both handlers are for the content of a Radix dialog. */
export function useFocusReturn() {
  const before = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = focused();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      before.current?.focus();
    },
  };
}
