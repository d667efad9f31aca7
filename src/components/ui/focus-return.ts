/** Returns focus, when a dialog closes, to the element that had it when the dialog opened, without knowing its trigger. */
'use client';
import { useRef } from 'react';

/** The focused element; in a menu, which closes before the dialog, the button that opened it. */
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
