/** The examples in a rule's form: each runs while the rule is edited, and one that fails shows what was expected beside what the rule gives. */
'use client';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { RuleExample, RuleExampleResult } from '@/contract/rule-example';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Part } from '@/components/ui/detail';
import { FieldFault } from '@/components/ui/field';
import type { RuleFormDraft } from '../rule-draft';
import { ExampleDialog } from './example-dialog';
import { outcomeSentences } from './example-words';
import { useEventExample } from './use-event-example';
import { useExampleResults } from './use-examples';

interface ExamplesPartProps {
  draft: RuleFormDraft;
  ruleId?: string;
  errors: Readonly<Record<string, string>>;
  onChange: (examples: readonly RuleExample[]) => void;
}

export function ExamplesPart({ draft, ruleId, errors, onChange }: ExamplesPartProps) {
  const { examples } = draft;
  /** The place of the one being edited; that after the last for a new one. */
  const [edited, setEdited] = useState<number | null>(null);
  const results = useExampleResults(draft, ruleId, examples);
  useEventExample(draft, ruleId, (example) => onChange([...examples, example]));
  const add = (
    <Button size="small" aria-haspopup="dialog" onClick={() => setEdited(examples.length)}>
      <Plus aria-hidden /> Add example
    </Button>
  );
  return (
    <Part title="Examples" actions={add}>
      <p role="status" className="text-ink-faint mb-2">
        {summaryOf(examples.length, results)}
      </p>
      {errors.examples && <FieldFault>{errors.examples}</FieldFault>}
      <ul aria-label="Examples" className="flex flex-col gap-2 empty:hidden">
        {examples.map((example, index) => (
          <ExampleLine
            key={index}
            example={example}
            result={results?.[index]}
            error={Object.entries(errors).find(([field]) => field.startsWith(`examples[${index}].`))?.[1]}
            onEdit={() => setEdited(index)}
            onRemove={() => onChange(examples.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      {edited !== null && (
        <ExampleDialog
          draft={draft}
          ruleId={ruleId}
          example={examples[edited]}
          onClose={() => setEdited(null)}
          onSave={(example) => {
            onChange(edited === examples.length ? [...examples, example] : examples.map((other, at) => (at === edited ? example : other)));
            setEdited(null);
          }}
        />
      )}
    </Part>
  );
}

function summaryOf(count: number, results: readonly RuleExampleResult[] | null): string {
  if (count === 0)
    return 'No examples. They run whenever the rule is saved, and keep it from being active when it no longer does what they say.';
  if (results === null) return 'The examples run once the rule is complete.';
  const failing = results.filter(({ passed }) => !passed).length;
  if (failing > 0) return `${failing} of ${count} ${failing === 1 ? 'fails' : 'fail'}.`;
  return count === 1 ? 'The example passes.' : `All ${count} pass.`;
}

interface ExampleLineProps {
  example: RuleExample;
  result?: RuleExampleResult;
  /** What the API found wrong with it. */
  error?: string;
  onEdit: () => void;
  onRemove: () => void;
}

function ExampleLine({ example, result, error, onEdit, onRemove }: ExampleLineProps) {
  return (
    <li className="panel flex flex-col gap-2 px-3 py-1.5">
      <div className="flex items-center justify-between gap-2">
        <span className="min-w-0 font-medium break-words">{example.name}</span>
        <span className="flex items-center gap-1">
          {result && <Badge tone={result.passed ? 'success' : 'danger'}>{result.passed ? 'Passes' : 'Fails'}</Badge>}
          <Button variant="quiet" size="icon" aria-label={`Edit ${example.name}`} aria-haspopup="dialog" onClick={onEdit}>
            <Pencil aria-hidden />
          </Button>
          <Button variant="quiet" size="icon" aria-label={`Remove ${example.name}`} onClick={onRemove}>
            <Trash2 aria-hidden />
          </Button>
        </span>
      </div>
      {error && <FieldFault>{error}</FieldFault>}
      {result && !result.passed && (
        <div className="grid gap-2 sm:grid-cols-2">
          <Outcome title="Expected" sentences={outcomeSentences(example.expects)} />
          <Outcome title="The rule gives" sentences={outcomeSentences(result.got)} reason={result.got.reason} />
        </div>
      )}
    </li>
  );
}

const Outcome = ({ title, sentences, reason }: { title: string; sentences: readonly string[]; reason?: string | null }) => (
  <section aria-label={title} className="bg-sunken rounded-control min-w-0 p-2">
    <h3 className="text-ink-soft text-xs font-medium">{title}</h3>
    {sentences.map((sentence, index) => (
      <p key={index} className="break-words tabular-nums">
        {sentence}
      </p>
    ))}
    {reason && <p className="text-ink-soft break-words">{reason}</p>}
  </section>
);
