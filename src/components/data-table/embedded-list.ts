/** The state of a list within a detail: kept here, because the list beside it may hold the address. */
'use client';
import { useState } from 'react';
import type { ListState, Sort } from './list-state';

export interface EmbeddedListOptions {
  readonly filtered: boolean;
  readonly clearFilters: () => void;
  /** The order that the rows have; it cannot be changed. */
  readonly sort: Sort;
}

/** @returns what to give to the table, the cursor to ask with, and how to begin again after a filter changed. */
export function useEmbeddedList({ filtered, clearFilters, sort }: EmbeddedListOptions) {
  const [trail, setTrail] = useState<readonly string[]>([]);
  const startOver = () => setTrail([]);
  const state: ListState = {
    sort,
    setSort: () => undefined,
    filtered,
    clearFilters: () => {
      clearFilters();
      startOver();
    },
    page: {
      first: trail.length === 0,
      next: (cursor) => setTrail([...trail, cursor]),
      previous: () => setTrail(trail.slice(0, -1)),
    },
  };
  return { state, cursor: trail.at(-1), startOver };
}
