/** Rebases a form's draft when someone else saves while it is open, and says so; no input is lost. */
'use client';
import { useState } from 'react';
import { begin, follow, isSame, type Followed } from './followed';

export interface Edited<T> extends Followed<T> {
  readonly edit: (changes: Partial<T>) => void;
  /** Restarts from what is saved. */
  readonly discard: () => void;
}

/** @param saved the record as its form has it, or the initial draft of a new one. */
export function useEdited<T extends object>(saved: T): Edited<T> {
  const [followed, set] = useState(() => begin(saved));
  if (!isSame(saved, followed.base)) set(follow(followed, saved));
  // A functional update, because two fields may change before the next render.
  const edit = (changes: Partial<T>) => set((now) => ({ ...now, draft: { ...now.draft, ...changes } }));
  return { ...followed, edit, discard: () => set(begin(saved)) };
}
