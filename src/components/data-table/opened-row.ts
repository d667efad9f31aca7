/** Keeps the row whose detail is open in the URL, so that it can be shared. */
'use client';
import { parseAsString, useQueryStates } from 'nuqs';
import { AS_OF } from '@/components/ui/as-of';

/** The as-of time belongs to one detail: the next one opens in the present. */
const ADDRESS = { open: parseAsString, [AS_OF]: parseAsString };

export function useOpenedRow() {
  const [{ open: opened }, setAddress] = useQueryStates(ADDRESS, { history: 'push' });
  return {
    opened,
    open: (id: string) => void setAddress({ open: id, [AS_OF]: null }),
    close: () => void setAddress({ open: null, [AS_OF]: null }),
  };
}
