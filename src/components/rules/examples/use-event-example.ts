/** Adds to a rule's draft the event that the address names, once, as an example. */
'use client';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useRef } from 'react';
import type { RuleExample } from '@/contract/rule-example';
import { useAssetIndex } from '@/components/assets/asset-index';
import { toast } from '@/components/ui/toast';
import { useTRPCClient } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { EXAMPLE_EVENT } from '../rule-address';
import type { RuleFormDraft } from '../rule-draft';
import { effectsGiven } from './example-source';
import { useExampleMaker } from './use-examples';

export function useEventExample(draft: RuleFormDraft, ruleId: string | undefined, onExample: (example: RuleExample) => void): void {
  const client = useTRPCClient();
  const router = useRouter();
  const path = usePathname();
  const parameters = useSearchParams();
  const { all, symbolOf } = useAssetIndex();
  const make = useExampleMaker(draft, ruleId);
  const begun = useRef<string | null>(null);
  const eventId = parameters.get(EXAMPLE_EVENT);
  const take = async (id: string) => {
    const event = await client.events.get.query({ id });
    const evaluation = event.rule_evaluations.find(({ rule_id }) => rule_id === ruleId);
    const { participant_id, recipient_id, received_at, event_data, event_timestamp } = event;
    const example = await make({
      event_data,
      event_timestamp,
      participant: participant_id,
      recipient: recipient_id,
      as_of: received_at,
      codes: event.codes ?? [],
      matched: evaluation?.status === 'MATCHED',
      effects: evaluation ? effectsGiven(evaluation, { participant_id, recipient_id }, symbolOf) : [],
    });
    onExample(example);
    toast.success('Added the event as an example. Save the rule to keep it.');
  };
  useEffect(() => {
    if (eventId === null || begun.current === eventId || all.length === 0) return;
    begun.current = eventId;
    take(eventId).catch((error: unknown) => toast.error(failureOf(error).message));
    const rest = new URLSearchParams(parameters);
    rest.delete(EXAMPLE_EVENT);
    router.replace(rest.size > 0 ? `${path}?${rest.toString()}` : path, { scroll: false });
  });
}
