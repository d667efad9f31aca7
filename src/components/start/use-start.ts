/** Polls the progress of the guided start until it ends, and remembers whether the user dismissed it. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useProgramFilter } from '@/components/shell/program-filter';
import { useSession } from '@/components/shell/session';
import { useTRPC } from '@/trpc/client';
import { currentStep } from './steps';

/** The polling interval while waiting for an event. */
export const WAITING_MS = 1_500;

/** @param everyMs the polling interval while steps remain. */
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

/** Kept in this browser, because it is a personal preference. */
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
