/** From a rule that is being written to a backtest of it: the change is tried among the other rules, on what has happened. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { RuleDraft } from '@/components/rules/rule-draft';
import { trialOf } from '@/components/rules/draft-trial';
import { useOrganizationNow } from '@/components/shell/clock';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { FailureNote } from '@/components/ui/failure-note';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { windowOf } from './backtest-draft';

const WINDOWS = ['7', '30', '90'].map((value) => ({ value, label: `Last ${value} days` }));

export function BacktestChange({ draft, ruleId }: { draft: RuleDraft; ruleId?: string }) {
  const [days, setDays] = useState('30');
  const { change } = useMay();
  const now = useOrganizationNow();
  const { start, ready } = useBacktestOf(draft, ruleId);
  if (!change) return null;
  return (
    <section aria-label="Backtest" className="panel flex flex-col gap-3 p-4">
      <div>
        <h2 className="font-semibold">Backtest</h2>
        <p className="text-ink-faint text-xs">What this would have given, among the other rules, beside what was really given.</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Select aria-label="On events of" options={WINDOWS} value={days} onChange={setDays} />
        <Button pending={start.isPending} disabled={!ready} onClick={() => start.mutate(windowOf(Number.parseInt(days, 10), now))}>
          Backtest this change
        </Button>
      </div>
      {start.error && <FailureNote failure={failureOf(start.error)} />}
    </section>
  );
}

function useBacktestOf(draft: RuleDraft, ruleId: string | undefined) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const router = useRouter();
  const create = useMutation(trpc.backtests.create.mutationOptions());
  const id = draft.program_id;
  const start = useMutation({
    mutationFn: async (window: { from: string; to: string }) => {
      const { rule_sets } = await queries.fetchQuery(trpc.ruleConfiguration.get.queryOptions({ id }));
      return create.mutateAsync({ id, ...window, configuration: trialOf(draft, ruleId, rule_sets) });
    },
    onSuccess: (backtest) => router.push(`/rules/backtests?${new URLSearchParams({ program: id, open: backtest.id }).toString()}`),
  });
  return { start, ready: id !== '' && draft.condition.trim() !== '' };
}
