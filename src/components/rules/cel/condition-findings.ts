/** Fetches the API's findings on a condition that belongs to no rule, a moment after the last keystroke. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTRPC } from '@/trpc/client';
import { useDebounced } from '../use-debounced';
import { useProgramVocabulary } from './program-vocabulary';
import type { Findings } from './rule-findings';

/** @param at the field that holds it, under which its faults stand. */
export function useConditionFindings(programId: string, at: string, text: string): Findings {
  const [condition] = useDebounced(text.trim());
  const { data } = useQuery(
    useTRPC().rules.validate.queryOptions(
      { program_id: programId, condition },
      { enabled: programId !== '' && condition !== '', placeholderData: keepPreviousData },
    ),
  );
  const vocabulary = useProgramVocabulary(programId);
  return useMemo(() => {
    const faults = (condition === '' ? [] : (data?.errors ?? [])).filter(({ field }) => field === 'condition');
    return { faults: { [at]: faults }, warnings: [], sentence: null, vocabulary };
  }, [at, condition, data, vocabulary]);
}
