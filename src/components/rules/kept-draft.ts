/** What is being written outlives its page and what others save meanwhile: this tab of the browser keeps it until it is saved or thrown away. */
'use client';
import { useState } from 'react';
import { useSession } from '@/components/shell/session';
import { isSame, rebased } from './rebased';

export interface KeptDraft<T> {
  readonly draft: T;
  readonly change: (draft: T) => void;
  /** Whether it was written before the page came. */
  readonly restored: boolean;
  /** Whether something else was saved since it was begun. */
  readonly overtaken: boolean;
  /** Begins again with what is saved. */
  readonly discard: () => void;
  /** Begins again with what has just become of it. */
  readonly settle: (saved: Saved<T>) => void;
}

/** What a draft begins with. */
export interface Saved<T> {
  readonly draft: T;
  /** Grows with each change. */
  readonly version: number;
}

interface Begun<T> {
  readonly base: Saved<T>;
  readonly draft: T;
  readonly restored: boolean;
  readonly overtaken: boolean;
}

const begin = <T>(base: Saved<T>): Begun<T> => ({ base, draft: base.draft, restored: false, overtaken: false });

/** Follows what is saved; what was typed stays. */
function follow<T extends object>(begun: Begun<T>, saved: Saved<T>): Begun<T> {
  const { base, restored, overtaken } = begun;
  const draft = rebased(begun.draft, base.draft, saved.draft);
  if (isSame(draft, saved.draft)) return begin(saved);
  return { base: saved, draft, restored, overtaken: overtaken || !isSame(base.draft, saved.draft) };
}

function restore<T extends object>(name: string, saved: Saved<T>): Begun<T> | null {
  const text = window.sessionStorage.getItem(name);
  if (text === null) return null;
  const kept = { ...(JSON.parse(text) as Begun<T>), restored: true };
  return kept.base.version > saved.version ? kept : follow(kept, saved);
}

export function useKeptDraft<T extends object>(subject: string, saved: Saved<T>): KeptDraft<T> {
  const { user, organization } = useSession();
  const name = `written:${organization.id}:${user.id}:${subject}`;
  const [begun, set] = useState(() => restore(name, saved) ?? begin(saved));
  // An older answer may still come after the newer one.
  if (saved.version > begun.base.version) set(follow(begun, saved));
  const change = (draft: T) => {
    const next = { ...begun, draft };
    set(next);
    if (isSame(draft, begun.base.draft)) window.sessionStorage.removeItem(name);
    else window.sessionStorage.setItem(name, JSON.stringify(next));
  };
  const settle = (now: Saved<T>) => {
    window.sessionStorage.removeItem(name);
    set(begin(now));
  };
  const { draft, restored, overtaken } = begun;
  return { draft, change, restored, overtaken, discard: () => settle(saved), settle };
}
