/** What is being written outlives its page and what others save meanwhile: this tab of the browser keeps it until it is saved or thrown away. */
'use client';
import { useEffect, useState } from 'react';
import { useSession } from '@/components/shell/session';
import type { Edited } from './edited';
import { begin, follow, isSame, type Followed } from './followed';

export interface KeptDraft<T> extends Edited<T> {
  /** Whether it was written before the page came. */
  readonly restored: boolean;
  /** Begins again with what has just become of it. */
  readonly settle: (saved: Saved<T>) => void;
}

/** What a draft begins with. */
export interface Saved<T> {
  readonly draft: T;
  /** Grows with each change. */
  readonly version: number;
}

interface Kept<T> extends Followed<T> {
  readonly version: number;
  readonly restored: boolean;
}

const beginWith = <T>({ draft, version }: Saved<T>): Kept<T> => ({ ...begin(draft), version, restored: false });

function followTo<T extends object>(kept: Kept<T>, { draft, version }: Saved<T>): Kept<T> {
  const followed = follow(kept, draft);
  return { ...followed, version, restored: kept.restored && !isSame(followed.draft, draft) };
}

function restore<T extends object>(name: string, saved: Saved<T>): Kept<T> | null {
  const text = window.sessionStorage.getItem(name);
  if (text === null) return null;
  const kept = { ...(JSON.parse(text) as Kept<T>), restored: true };
  return kept.version > saved.version ? kept : followTo(kept, saved);
}

export function useKeptDraft<T extends object>(subject: string, saved: Saved<T>): KeptDraft<T> {
  const { user, organization } = useSession();
  const name = `draft:${organization.id}:${user.id}:${subject}`;
  const [kept, set] = useState(() => restore(name, saved) ?? beginWith(saved));
  // An older answer may still come after the newer one.
  if (saved.version > kept.version) set(followTo(kept, saved));
  useEffect(() => {
    if (isSame(kept.draft, kept.base)) window.sessionStorage.removeItem(name);
    else window.sessionStorage.setItem(name, JSON.stringify(kept));
  }, [name, kept]);
  // On top of what is there by then, since an editor and a field may change before the form is shown anew.
  const edit = (changes: Partial<T>) => set((now) => ({ ...now, draft: { ...now.draft, ...changes } }));
  const settle = (now: Saved<T>) => {
    // At once, as the page may be left before the form is shown anew.
    window.sessionStorage.removeItem(name);
    set(beginWith(now));
  };
  return { ...kept, edit, discard: () => settle(saved), settle };
}
