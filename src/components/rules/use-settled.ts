/** What is typed, a moment after the last key. */
'use client';
import { useEffect, useState } from 'react';

const PAUSE_MS = 350;

/** The value as it was when it last stood still; compared by identity, so give a text. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
