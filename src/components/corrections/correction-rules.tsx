/** The rules behind a correction, each with what it does: those that should have applied, and those that did instead. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { Correction } from '@/contract/correction';
import { RuleWords } from '@/components/backtests/rule-words';
import { Part } from '@/components/ui/detail';
import { FailureNote } from '@/components/ui/failure-note';
import { Waiting } from '@/components/ui/waiting';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';

export function CorrectionRules({ correction: { program_id, backtest_id } }: { correction: Correction }) {
  const { data, error } = useQuery(useTRPC().backtests.get.queryOptions({ id: program_id, backtest_id }));
  const rules = data?.result?.rules ?? [];
  return (
    <Part title="Rules">
      {error ? (
        <FailureNote failure={failureOf(error)} />
      ) : data === undefined ? (
        <Waiting className="h-20" />
      ) : rules.length === 0 ? (
        <p className="text-ink-soft">No rule was tried, and none had acted.</p>
      ) : (
        <ul aria-label="Rules of the backtest" className="panel divide-line divide-y">
          {rules.map((rule) => (
            <li key={rule.rule_id} className="px-3 py-2">
              <RuleWords rule={rule} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
