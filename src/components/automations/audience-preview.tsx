/** Previews whom an automation would reach now, with sample events; says which participants it has not evaluated. */
'use client';
import type { AutomationPreview } from '@/contract/automation-preview';

const number = new Intl.NumberFormat('en');

function countText({ participant_count, evaluated_count, matched_count, complete }: AutomationPreview): string {
  if (participant_count === null) return 'Would create this one event now:';
  if (participant_count === 0) return 'The program has no active participants yet.';
  const [matched, evaluated, all] = [matched_count, evaluated_count, participant_count].map((count) => number.format(count));
  if (complete) return `Matches ${matched} of ${all} participants now${matched_count > 0 ? ', such as:' : '.'}`;
  return `Matches ${matched} of the first ${evaluated} of ${all} participants; the others were not checked.`;
}

const failureText = ({ failed_count, failures }: AutomationPreview): string =>
  `For ${number.format(failed_count)} the filter fails: ${failures.map(({ external_id, reason }) => `${external_id} (${reason})`).join(', ')}.`;

const guardText = ({ guard }: AutomationPreview): string | null => {
  if (guard.holds === true) return null;
  return guard.holds === null
    ? `A run now would fail: ${guard.reason}.`
    : 'A run now would be skipped: the condition of “Only while” is not true.';
};

export function AudiencePreview({ preview }: { preview: AutomationPreview | undefined }) {
  const guard = preview && guardText(preview);
  return (
    <section aria-label="Preview" aria-live="polite" className="panel flex min-h-16 flex-col gap-1 px-3 py-2">
      <p className="text-ink-soft text-xs font-medium">Preview</p>
      {preview && preview.errors.length > 0 && <p className="text-ink-soft">Correct the marked expressions first.</p>}
      {preview?.errors.length === 0 && (
        <>
          {guard && <p className="text-warning">{guard}</p>}
          <p>{countText(preview)}</p>
          {preview.failed_count > 0 && <p className="text-danger break-words">{failureText(preview)}</p>}
          <ul aria-label="Examples" className="flex flex-col gap-1">
            {preview.examples.map(({ participant_id, external_id, event_data, reason }) => (
              <li key={participant_id ?? 'program'} className="flex flex-wrap gap-x-2">
                {external_id !== null && <span className="font-medium">{external_id}</span>}
                {event_data ? (
                  <code className="text-ink-soft font-mono text-xs break-all">{JSON.stringify(event_data)}</code>
                ) : (
                  <span className="text-danger">{reason}</span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
