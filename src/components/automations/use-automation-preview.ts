/** Fetches the API's findings on an automation while it is edited, a moment after the last keystroke. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PreviewAutomation } from '@/contract/automation-preview';
import { useProgramVocabulary } from '@/components/rules/cel/program-vocabulary';
import { useDebounced } from '@/components/rules/use-debounced';
import { useTRPC } from '@/trpc/client';
import { payloadOf, settingsOf, type AutomationDraft } from './automation-draft';

/** The part of the draft that is complete enough to check. */
function checkable(id: string, draft: AutomationDraft): PreviewAutomation {
  const { participant_filter, guard_condition } = settingsOf(draft, {});
  return {
    id,
    scope: draft.scope,
    participant_filter: participant_filter ?? undefined,
    guard_condition: guard_condition ?? undefined,
    event: { type: draft.event_type.trim() || 'preview', data: payloadOf(draft) ?? {} },
  };
}

export function useAutomationPreview(programId: string, draft: AutomationDraft) {
  const [input] = useDebounced<PreviewAutomation>(checkable(programId, draft));
  const query = useQuery(useTRPC().programs.automations.preview.queryOptions(input, { placeholderData: keepPreviousData }));
  const vocabulary = useProgramVocabulary(programId);
  const errors = query.data?.errors;
  const findings = useMemo(
    () => ({
      faults: Object.groupBy(errors ?? [], ({ field }) => field),
      warnings: [],
      sentence: null,
      vocabulary,
    }),
    [errors, vocabulary],
  );
  return { preview: query.error ? undefined : query.data, findings };
}
