/** What a form edits follows what others save while it is open, and says so; nothing that was typed is lost. */
'use client';
import { useState } from 'react';
import { begin, follow, isSame, type Followed } from './followed';

export interface Edited<T> extends Followed<T> {
  readonly edit: (changes: Partial<T>) => void;
  /** Begins again with what is saved. */
  readonly discard: () => void;
}

/** @param saved the record as its form has it, or what a new one begins with. */
export function useEdited<T extends object>(saved: T): Edited<T> {
  const [followed, set] = useState(() => begin(saved));
  if (!isSame(saved, followed.base)) set(follow(followed, saved));
  // On top of what is there by then, since two fields may change before the form is shown anew.
  const edit = (changes: Partial<T>) => set((now) => ({ ...now, draft: { ...now.draft, ...changes } }));
  return { ...followed, edit, discard: () => set(begin(saved)) };
}
