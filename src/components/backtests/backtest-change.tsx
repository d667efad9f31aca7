/** Backtests a rule while it is edited: the change runs among the other rules on past events, and the result shows beside the form. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Backtest } from '@/contract/backtest';
import type { RuleFormDraft } from '@/components/rules/rule-draft';
import { trialOf } from '@/components/rules/draft-trial';
import { useOrganizationNow } from '@/components/shell/clock';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { FailureNote } from '@/components/ui/failure-note';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { Select } from '@/components/ui/select';
import { Sheet } from '@/components/ui/sheet';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { windowOf } from './backtest-draft';

const BacktestDetail = onDemand(() => import('./backtest-detail').then((loaded) => loaded.BacktestDetail), FILLING);

const WINDOWS = ['7', '30', '90'].map((value) => ({ value, label: `Last ${value} days` }));

export function BacktestChange({ draft, ruleId }: { draft: RuleFormDraft; ruleId?: string }) {
  const [days, setDays] = useState('30');
  const [opened, setOpened] = useState<Backtest | null>(null);
  const { change } = useMay();
  const now = useOrganizationNow();
  const { start, ready } = useBacktestOf(draft, ruleId, setOpened);
  if (!change) return null;
  return (
    <section aria-label="Backtest" className="panel flex flex-col gap-3 p-4">
      <div>
        <h2 className="font-semibold">Backtest</h2>
        <p className="text-ink-faint text-xs">
          Compares what this would have given, together with the other rules, with what was really given.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Select aria-label="On events of" options={WINDOWS} value={days} onChange={setDays} />
        <Button pending={start.isPending} disabled={!ready} onClick={() => start.mutate(windowOf(Number.parseInt(days, 10), now))}>
          Backtest this change
        </Button>
      </div>
      {start.error && <FailureNote failure={failureOf(start.error)} />}
      <Sheet open={opened !== null} onClose={() => setOpened(null)} title="Backtest" href={opened ? addressOf(opened) : undefined}>
        {opened && <BacktestDetail programId={opened.program_id} id={opened.id} />}
      </Sheet>
    </section>
  );
}

const addressOf = ({ id, program_id }: Backtest): string =>
  `/rules/backtests?${new URLSearchParams({ program: program_id, open: id }).toString()}`;

function useBacktestOf(draft: RuleFormDraft, ruleId: string | undefined, onBegun: (backtest: Backtest) => void) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const create = useMutation(trpc.backtests.create.mutationOptions());
  const id = draft.program_id;
  const start = useMutation({
    mutationFn: async (window: { from: string; to: string }) => {
      const { rule_sets } = await queries.fetchQuery(trpc.ruleConfiguration.get.queryOptions({ id }));
      return create.mutateAsync({ id, ...window, configuration: trialOf(draft, ruleId, rule_sets) });
    },
    onSuccess: (backtest) => {
      void queries.invalidateQueries(trpc.backtests.list.pathFilter());
      onBegun(backtest);
    },
  });
  return { start, ready: id !== '' && draft.condition.trim() !== '' };
}
