/** A labelled expression or template. Its editor loads once the page is in use; until then a plain field holds the text. */
'use client';
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ChangeEvent,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { Field } from '@/components/ui/field';
import { afterFirstInteraction } from '@/components/ui/first-interaction';
import { onceInUse } from '@/components/ui/on-demand';
import type { CelEditorProps, Fault } from './cel-editor';
import { NO_FINDINGS, useRuleFindings } from './rule-findings';
import type { RuleRoot } from './vocabulary';

interface CelFieldProps extends Pick<CelEditorProps, 'label' | 'value' | 'onChange' | 'template' | 'example'> {
  /** The path of the text in the request, as the API names its fields. */
  at: string;
  /** The API's error from the last save. */
  error?: string;
  hint?: ReactNode;
  required?: boolean;
  /** The roots it can read; absent: all roots of rules. */
  roots?: readonly RuleRoot[];
  /** Whether a field can be chosen and inserted. */
  insertable?: boolean;
}

const InsertField = onceInUse(
  () => import('../insert-field').then((loaded) => loaded.InsertField),
  () => null,
);

export function CelField({ at, error, hint, required, roots, insertable = false, ...editor }: CelFieldProps) {
  const { faults, vocabulary: known } = useRuleFindings();
  const vocabulary = useMemo(() => ({ ...known, roots }), [known, roots]);
  const found = faults[at] ?? NO_FINDINGS;
  const [first] = found;
  const insert = useRef<((text: string) => void) | null>(null);
  const onReady = useCallback<NonNullable<CelEditorProps['onReady']>>((ready) => (insert.current = ready), []);
  const field = (
    <Field label={editor.label} required={required} hint={hint} error={first ? placed(first, editor.value) : error}>
      <EditorSlot {...editor} faults={found} vocabulary={vocabulary} onReady={onReady} />
    </Field>
  );
  if (!insertable) return field;
  // Until the editor is there, the plain field is what is added to.
  const add = (hole: string) => (insert.current ? insert.current(hole) : editor.onChange(editor.value + hole));
  return (
    <div className="relative">
      {field}
      <div className="absolute -top-1.5 right-0">
        <InsertField into={editor.label} roots={roots} onInsert={add} />
      </div>
    </div>
  );
}

/** Includes the position if the text has more than one line. */
const placed = ({ message, line, column }: Fault, text: string): string =>
  line !== null && column !== null && text.includes('\n') ? `Line ${line}, column ${column}: ${message}` : message;

type Editor = ComponentType<CelEditorProps>;
type PlainElement = HTMLInputElement & HTMLTextAreaElement;

/** Once loaded, shared by every field. */
let known: Editor | undefined;

/** Moves focus and selection from the plain field to the editor while the user types. */
function EditorSlot(props: CelEditorProps) {
  const plain = useRef<PlainElement>(null);
  const [begin, setBegin] = useState<CelEditorProps['begin']>();
  const [CelEditor, setEditor] = useState<Editor | undefined>(() => known);
  useEffect(() => {
    if (CelEditor) return;
    const show = (editor: Editor) => {
      known = editor;
      const { current } = plain;
      // Synchronously, so that nothing typed in between is lost.
      flushSync(() => {
        if (current && current === document.activeElement)
          setBegin({ anchor: current.selectionStart ?? 0, head: current.selectionEnd ?? 0 });
        setEditor(() => editor);
      });
    };
    // If it cannot be loaded, the plain field stays.
    afterFirstInteraction(() => import('./cel-editor').then((loaded) => show(loaded.CelEditor)).catch(() => undefined));
  }, [CelEditor]);
  return CelEditor ? <CelEditor {...props} begin={begin} /> : <PlainField {...props} plain={plain} />;
}

const PLAIN =
  'border-line-strong bg-surface rounded-control aria-invalid:border-danger placeholder:text-ink-faint block w-full border px-2.5 font-mono text-xs leading-5';

/** The same size as the editor that replaces it. */
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
  onReady: _onReady,
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
