/** Debounces input. */
'use client';
import { useEffect, useState } from 'react';

const PAUSE_MS = 350;

/** The last value that stood still; compared by identity, so pass a string. */
export function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
