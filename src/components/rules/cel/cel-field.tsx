/** A labelled expression or template. Its editor is fetched once somebody uses the page; until then the text is in a plain field. */
'use client';
import { useEffect, useMemo, useRef, useState, type ChangeEvent, type ComponentType, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { Field } from '@/components/ui/field';
import { whenPresent } from '@/components/ui/presence';
import type { CelEditorProps, Fault } from './cel-editor';
import { NO_FINDINGS, useRuleFindings } from './rule-findings';
import type { RuleRoot } from './vocabulary';

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

type Editor = ComponentType<CelEditorProps>;
type PlainElement = HTMLInputElement & HTMLTextAreaElement;

/** Known from then on to every field. */
let known: Editor | undefined;

/** Whoever is typing in the plain field goes on in the editor, at the same place. */
function Place(props: CelEditorProps) {
  const plain = useRef<PlainElement>(null);
  const [begin, setBegin] = useState<CelEditorProps['begin']>();
  const [CelEditor, setEditor] = useState<Editor | undefined>(() => known);
  useEffect(() => {
    if (CelEditor) return;
    const show = (editor: Editor) => {
      known = editor;
      const { current } = plain;
      // At once: what is typed between the two would be lost.
      flushSync(() => {
        if (current && current === document.activeElement)
          setBegin({ anchor: current.selectionStart ?? 0, head: current.selectionEnd ?? 0 });
        setEditor(() => editor);
      });
    };
    // Without it the plain field does.
    whenPresent(() => import('./cel-editor').then((loaded) => show(loaded.CelEditor)).catch(() => undefined));
  }, [CelEditor]);
  return CelEditor ? <CelEditor {...props} begin={begin} /> : <PlainField {...props} plain={plain} />;
}

const PLAIN =
  'border-line-strong bg-surface rounded-control aria-invalid:border-danger placeholder:text-ink-faint block w-full border px-2.5 font-mono text-xs leading-5';

/** As large as the editor that takes its place. */
function PlainField({
  label,
  value,
  onChange,
  template = false,
  example,
  plain,
  faults: _faults,
  vocabulary: _vocabulary,
  begin: _begin,
  ...attributes
}: CelEditorProps & { plain: RefObject<PlainElement | null> }) {
  const shared = {
    ...attributes,
    ref: plain,
    value,
    'aria-label': label,
    placeholder: example,
    spellCheck: false,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(target.value),
  };
  if (template) return <input {...shared} className={`${PLAIN} h-8 py-[5px]`} />;
  return <textarea {...shared} className={`${PLAIN} field-sizing-content min-h-[7.2rem] resize-none py-1.5`} />;
}
