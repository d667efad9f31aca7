/** Keeps data that changes by itself up to date. */
import { useEffect, useRef } from 'react';

/** The polling interval while the page is in view. */
export const LIVE_MS = 3_000;

/**
 * Refetches when a record's mark changes, so that what belongs to the record is not left stale.
 * @param mark of the record, such as its status.
 */
export function useRefetchOn(mark: string | number, refetch: () => unknown): void {
  const last = useRef(mark);
  useEffect(() => {
    if (last.current === mark) return;
    last.current = mark;
    void refetch();
  }, [mark, refetch]);
}
