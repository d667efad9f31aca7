/**
 * Returns focus, when a dialog closes, to the element that had it when the dialog opened, without knowing its trigger. Whoever has moved on
 * by then keeps the focus there, since the next key would act on the wrong element.
 */
'use client';
import { useRef } from 'react';

/** The focused element; in a menu, which closes before the dialog, the button that opened it. */
function focused(): HTMLElement | null {
  const element = document.activeElement;
  const opener = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const found = opener ? document.getElementById(opener) : element;
  return found instanceof HTMLElement ? found : null;
}

/** Whether the user has moved to another element, as on a slow machine: focus returns a moment after what had it is gone. */
export function hasMovedOn(): boolean {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && activeElement.tabIndex >= 0;
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
      if (!hasMovedOn()) before.current?.focus();
    },
  };
}
