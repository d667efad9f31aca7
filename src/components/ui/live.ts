/** How what changes by itself stays true on a page. */
import { useEffect, useRef } from 'react';

/** How often it is asked for again, while the page is in view. */
export const LIVE_MS = 3_000;

/**
 * Asks once more when what a record says of itself has changed, so that what belongs to it is not left as it was before.
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
