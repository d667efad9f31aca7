/** Keeps a list's filters, order and page in the URL, so that sharing the URL shares the list. */
'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral, useQueryStates, type UseQueryStatesKeysMap, type Values } from 'nuqs';
import { useState } from 'react';
import { LIVE_MS } from '@/components/ui/live';

export const PAGE_SIZE = 50;

export interface Sort<Column extends string = string> {
  readonly by: Column;
  readonly dir: 'asc' | 'desc';
}

export interface ListState {
  readonly sort: Sort;
  readonly setSort: (sort: Sort) => void;
  /** Whether any filter is set. */
  readonly filtered: boolean;
  readonly clearFilters: () => void;
  readonly page: { readonly first: boolean; readonly next: (cursor: string) => void; readonly previous: () => void };
}

type Present<T> = { [K in keyof T]?: NonNullable<T[K]> };

/**
 * @param filters nuqs parsers of the list's filters, by the API's names.
 * @param columns the sortable columns; the first is the API's default.
 * @param direction the API's default.
 * @returns `input` for the list procedure, `matching` for all pages of the same query, and the state for the table.
 */
export function useListState<Filters extends UseQueryStatesKeysMap, const Column extends string>(
  filters: Filters,
  columns: readonly [Column, ...Column[]],
  direction: Sort['dir'] = 'desc',
) {
  const [values, setValues] = useQueryStates(filters, { history: 'push' });
  const [order, setOrder] = useQueryStates(
    { sort_by: parseAsStringLiteral(columns), sort_dir: parseAsStringLiteral(['asc', 'desc'] as const), cursor: parseAsString },
    { history: 'push' },
  );
  const [trail, setTrail] = useState<readonly (string | null)[]>([]);
  const goTo = (cursor: string | null) => void setOrder({ cursor });
  const startOver = () => {
    setTrail([]);
    goTo(null);
  };
  const set = (changes: Partial<Values<Filters>>) => {
    void setValues(changes);
    startOver();
  };
  const state: ListState = {
    sort: { by: order.sort_by ?? columns[0], dir: order.sort_dir ?? direction },
    setSort: ({ by, dir }) => {
      // The headers to sort by are of these columns.
      void setOrder({ sort_by: by as Column, sort_dir: dir, cursor: null });
      setTrail([]);
    },
    filtered: Object.values(values).some((value) => value !== null),
    clearFilters: () => {
      void setValues(null);
      startOver();
    },
    page: {
      first: order.cursor === null,
      next: (cursor) => {
        setTrail([...trail, order.cursor]);
        goTo(cursor);
      },
      previous: () => {
        goTo(trail.at(-1) ?? null);
        setTrail(trail.slice(0, -1));
      },
    },
  };
  const matching = { ...present(values), ...present({ sort_by: order.sort_by, sort_dir: order.sort_dir }) };
  const input = { limit: PAGE_SIZE, ...matching, ...present({ cursor: order.cursor }) };
  return { values, set, state, input, matching };
}

function present<T extends object>(values: T): Present<T> {
  // The others are left out.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Present<T>;
}

/** Query options for a list that grows at its start: the first page is live, and a page stays in view until the next arrives. */
export const liveList = ({ page }: ListState) =>
  ({ placeholderData: keepPreviousData, refetchInterval: page.first ? LIVE_MS : false }) as const;
