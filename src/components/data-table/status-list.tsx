/** The state of lists of background work: newest first, live, filtered by status. */
'use client';
import { parseAsStringLiteral } from 'nuqs';
import { useMemo } from 'react';
import { ChoiceFilter, FilterBar } from './filters';
import { liveList, useListState } from './list-state';

/**
 * @param label of the filter.
 * @returns the filter, `input` and `live` for the query, and the state for the table.
 */
export function useStatusList<const Status extends string>(statuses: readonly Status[], label = 'Status') {
  const filters = useMemo(() => ({ status: parseAsStringLiteral(statuses) }), [statuses]);
  const { values, set, state, input } = useListState(filters, ['created_at']);
  // With a generic literal parser, the compiler does not see that null is allowed.
  const choose = (status: Status | null) => set({ status } as Parameters<typeof set>[0]);
  const filter = (
    <FilterBar filtered={state.filtered} views>
      <ChoiceFilter label={label} options={statuses} value={values.status} onChange={choose} />
    </FilterBar>
  );
  return { filter, state, input, live: liveList(state) };
}
