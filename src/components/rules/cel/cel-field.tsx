/** A labelled expression or template. Its editor is fetched when it is first shown; until then the text can be read. */
'use client';
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { Field } from '@/components/ui/field';
import { cn } from '@/components/ui/cn';
import type { CelEditorProps, Fault } from './cel-editor';
import { NO_FINDINGS, useRuleFindings } from './rule-findings';
import type { RuleRoot } from './vocabulary';

const CelEditor = lazy(() => import('./cel-editor'));

export interface CelFieldProps extends Pick<CelEditorProps, 'label' | 'value' | 'onChange' | 'template' | 'example'> {
  /** Where the text lies in the request, as the API names its fields. */
  at: string;
  /** What the API said when the rule was to be saved. */
  error?: string;
  hint?: ReactNode;
  required?: boolean;
  /** What it can read; absent: all that rules can. */
  roots?: readonly RuleRoot[];
}

export function CelField({ at, error, hint, required, roots, ...editor }: CelFieldProps) {
  const { faults, vocabulary: known } = useRuleFindings();
  const vocabulary = useMemo(() => ({ ...known, roots }), [known, roots]);
  const found = faults[at] ?? NO_FINDINGS;
  const [first] = found;
  return (
    <Field label={editor.label} required={required} hint={hint} error={first ? placed(first, editor.value) : error}>
      <Place {...editor} faults={found} vocabulary={vocabulary} />
    </Field>
  );
}

/** The place is said where there is more than one line to look at. */
const placed = ({ message, line, column }: Fault, text: string): string =>
  line !== null && column !== null && text.includes('\n') ? `Line ${line}, column ${column}: ${message}` : message;

const Place = (props: CelEditorProps) => (
  <Suspense
    fallback={
      <div
        className={cn(
          'border-line-strong bg-surface rounded-control overflow-hidden border px-2.5 font-mono text-xs leading-5 whitespace-pre-wrap',
          props.template ? 'h-8 py-[5px]' : 'min-h-[7.2rem] py-1.5',
        )}
      >
        {props.value}
      </div>
    }
  >
    <CelEditor {...props} />
  </Suspense>
);
