/** Says what a rule would do, in a sentence that follows what is typed. */
'use client';
import { useRuleFindings } from './cel/rule-findings';

export function RuleSentence() {
  const { sentence } = useRuleFindings();
  return (
    <section aria-label="In a sentence" className="panel p-3">
      <h2 className="text-ink-soft mb-1 text-xs font-medium">In a sentence</h2>
      <p aria-live="polite" className={sentence === null ? 'text-ink-faint' : 'break-words'}>
        {sentence ?? 'Write a condition and an action, and this says what the rule does.'}
      </p>
    </section>
  );
}
