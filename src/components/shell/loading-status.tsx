/** Announces to screen readers that data is loading anywhere on the page, because busy parts are silent themselves. */
'use client';
import { useIsFetching } from '@tanstack/react-query';

/** Retries are silent: their failure already shows on the page. */
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
