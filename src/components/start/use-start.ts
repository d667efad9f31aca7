/** Where the guided start stands, asked for again until it is at its end; and whether somebody has had enough of it. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useProgramFilter } from '@/components/shell/program-filter';
import { useSession } from '@/components/shell/session';
import { useTRPC } from '@/trpc/client';
import { currentStep } from './steps';

/** How often somebody who waits for an event is told of it. */
export const WAITING_MS = 1_500;

/** @param everyMs how often it is asked for while something is left to do. */
export function useStart(everyMs: number) {
  const program = useProgramFilter();
  return useQuery(
    useTRPC().start.read.queryOptions(
      { program_id: program },
      { refetchInterval: ({ state }) => (state.data && !currentStep(state.data) ? false : everyMs) },
    ),
  );
}

const CHANGED = 'guided-start-dismissed';
const listen = (onChange: () => void) => {
  window.addEventListener(CHANGED, onChange);
  window.addEventListener('storage', onChange);
  return () => {
    window.removeEventListener(CHANGED, onChange);
    window.removeEventListener('storage', onChange);
  };
};

/** Kept in this browser: it is a matter of one person's taste. */
export function useDismissed(): readonly [dismissed: boolean, dismiss: () => void] {
  const name = `${CHANGED}:${useSession().organization.id}`;
  const dismissed = useSyncExternalStore(
    listen,
    () => window.localStorage.getItem(name) !== null,
    () => true,
  );
  const dismiss = useCallback(() => {
    window.localStorage.setItem(name, 'yes');
    window.dispatchEvent(new Event(CHANGED));
  }, [name]);
  return [dismissed, dismiss];
}
