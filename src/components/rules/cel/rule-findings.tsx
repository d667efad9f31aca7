/** Fetches the API's findings on a rule while it is edited, a moment after the last keystroke; they never block editing. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { BudgetDefinition } from '@/contract/budget';
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
  readonly faults: Readonly<Partial<Record<string, readonly Fault[]>>>;
  readonly warnings: readonly RuleWarning[];
  /** What the draft would do; null while that cannot be told. */
  readonly sentence: string | null;
  readonly vocabulary: ProgramVocabulary;
}

export const FindingsContext = createContext<Findings>({ faults: {}, warnings: [], sentence: null, vocabulary: NO_VOCABULARY });

export const useRuleFindings = (): Findings => useContext(FindingsContext);

interface RuleFindingsProps {
  programId: string;
  /** The rule being edited; undefined for a new one. */
  ruleId?: string;
  condition: string;
  actions: readonly RuleAction[];
  budgets: readonly BudgetDefinition[];
  stop_after_match: boolean;
  active_from: string | null;
  active_to: string | null;
  children: ReactNode;
}

type Checked = Omit<RuleFindingsProps, 'programId' | 'ruleId' | 'children'>;

export function RuleFindings({ programId, ruleId, children, ...checked }: RuleFindingsProps) {
  const [draft] = useDebounced<Checked>(checked);
  const isComplete = useCompletenessCheck();
  const { input, places } = useMemo(() => checkable(draft, isComplete), [draft, isComplete]);
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
    );
    // The draft of a saved rule is also compared with its saved version; those findings are dropped.
    const warnings = (data?.warnings ?? []).filter(({ key }) => ruleId === undefined || key !== ruleId);
    return { faults, warnings, sentence: data?.sentence ?? null, vocabulary };
  }, [data, places, ruleId, vocabulary]);
  return <FindingsContext value={findings}>{children}</FindingsContext>;
}

interface CompletenessCheck {
  readonly action: (action: RuleAction) => boolean;
  readonly budgets: (budgets: readonly BudgetDefinition[]) => boolean;
}

/** The schemas load once the page is in use; until then nothing is checked. */
function useCompletenessCheck(): CompletenessCheck {
  const [check, setCheck] = useState<CompletenessCheck>({ action: () => false, budgets: () => false });
  useEffect(() => {
    afterFirstInteraction(async () => {
      const [{ RuleAction: one }, { BudgetDefinitions: all }] = await Promise.all([import('@/contract/rule'), import('@/contract/budget')]);
      setCheck({ action: (action) => one.safeParse(action).success, budgets: (budgets) => all.safeParse(budgets).success });
    });
  }, []);
  return check;
}

/** The parts of the draft complete enough to check, and the index of each action among them. */
function checkable({ condition, actions, budgets, active_from, active_to, ...rest }: Checked, isComplete: CompletenessCheck) {
  const places = actions.flatMap((action, index) => (isComplete.action(action) ? [index] : []));
  return {
    places,
    input: {
      condition: condition.trim() === '' ? undefined : condition,
      actions: places.flatMap((index) => actions[index] ?? []),
      budgets: isComplete.budgets(budgets) ? [...budgets] : undefined,
      active_from: instantIn(active_from),
      active_to: instantIn(active_to),
      ...rest,
    },
  };
}

/** A time that is still being written is none yet. */
const instantIn = (text: string | null): string | null => (text?.endsWith('Z') ? text : null);

const placeIn = (places: readonly number[], field: string): string =>
  field.replace(/^actions\[(\d+)\]/, (_, index: string) => `actions[${places[Number(index)] ?? index}]`);
