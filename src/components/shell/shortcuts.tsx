/** Handles the dashboard's single-key shortcuts, and opens the sheet that lists them. */
'use client';
import { useRouter } from 'next/navigation';
import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { isShortcut, press } from '@/components/ui/keys';
import { onDemand } from '@/components/ui/on-demand';
import { NAVIGATION, offered } from './navigation';
import { useScoped } from './scoped-link';
import { useMay } from './session';

const ShortcutSheet = onDemand(() => import('./shortcut-sheet').then((loaded) => loaded.ShortcutSheet));

/** How long the letter after `g` may take. */
const PATIENCE_MS = 1_500;
const NEVER = Number.NEGATIVE_INFINITY;

const Context = createContext<() => void>(() => undefined);

/** Opens the shortcut sheet. */
export const useShowShortcuts = (): (() => void) => useContext(Context);

export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const go = useGoing();
  useShortcutKeys(() => setOpen(true), go);
  return (
    <Context value={() => setOpen(true)}>
      {children}
      {open && <ShortcutSheet onClose={() => setOpen(false)} />}
    </Context>
  );
}

/** Opens the page with that letter. @returns whether there is one. */
function useGoing(): (letter: string) => boolean {
  const router = useRouter();
  const scoped = useScoped();
  const may = useMay();
  return (letter) => {
    const page = NAVIGATION.flatMap(({ pages }) => offered(pages, may)).find((each) => each.letter === letter);
    if (page?.outside) window.location.assign(page.href);
    else if (page) router.push(scoped(page.href));
    return page !== undefined;
  };
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('#content input[type="search"]');
  field?.focus();
  field?.select();
  return field !== null;
}

function useShortcutKeys(show: () => void, go: (letter: string) => boolean): void {
  const latest = useRef({ show, go });
  useEffect(() => {
    latest.current = { show, go };
  });
  useEffect(() => {
    // Key timestamps count from page load, so the initial value must precede all of them.
    let going = NEVER;
    const act = (key: string, at: number): boolean => {
      if (at - going < PATIENCE_MS) {
        going = NEVER;
        return latest.current.go(key);
      }
      switch (key) {
        case 'g':
          going = at;
          return true;
        case '?':
          latest.current.show();
          return true;
        case '/':
          return focusSearch();
        case 'n':
        case 'c':
          return press('new');
        case '[':
          return press('previous');
        case ']':
          return press('next');
        default:
          return false;
      }
    };
    const onKey = (event: KeyboardEvent) => {
      if (isShortcut(event) && act(event.key, event.timeStamp)) event.preventDefault();
    };
    // Captured before other listeners, so that the letter after `g` triggers nothing else.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}
