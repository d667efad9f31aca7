/** Which row's detail lies beside the list, kept in the address so that it can be shared. */
'use client';
import { parseAsString, useQueryState } from 'nuqs';

export function useOpenedRow() {
  const [opened, setOpened] = useQueryState('open', parseAsString.withOptions({ history: 'push' }));
  return { opened, open: (id: string) => void setOpened(id), close: () => void setOpened(null) };
}
