/** What is being written outlives its page: this tab of the browser keeps it until it is saved, thrown away, or what it began with is no longer what is saved. */
'use client';
import { useState } from 'react';
import { useSession } from '@/components/shell/session';

export interface KeptDraft<T> {
  readonly draft: T;
  readonly change: (draft: T) => void;
  /** Whether it was written before the page came. */
  readonly restored: boolean;
  /** Begins again with what is saved. */
  readonly discard: () => void;
  /** The draft is saved: it need not be kept any more. */
  readonly forget: () => void;
}

interface Kept<T> {
  /** What the draft began with, as text: on top of anything else it would undo what came between. */
  readonly base: string;
  readonly draft: T;
}

function restore<T>(name: string, saved: T): T | null {
  const text = window.sessionStorage.getItem(name);
  const kept = text === null ? null : (JSON.parse(text) as Kept<T>);
  return kept?.base === JSON.stringify(saved) ? kept.draft : null;
}

/** @param saved what a draft begins with. */
export function useKeptDraft<T>(subject: string, saved: T): KeptDraft<T> {
  const { user, organization } = useSession();
  const name = `draft:${organization.id}:${user.id}:${subject}`;
  const [{ draft, restored }, set] = useState(() => {
    const kept = restore(name, saved);
    return { draft: kept ?? saved, restored: kept !== null };
  });
  const forget = () => window.sessionStorage.removeItem(name);
  const change = (next: T) => {
    set({ draft: next, restored });
    const base = JSON.stringify(saved);
    if (JSON.stringify(next) === base) forget();
    else window.sessionStorage.setItem(name, JSON.stringify({ base, draft: next } satisfies Kept<T>));
  };
  const discard = () => {
    forget();
    set({ draft: saved, restored: false });
  };
  return { draft, change, restored, discard, forget };
}
