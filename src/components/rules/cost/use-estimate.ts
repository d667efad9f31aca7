/**
 * Fetches what a draft costs while it is written: a sample a moment after the last keystroke, then everything, part by part. A change of the
 * draft cancels what is under way.
 */
'use client';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { EstimateRule, RuleEstimate } from '@/contract/rule-estimate';
import { afterFirstInteraction } from '@/components/ui/first-interaction';
import { useTRPC, useTRPCClient } from '@/trpc/client';
import { failureOf, type RequestFailure } from '@/trpc/failure';
import { fieldsOf, type RuleFormDraft } from '../rule-draft';
import { useDebounced } from '../use-debounced';

/** More events than this are counted only when somebody asks for it. */
const COUNTED_UNASKED = 200_000;

interface EstimateProgress {
  readonly read: number;
  readonly total: number;
}

export interface CostEstimate {
  /** The figures to show: exact ones once they are there, until then those of the sample. */
  readonly estimate: RuleEstimate | undefined;
  /** The sample, which alone has the latest events and the other rules. */
  readonly sample: RuleEstimate | undefined;
  readonly failure: RequestFailure | null;
  /** Whether the figures are of an earlier draft. */
  readonly isOld: boolean;
  /** How far counting everything has come; null while nobody counts. */
  readonly progress: EstimateProgress | null;
  /** Counts everything; null where that happens by itself or has happened. */
  readonly countAll: (() => void) | null;
}

type Wanted = Pick<EstimateRule, 'id' | 'rule' | 'rule_id'>;

/** Null until the draft can be estimated. */
export function useEstimate(draft: RuleFormDraft, ruleId: string | undefined): CostEstimate | null {
  const [wanted, written] = useDebounced<Wanted>(wantedOf(draft, ruleId));
  const isComplete = useCompletenessCheck();
  const ready = useMemo(() => wanted.id !== '' && isComplete(wanted.rule), [wanted, isComplete]);
  const trpc = useTRPC();
  const sample = useQuery(
    trpc.rules.estimate.queryOptions(
      { ...wanted, mode: 'SAMPLE' },
      { enabled: ready, placeholderData: keepPreviousData, retry: false, staleTime: Infinity, trpc: { abortOnUnmount: true } },
    ),
  );
  const [asked, setAsked] = useState<string | null>(null);
  const current = sample.isPlaceholderData ? undefined : sample.data;
  const isLarge = current !== undefined && current.events.total > COUNTED_UNASKED;
  const counting = current !== undefined && !current.exact && (!isLarge || asked === written);
  const { exact, progress } = useExactEstimate(wanted, written, ready && counting);
  if (!ready) return null;
  return {
    estimate: exact ?? sample.data,
    sample: sample.data,
    failure: sample.error ? failureOf(sample.error) : null,
    isOld: sample.isPlaceholderData,
    progress: counting && !exact ? progress : null,
    countAll: current && !current.exact && isLarge && asked !== written ? () => setAsked(written) : null,
  };
}

function useExactEstimate(wanted: Wanted, written: string, enabled: boolean) {
  const client = useTRPCClient();
  const queries = useQueryClient();
  const progressKey = ['exact-estimate-progress', written];
  const { data } = useQuery({
    queryKey: ['exact-estimate', written],
    enabled,
    retry: false,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      for (let cursor: string | undefined; ;) {
        const part: RuleEstimate = await client.rules.estimate.query({ ...wanted, mode: 'EXACT', cursor }, { signal });
        if (part.next_cursor === null) return part;
        queries.setQueryData<EstimateProgress>(progressKey, { read: part.events.read, total: part.events.total });
        cursor = part.next_cursor;
      }
    },
  });
  const { data: progress = null } = useQuery<EstimateProgress | null>({ queryKey: progressKey, enabled: false, initialData: null });
  return { exact: data, progress };
}

function wantedOf(draft: RuleFormDraft, ruleId: string | undefined): Wanted {
  const { name: _name, description: _description, examples: _examples, ...rule } = fieldsOf(draft);
  const set = ruleId === undefined && draft.rule_set_id !== '' ? { rule_set_id: draft.rule_set_id } : {};
  return { id: draft.program_id, rule: { ...rule, ...set }, ...(ruleId === undefined ? {} : { rule_id: ruleId }) };
}

type CompletenessCheck = (rule: Wanted['rule']) => boolean;

/** The schema loads once the page is in use; until then no draft counts as complete. */
function useCompletenessCheck(): CompletenessCheck {
  const [check, setCheck] = useState<CompletenessCheck>(() => () => false);
  useEffect(() => {
    afterFirstInteraction(async () => {
      const { EstimateRule: schema } = await import('@/contract/rule-estimate');
      setCheck(() => (rule: Wanted['rule']) => schema.shape.rule.safeParse(rule).success);
    });
  }, []);
  return check;
}
