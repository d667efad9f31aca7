/** Runs the examples of a draft while it is edited, and takes new ones from events. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CodeOutcome } from '@/contract/code-use';
import type { RuleExample } from '@/contract/rule-example';
import type { ExampleEffect } from '@/domain/rules/examples/example';
import { useAssetIndex } from '@/components/assets/asset-index';
import { eventName } from '@/components/events/event-name';
import { useTRPC, useTRPCClient } from '@/trpc/client';
import { fieldsOf, type RuleFormDraft } from '../rule-draft';
import { useDebounced } from '../use-debounced';
import { stateRead } from './example-source';
import { exampleName } from './example-words';

/** What decides the outcome of examples, in the form in which a draft is validated. */
function validated(draft: RuleFormDraft, ruleId: string | undefined, examples: readonly RuleExample[]) {
  const { condition, actions, budgets, stop_after_match, active_from, active_to } = fieldsOf(draft);
  const rule = { condition, actions, budgets, stop_after_match, active_from, active_to };
  return { ...rule, program_id: draft.program_id, ...(ruleId === undefined ? {} : { rule_id: ruleId }), examples: [...examples] };
}

/** The results in the order of the examples; null while the rule cannot run. */
export function useExampleResults(draft: RuleFormDraft, ruleId: string | undefined, examples: readonly RuleExample[]) {
  const [input] = useDebounced(validated(draft, ruleId, examples));
  const enabled = input.program_id !== '' && input.condition.trim() !== '' && input.examples.length > 0;
  const { data, error } = useQuery(
    useTRPC().rules.validate.queryOptions(input, { enabled, retry: false, staleTime: 0, placeholderData: keepPreviousData }),
  );
  const results = error ? null : (data?.examples ?? null);
  // Until the answer to the latest draft arrives, there are those of an earlier one, which may be of other examples.
  const isOfThese = results?.length === examples.length && results.every(({ name }, index) => name === examples[index]?.name);
  return isOfThese ? results : null;
}

/** An event whose outcome becomes an example. */
export interface Happening {
  readonly event_data: RuleExample['event']['event_data'];
  readonly event_timestamp?: string;
  /** Ids of people, as in a path. */
  readonly participant: string | null;
  readonly recipient: string | null;
  /** Whose state as of then is supposed; now when absent. */
  readonly as_of?: string;
  /** What became of its codes: those that applied are supposed. */
  readonly codes?: readonly CodeOutcome[];
  readonly matched: boolean;
  readonly effects: ExampleEffect[];
}

/** Makes examples of events, with that part of people's state which the rule reads. */
export function useExampleMaker(draft: RuleFormDraft, ruleId: string | undefined): (happening: Happening) => Promise<RuleExample> {
  const client = useTRPCClient();
  const { symbolOf } = useAssetIndex();
  const stateOf = async (id: string, as_of: string | undefined, scope: 'participant' | 'recipient') => {
    const { references } = await client.rules.validate.query(validated(draft, ruleId, []));
    if (!references.some((reference) => reference.scope === scope)) return undefined;
    const person = await client.participants.get.query({ id, as_of });
    return stateRead(person, scope, { references, programId: draft.program_id, symbolOf });
  };
  const codesOf = (outcomes: readonly CodeOutcome[]) =>
    Promise.all(
      outcomes.flatMap(({ code, batch_id, status }) =>
        status === 'REFUSED' || batch_id === null ? [] : supposedCode(client, code, batch_id),
      ),
    );
  return async ({ participant, recipient, as_of, codes, matched, effects, ...data }) => {
    const actor = participant === null ? undefined : await stateOf(participant, as_of, 'participant');
    const other = recipient === null ? undefined : ((await stateOf(recipient, as_of, 'recipient')) ?? {});
    const applied = await codesOf(codes ?? []);
    const event = { ...data, ...(applied.length > 0 && { codes: applied }) };
    const state = { ...(actor && { participant: actor }), ...(other && { recipient: other }) };
    return {
      name: exampleName(eventName(event), { matched, effects }),
      event,
      ...((actor ?? other) ? { state } : {}),
      expects: { matched, effects },
    };
  };
}

async function supposedCode(client: ReturnType<typeof useTRPCClient>, code: string, batchId: string) {
  const { key, campaign_id } = await client.codeBatches.get.query({ id: batchId });
  return { batch: key, code, ...(campaign_id !== null && { campaign_id }) };
}
