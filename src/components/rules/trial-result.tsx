/** Shows the result of trying a draft: its verdict, why, and its effects. */
'use client';
import type { Outputs } from '@/trpc/outputs';
import { useAssetIndex } from '@/components/assets/asset-index';
import { CodeOutcomes } from '@/components/codes/code-outcomes';
import { Trace } from '@/components/events/trace';
import { StatusBadge } from '@/components/ui/badge';
import { effectText } from './effect-text';

export function TrialResult({ simulation }: { simulation: Outputs['rules']['simulateConfiguration'] }) {
  const { symbolOf } = useAssetIndex();
  const { evaluations, effects, failure, codes } = simulation;
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col gap-2">
        {evaluations.map(({ rule_id, rule_name, status, reason, explanation, trace }) => (
          <li key={rule_id} className="border-line rounded-control border">
            <div className="flex items-center justify-between gap-2 px-3 py-2">
              <span className="min-w-0 truncate font-medium">{rule_name}</span>
              <StatusBadge status={status} />
            </div>
            {(reason ?? explanation) && <p className="text-ink-soft px-3 pb-2 break-words">{reason ?? explanation}</p>}
            {trace.length > 0 && <Trace steps={trace} open={evaluations.length === 1} />}
          </li>
        ))}
      </ul>
      {codes && <CodeOutcomes outcomes={codes} />}
      {failure && <p className="bg-danger-soft rounded-control p-3">The event would fail: {failure.message}</p>}
      {effects.length > 0 ? (
        <ul aria-label="Effects" className="list-disc pl-5">
          {effects.map((effect, index) => (
            <li key={index} className="break-words tabular-nums">
              {effectText(effect, symbolOf)}
            </li>
          ))}
        </ul>
      ) : (
        !failure && <p className="text-ink-soft">Nothing would happen.</p>
      )}
    </div>
  );
}
