/** Suggests completions while one types: roots, the program's names below them, and functions. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import {
  membersOf,
  RULE_FUNCTIONS,
  RULE_ROOT_NAMES,
  type KnownName,
  type ProgramVocabulary,
  type FunctionHelp,
  type RuleRoot,
} from './vocabulary';

const ROOT_ABOUT: Record<RuleRoot, string> = {
  event: 'what was sent',
  participant: 'the actor of the event',
  recipient: 'whom the event names',
  program: 'state of the program',
  groups: 'groups of the participant',
  codes: 'codes that apply to the event',
  now: 'when it happened',
};

const PATH = /(?:[_a-zA-Z]\w*(?:\[\d+\])*\s*\.\s*)*[_a-zA-Z]?\w*$/;
const NAME = /^\w*$/;

const known = ({ name, about }: KnownName): Completion => ({ label: name, detail: about, type: 'property' });

const called = ({ name, about }: FunctionHelp): Completion => ({ label: name, apply: `${name}(`, detail: about, type: 'function' });

const calledOn = (receiver: FunctionHelp['on']): readonly Completion[] => RULE_FUNCTIONS.filter(({ on }) => on === receiver).map(called);
const FUNCTIONS = calledOn(undefined);
const METHODS = calledOn('value');
const MATH = calledOn('math');
const rootsOf = ({ roots = RULE_ROOT_NAMES }: ProgramVocabulary): readonly Completion[] => [
  ...roots.map((name): Completion => ({ label: name, detail: ROOT_ABOUT[name], type: 'variable', boost: 10 })),
  { label: 'math', detail: 'numeric functions', type: 'namespace' },
  ...['true', 'false', 'null', 'in'].map((name): Completion => ({ label: name, type: 'keyword' })),
];

/** Whether `at` lies within the `{{ }}` of a template. */
const inHole = (text: string): boolean => text.lastIndexOf('{{') > text.lastIndexOf('}}');

/** Whether the text ends inside a string literal. */
const inText = (text: string): boolean => (text.replace(/\\./g, '').match(/"/g)?.length ?? 0) % 2 === 1;

/** @param vocabulary called each time, because it loads after the editor. */
export const completionsOf = (isTemplate: boolean, vocabulary: () => ProgramVocabulary) =>
  function complete(context: CompletionContext): CompletionResult | null {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    if (isTemplate && !inHole(context.state.sliceDoc(0, context.pos))) return null;
    if (inText(isTemplate ? before.slice(before.lastIndexOf('{{')) : before)) return null;
    const typed = PATH.exec(before)?.[0] ?? '';
    const parts = typed.split('.').map((part) => part.trim().replace(/\[\d+\]/g, ''));
    const last = parts.pop() ?? '';
    if (last === '' && parts.length === 0 && !context.explicit) return null;
    return { from: context.pos - last.length, options: optionsAfter(parts, vocabulary()), validFor: NAME };
  };

function optionsAfter(path: readonly string[], vocabulary: ProgramVocabulary): readonly Completion[] {
  if (path.length === 0) return [...rootsOf(vocabulary), ...FUNCTIONS];
  return path.length === 1 && path[0] === 'math' ? MATH : [...membersOf(path, vocabulary).map(known), ...METHODS];
}
