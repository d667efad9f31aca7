/** Fetches the API's findings on a rule while it is edited, a moment after the last keystroke; they never block editing. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { RuleAction } from '@/contract/rule';
import type { RuleWarning } from '@/contract/rule-warning';
import { afterFirstInteraction } from '@/components/ui/first-interaction';
import { useTRPC } from '@/trpc/client';
import { useDebounced } from '../use-debounced';
import type { Fault } from './cel-editor';
import { useProgramVocabulary } from './program-vocabulary';
import { NO_VOCABULARY, type ProgramVocabulary } from './vocabulary';

export const NO_FINDINGS: readonly Fault[] = [];

export interface Findings {
  /** By field path, such as `actions[0].amount`. */
  readonly faults: Readonly<Record<string, readonly Fault[]>>;
  readonly warnings: readonly RuleWarning[];
  readonly vocabulary: ProgramVocabulary;
}

export const FindingsContext = createContext<Findings>({ faults: {}, warnings: [], vocabulary: NO_VOCABULARY });

export const useRuleFindings = (): Findings => useContext(FindingsContext);

interface RuleFindingsProps {
  programId: string;
  /** The rule being edited; undefined for a new one. */
  ruleId?: string;
  condition: string;
  actions: readonly RuleAction[];
  children: ReactNode;
}

export function RuleFindings({ programId, ruleId, condition, actions, children }: RuleFindingsProps) {
  const draft = useDebounced(JSON.stringify({ condition, actions }));
  const isComplete = useActionCheck();
  const { input, places } = useMemo(
    () => checkable(JSON.parse(draft) as Pick<RuleFindingsProps, 'condition' | 'actions'>, isComplete),
    [draft, isComplete],
  );
  const options = {
    enabled: programId !== '' && (input.condition !== undefined || input.actions.length > 0),
    placeholderData: keepPreviousData,
  };
  const { data } = useQuery(useTRPC().rules.validate.queryOptions({ ...input, program_id: programId }, options));
  const vocabulary = useProgramVocabulary(programId);
  const findings = useMemo(() => {
    const faults = Object.groupBy(
      (data?.errors ?? []).map((error) => ({ ...error, field: placeIn(places, error.field) })),
      ({ field }) => field,
    ) as Record<string, Fault[]>;
    // The draft of a saved rule is also compared with its saved version; those findings are dropped.
    return { faults, warnings: (data?.warnings ?? []).filter(({ key }) => ruleId === undefined || key !== ruleId), vocabulary };
  }, [data, places, ruleId, vocabulary]);
  return <FindingsContext value={findings}>{children}</FindingsContext>;
}

type ActionCheck = (action: RuleAction) => boolean;

/** The schemas load once the page is in use; until then no action is checked. */
function useActionCheck(): ActionCheck {
  const [check, setCheck] = useState<ActionCheck>(() => () => false);
  useEffect(() => {
    afterFirstInteraction(async () => {
      const { RuleAction: schema } = await import('@/contract/rule');
      setCheck(() => (action: RuleAction) => schema.safeParse(action).success);
    });
  }, []);
  return check;
}

/** The parts of the draft complete enough to check, and the index of each action among them. */
function checkable({ condition, actions }: Pick<RuleFindingsProps, 'condition' | 'actions'>, isComplete: ActionCheck) {
  const places = actions.flatMap((action, index) => (isComplete(action) ? [index] : []));
  return {
    places,
    input: {
      condition: condition.trim() === '' ? undefined : condition,
      actions: places.flatMap((index) => actions[index] ?? []),
    },
  };
}

const placeIn = (places: readonly number[], field: string): string =>
  field.replace(/^actions\[(\d+)\]/, (_, index: string) => `actions[${places[Number(index)] ?? index}]`);
