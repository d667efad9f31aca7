/** Single keys as shortcuts: never while somebody types, never with a modifier, and not at all for whoever switched them off. */
'use client';
import { useSyncExternalStore } from 'react';

const STORED_AS = 'single-key-shortcuts';
const CHANGED = 'single-key-shortcuts-changed';
const TYPING =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="dialog"][aria-modal="true"], [role="menu"], [role="listbox"], [role="combobox"]';

const stored = (): boolean => localStorage.getItem(STORED_AS) !== 'off';

/** Kept in the browser, because it belongs to the keyboard and what listens to it there. */
export function setShortcuts(on: boolean): void {
  if (on) localStorage.removeItem(STORED_AS);
  else localStorage.setItem(STORED_AS, 'off');
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange);
  window.addEventListener('storage', onChange);
  return () => {
    window.removeEventListener(CHANGED, onChange);
    window.removeEventListener('storage', onChange);
  };
}

export const useShortcuts = (): boolean => useSyncExternalStore(subscribe, stored, () => true);

/** AltGr is how many keyboards write brackets; it says Ctrl and Alt as well. */
const isModified = (event: KeyboardEvent): boolean =>
  event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph'));

/** Whether a press is for the page: nobody types, nothing lies above the page, and no modifier makes it the browser's. */
export const isForPage = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !isModified(event) &&
  !(event.target as Element | null)?.closest(TYPING) &&
  document.querySelector('[role="dialog"][data-modal]') === null;

/** The same for letters and signs, which somebody may have switched off. */
export const isShortcut = (event: KeyboardEvent): boolean => stored() && isForPage(event);

export const PRESSED_BY = { new: 'n c', previous: '[', next: ']' } as const;
export type PressedBy = keyof typeof PRESSED_BY;

/** What a button needs for a shortcut to press it. */
export const presses = (by: PressedBy) => ({ 'data-pressed-by': by, 'aria-keyshortcuts': PRESSED_BY[by] });

/** Presses the first such button of the page. @returns whether there was one. */
export function press(by: PressedBy): boolean {
  const button = document.querySelector<HTMLElement>(`#content [data-pressed-by="${by}"]:not(:disabled)`);
  button?.click();
  return button !== null;
}
