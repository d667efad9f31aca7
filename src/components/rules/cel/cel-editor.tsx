/** An editor for expressions and templates: syntax colours, completion, and each error marked in place. */
'use client';
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  completionStatus,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { bracketMatching } from '@codemirror/language';
import { Compartment, EditorState, type Extension, type Text } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { completionsOf } from './completions';
import { languageOf } from './language';
import { LOOK, ONE_LINE_LOOK } from './look';
import type { ProgramVocabulary } from './vocabulary';

/** An error in the text; its line and column count from 1. */
export interface Fault {
  readonly message: string;
  readonly line: number | null;
  readonly column: number | null;
}

export interface CelEditorProps {
  /** Its accessible name. */
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Whether the text is a one-line template with `{{ }}`; otherwise it is one expression on many lines. */
  template?: boolean;
  faults: readonly Fault[];
  vocabulary: ProgramVocabulary;
  example?: string;
  /** Is given what inserts a text where the cursor is and goes on there; null while there is no editor. */
  onReady?: (insert: ((text: string) => void) | null) => void;
  /** The selection to restore if the user is already typing. */
  begin?: { readonly anchor: number; readonly head: number };
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
  'aria-required'?: boolean;
}

function submitForm(view: EditorView): boolean {
  view.dom.closest('form')?.requestSubmit();
  return true;
}

/** Escape closes the completion list before the dialog around the editor sees it. */
function keepEscape(view: EditorView): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !view.hasFocus || completionStatus(view.state) === null) return;
    event.stopPropagation();
    closeCompletion(view);
  };
  window.addEventListener('keydown', listen, { capture: true });
  return () => window.removeEventListener('keydown', listen, { capture: true });
}

/** Turns line breaks into spaces, however they were entered. */
const oneLine: Extension = [
  EditorState.transactionFilter.of((transaction) => {
    if (transaction.newDoc.lines === 1) return transaction;
    const insert = transaction.newDoc.toString().replace(/\s*\n\s*/g, ' ');
    return { changes: { from: 0, to: transaction.startState.doc.length, insert }, selection: { anchor: insert.length } };
  }),
  keymap.of([{ key: 'Enter', run: submitForm }]),
  ONE_LINE_LOOK,
];

const manyLines: Extension = [EditorView.lineWrapping, keymap.of([{ key: 'Mod-Enter', run: submitForm }])];

/** Marks the word at the error's position, or the last character if the error is at the end. */
function markOf(doc: Text, { line, column, message }: Fault): Diagnostic {
  const at = doc.line(Math.min(line ?? 1, doc.lines));
  const from = Math.min(at.from + (column ?? 1) - 1, at.to);
  const word = /^(?:\w+|[^\w\s]+)/.exec(doc.sliceString(from, at.to))?.[0].length ?? 0;
  return { from: word === 0 ? Math.max(from - 1, 0) : from, to: from + word, severity: 'error', message };
}

export function CelEditor({
  label,
  value,
  onChange,
  template = false,
  faults,
  vocabulary,
  example,
  begin,
  onReady,
  ...attributes
}: CelEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<{ view: EditorView; attributes: Compartment } | null>(null);
  const known = useRef(vocabulary);
  // The draft is updated before the next field can be edited, which builds on the last rendered draft.
  const changed = useEffectEvent((text: string) => {
    if (text !== value) flushSync(() => onChange(text));
  });
  const beginning = useEffectEvent(() => ({ doc: value, selection: begin }));
  const ready = useEffectEvent((insert: ((text: string) => void) | null) => onReady?.(insert));

  // Before anything else can be typed: this render has removed the plain field.
  useLayoutEffect(() => {
    if (!place.current) return undefined;
    const attributesOf = new Compartment();
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        ...beginning(),
        extensions: [
          history(),
          closeBrackets(),
          bracketMatching(),
          autocompletion({ override: [completionsOf(template, () => known.current)], icons: false }),
          template ? oneLine : manyLines,
          keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          languageOf(template),
          LOOK,
          attributesOf.of([]),
          EditorView.updateListener.of(({ docChanged, state }) => docChanged && changed(state.doc.toString())),
        ],
      }),
    });
    editor.current = { view, attributes: attributesOf };
    if (beginning().selection) view.focus();
    const stopKeeping = keepEscape(view);
    ready((text) => {
      view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true });
      view.focus();
    });
    return () => {
      ready(null);
      stopKeeping();
      view.destroy();
    };
  }, [template]);

  useEffect(() => {
    known.current = vocabulary;
  }, [vocabulary]);

  useEffect(() => {
    const view = editor.current?.view;
    if (!view || view.state.doc.toString() === value) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    const view = editor.current?.view;
    if (view)
      view.dispatch(
        setDiagnostics(
          view.state,
          faults.map((fault) => markOf(view.state.doc, fault)),
        ),
      );
  }, [faults]);

  const { id, 'aria-describedby': describedBy, 'aria-invalid': invalid, 'aria-required': required } = attributes;
  useEffect(() => {
    const content: Record<string, string> = { 'aria-label': label, spellcheck: 'false' };
    if (id) content['id'] = id;
    if (describedBy) content['aria-describedby'] = describedBy;
    if (invalid) content['aria-invalid'] = 'true';
    if (required) content['aria-required'] = 'true';
    const extension = [EditorView.contentAttributes.of(content), example ? placeholder(example) : []];
    editor.current?.view.dispatch({ effects: editor.current.attributes.reconfigure(extension) });
  }, [label, id, describedBy, invalid, required, example, template]);

  return <div ref={place} className="contents" />;
}
