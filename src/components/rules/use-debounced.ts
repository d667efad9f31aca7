/** Debounces input, so that requests follow a pause rather than each key. */
'use client';
import { useEffect, useMemo, useState } from 'react';

const PAUSE_MS = 350;

/** A value of JSON as it was when it last stood still, and its text; the same object for as long as the text is the same. */
export function useDebounced<Value>(value: Value): readonly [debounced: Value, text: string] {
  const text = useDebouncedText(useMemo(() => JSON.stringify(value), [value]));
  const debounced = useMemo(() => JSON.parse(text) as Value, [text]); // the text was written from one
  return [debounced, text];
}

function useDebouncedText(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
