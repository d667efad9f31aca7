/** Keeps what a draft was tried on, and what it gave, as an example of the rule. */
'use client';
import { useMutation } from '@tanstack/react-query';
import type { RuleExample } from '@/contract/rule-example';
import { useAssetIndex } from '@/components/assets/asset-index';
import { Button } from '@/components/ui/button';
import { FailureNote } from '@/components/ui/failure-note';
import { failureOf } from '@/trpc/failure';
import type { Outputs } from '@/trpc/outputs';
import type { RuleFormDraft } from '../rule-draft';
import { effectsTried } from './example-source';
import { useExampleMaker } from './use-examples';

interface KeepExampleProps {
  draft: RuleFormDraft;
  ruleId?: string;
  event_data: RuleExample['event']['event_data'];
  /** The external id of the participant; empty for somebody new. */
  who: string;
  trial: Outputs['rules']['simulateConfiguration'];
  onExample: (example: RuleExample) => void;
}

export function KeepExample({ draft, ruleId, event_data, who, trial, onExample }: KeepExampleProps) {
  const { symbolOf } = useAssetIndex();
  const make = useExampleMaker(draft, ruleId);
  const keep = useMutation({
    mutationFn: () =>
      make({
        event_data,
        participant: who === '' ? null : `ext:${who}`,
        recipient: null,
        codes: trial.codes ?? [],
        matched: trial.matched,
        effects: effectsTried(trial.effects, who, symbolOf),
      }),
    onSuccess: onExample,
  });
  return (
    <div className="mt-3 flex flex-col items-start gap-2">
      <Button size="small" pending={keep.isPending} onClick={() => keep.mutate()}>
        Keep as example
      </Button>
      {keep.error && <FailureNote failure={failureOf(keep.error)} />}
    </div>
  );
}
