/** Keeps the state of a list inside a detail locally, because the list beside it may own the URL. */
'use client';
import { useState } from 'react';
import type { ListState, Sort } from './list-state';

export interface EmbeddedListOptions {
  readonly filtered: boolean;
  readonly clearFilters: () => void;
  /** The fixed order of the rows. */
  readonly sort: Sort;
}

/** @returns the state for the table, the cursor to query with, and a reset for when a filter changes. */
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
