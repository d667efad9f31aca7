/** Debounces input. */
'use client';
import { useEffect, useState } from 'react';

const PAUSE_MS = 350;

/** The last value that stood still; compared by identity, so pass a string. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
