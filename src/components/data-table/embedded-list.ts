/** Keeps the page of a list locally, where its URL is not the list's own: in a detail, or in a report. */
'use client';
import { useState } from 'react';
import { PAGE_SIZE, type ListState, type Sort } from './list-state';

interface EmbeddedListOptions {
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

/**
 * The pages of a list without other state: any change of its filters leads back to the first page.
 * @returns the input of the list procedure, and the page for the table.
 */
export function usePages<Matching extends object>(matching: Matching) {
  const filters = JSON.stringify(matching);
  const [walk, setWalk] = useState<{ filters: string; trail: readonly string[] }>({ filters, trail: [] });
  const trail = walk.filters === filters ? walk.trail : [];
  const page: ListState['page'] = {
    first: trail.length === 0,
    next: (cursor) => setWalk({ filters, trail: [...trail, cursor] }),
    previous: () => setWalk({ filters, trail: trail.slice(0, -1) }),
  };
  return { input: { limit: PAGE_SIZE, ...matching, cursor: trail.at(-1) }, page };
}
