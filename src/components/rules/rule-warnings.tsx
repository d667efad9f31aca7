/** Shows warnings about a rule while it is edited. None of them blocks saving. */
'use client';
import { TriangleAlert } from 'lucide-react';
import { statusLabel } from '@/components/ui/badge';
import { Prose } from '@/components/ui/prose';
import { useRuleFindings } from './cel/rule-findings';

export function RuleWarnings() {
  const { warnings } = useRuleFindings();
  return (
    <div aria-live="polite">
      {warnings.length > 0 && (
        <ul aria-label="Warnings" className="bg-warning-soft border-warning/30 rounded-panel flex flex-col gap-3 border p-3">
          {warnings.map(({ code, key, message }) => (
            <li key={`${code}/${key}`} className="flex items-start gap-2">
              <TriangleAlert className="text-warning mt-0.5 size-4 shrink-0" aria-hidden />
              <div className="min-w-0">
                <p className="font-medium">{statusLabel(code)}</p>
                <p className="text-ink-soft break-words">
                  <Prose text={message} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
