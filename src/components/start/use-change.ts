/** Saves a changed rule with examples of what it does now, and sends the event that it credited once more. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Rule } from '@/contract/rule';
import { eventName } from '@/components/events/event-name';
import { exampleName } from '@/components/rules/examples/example-words';
import type { fieldsOf } from '@/components/rules/rule-draft';
import { useTRPC, useTRPCClient } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

type SentEvent = Outputs['events']['get'];
type Changed = Pick<ReturnType<typeof fieldsOf>, 'condition' | 'actions' | 'budgets'>;

const TAIL = 8;

/** Whether the rule may have given somebody all that it ever gives them. */
const givesOnce = ({ budgets }: Pick<Changed, 'budgets'>): boolean =>
  budgets.some(({ scope, schedule_type }) => scope === 'PARTICIPANT' && schedule_type === null);

/** The event for the same people, or for others where the rule has done for these what it does only once. */
function again({ program_id, external_id, recipient_id, event_data }: SentEvent, changed: Changed) {
  const tail = crypto.randomUUID().slice(0, TAIL);
  const actor = external_id ?? 'somebody';
  return {
    program_id,
    event_data,
    external_id: givesOnce(changed) ? `${actor}-${tail}` : actor,
    ...(recipient_id === null ? {} : { recipient_external_id: `friend-${tail}` }),
    idempotency_key: `changed-rule-${tail}`,
  };
}

export function useChange(event: SentEvent, rule: Rule) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const [sentId, setSentId] = useState<string | null>(null);
  /** Examples that would fail are made to expect what the changed rule does. */
  const examplesOf = async (changed: Changed): Promise<Rule['examples']> => {
    const { examples } = await client.rules.validate.query({ rule_id: rule.id, ...changed, examples: rule.examples });
    return rule.examples.map((example, place) => {
      const result = examples?.[place];
      if (!result || result.passed || result.got.failure) return example;
      const { matched, effects } = result.got;
      return { ...example, name: exampleName(eventName(example.event), { matched, effects }), expects: { matched, effects } };
    });
  };
  const save = useMutation({
    mutationFn: async ({ condition, actions, budgets }: Changed) => {
      const changed = { condition, actions, budgets };
      await client.rules.update.mutate({ id: rule.id, ...changed, examples: await examplesOf(changed) });
      return client.events.ingest.mutate(again(event, changed));
    },
    onSuccess: ({ id }) => {
      setSentId(id);
      void queries.invalidateQueries(trpc.start.pathFilter());
      void queries.invalidateQueries(trpc.events.list.pathFilter());
    },
  });
  return { save, sentId };
}
