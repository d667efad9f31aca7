/** Keeps a draft in the tab's session storage until it is saved or discarded, so that it survives leaving the page and others' saves. */
'use client';
import { useEffect, useState } from 'react';
import { useSession } from '@/components/shell/session';
import type { Edited } from './edited';
import { begin, follow, isSame, type Followed } from './followed';

interface KeptDraft<T> extends Edited<T> {
  /** Whether it was written before the page loaded. */
  readonly restored: boolean;
  /** Restarts from the state just saved. */
  readonly beginAnew: (saved: Saved<T>) => void;
}

/** The saved state that a draft starts from. */
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
  // Written below under the same name, which is of this subject.
  const kept = { ...(JSON.parse(text) as Kept<T>), restored: true };
  return kept.version > saved.version ? kept : followTo(kept, saved);
}

export function useKeptDraft<T extends object>(subject: string, saved: Saved<T>): KeptDraft<T> {
  const { user, organization } = useSession();
  const name = `draft:${organization.id}:${user.id}:${subject}`;
  const [kept, set] = useState(() => restore(name, saved) ?? beginWith(saved));
  // An older response may arrive after a newer one.
  if (saved.version > kept.version) set(followTo(kept, saved));
  useEffect(() => {
    if (isSame(kept.draft, kept.base)) window.sessionStorage.removeItem(name);
    else window.sessionStorage.setItem(name, JSON.stringify(kept));
  }, [name, kept]);
  // A functional update, because an editor and a field may change before the next render.
  const edit = (changes: Partial<T>) => set((now) => ({ ...now, draft: { ...now.draft, ...changes } }));
  const beginAnew = (now: Saved<T>) => {
    // Removed right away, because the page may be left before the next render.
    window.sessionStorage.removeItem(name);
    set(beginWith(now));
  };
  return { ...kept, edit, discard: () => beginAnew(saved), beginAnew };
}
