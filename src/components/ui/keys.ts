/** Single-key shortcuts: never while typing, never with a modifier, and not at all if switched off. */
'use client';
import { useSyncExternalStore } from 'react';

const STORED_AS = 'single-key-shortcuts';
const CHANGED = 'single-key-shortcuts-changed';
const TYPING =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="dialog"][aria-modal="true"], [role="menu"], [role="listbox"], [role="combobox"]';

const stored = (): boolean => localStorage.getItem(STORED_AS) !== 'off';

/** Kept in the browser, because it depends on the keyboard and assistive software there. */
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

/** Many keyboards type brackets with AltGr, which also reports Ctrl and Alt. */
const isModified = (event: KeyboardEvent): boolean =>
  event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph'));

/** Whether a key press is for the page: nobody is typing, no dialog is above it, and no modifier makes it the browser's. */
export const isForPage = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !isModified(event) &&
  !(event.target instanceof Element && event.target.closest(TYPING)) &&
  document.querySelector('[role="dialog"][data-modal]') === null;

/** The same for single letters and signs, which the user may have switched off. */
export const isShortcut = (event: KeyboardEvent): boolean => stored() && isForPage(event);

const PRESSED_BY = { new: 'n c', previous: '[', next: ']' } as const;
type PressedBy = keyof typeof PRESSED_BY;

/** The attributes that let a shortcut press a button. */
export const presses = (by: PressedBy) => ({ 'data-pressed-by': by, 'aria-keyshortcuts': PRESSED_BY[by] });

/** Presses the page's first such button. @returns whether there was one. */
export function press(by: PressedBy): boolean {
  const button = document.querySelector<HTMLElement>(`#content [data-pressed-by="${by}"]:not(:disabled)`);
  button?.click();
  return button !== null;
}
