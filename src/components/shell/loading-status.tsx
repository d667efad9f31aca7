/** Tells screen readers that data is waited for, wherever on the page: what is busy is silent itself. */
'use client';
import { useIsFetching } from '@tanstack/react-query';

/** What failed before is tried again in silence: its failure is on the page. */
const FIRST_ANSWERS: Parameters<typeof useIsFetching>[0] = {
  predicate: ({ state }) => state.status === 'pending' && state.errorUpdateCount === 0,
};

export function LoadingStatus() {
  const waiting = useIsFetching(FIRST_ANSWERS) > 0;
  return (
    <p role="status" className="sr-only">
      {waiting && 'Loading'}
    </p>
  );
}
