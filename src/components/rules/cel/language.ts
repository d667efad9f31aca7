/** Highlights CEL, alone or in the `{{ }}` of a template. Validation is up to the API. */
import { HighlightStyle, StreamLanguage, syntaxHighlighting, type StreamParser, type StringStream } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import { RULE_FUNCTIONS, RULE_ROOT_NAMES } from './vocabulary';

interface State {
  /** Whether the position is within an expression; a template starts outside one. */
  inside: boolean;
  /** The open braces of the expression. */
  braces: number;
  /** The closing quotes of a string continued from the previous line. */
  quotes: string | null;
}

const STRING_START = /^(?:[bB][rR]?|[rR][bB]?)?("""|'''|"|')/;
const NUMBER = /^(?:0[xX][0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)[uU]?/;
const NAME = /^[_a-zA-Z][_a-zA-Z0-9]*/;
const OPERATOR = /^(?:&&|\|\||[=!<>]=|[<>!+\-*/%?:])/;
const LITERALS: ReadonlySet<string> = new Set(['true', 'false', 'null']);
const ROOTS: ReadonlySet<string> = new Set(RULE_ROOT_NAMES);
const CALLED: ReadonlySet<string> = new Set(RULE_FUNCTIONS.map(({ name }) => name));

/** Reads to the end of a string; only triple-quoted ones span lines. */
function readText(stream: StringStream, state: State): string {
  const quotes = state.quotes ?? '"';
  while (!stream.eol()) {
    if (stream.match(quotes)) {
      state.quotes = null;
      return 'string';
    }
    if (stream.next() === '\\') stream.next();
  }
  if (quotes.length === 1) state.quotes = null;
  return 'string';
}

function nameToken(stream: StringStream, name: string): string {
  if (LITERALS.has(name)) return 'bool';
  if (name === 'in') return 'keyword';
  const before = stream.string.slice(0, stream.start).trimEnd();
  if (CALLED.has(name) && /^\s*\(/.test(stream.string.slice(stream.pos))) return 'function';
  if (before.endsWith('.')) return 'propertyName';
  return ROOTS.has(name) ? 'root' : 'variableName';
}

function expressionToken(stream: StringStream, state: State): string | null {
  if (state.quotes !== null) return readText(stream, state);
  if (stream.eatSpace()) return null;
  if (stream.match('//')) {
    stream.skipToEnd();
    return 'comment';
  }
  const opening = stream.match(STRING_START) as RegExpMatchArray | null; // a pattern gives its match
  if (opening) {
    state.quotes = opening[1] ?? null;
    return readText(stream, state);
  }
  if (stream.match(NUMBER)) return 'number';
  const name = stream.match(NAME) as RegExpMatchArray | null; // a pattern gives its match
  if (name) return nameToken(stream, name[0]);
  if (stream.match(OPERATOR)) return 'operator';
  const character = stream.next();
  if (character === '{') state.braces += 1;
  if (character === '}') state.braces -= 1;
  return 'punctuation';
}

function templateToken(stream: StringStream, state: State): string | null {
  if (state.inside && !(state.quotes === null && state.braces === 0 && stream.match('}}', false))) return expressionToken(stream, state);
  if (stream.match('{{') || stream.match('}}')) {
    state.inside = !state.inside;
    state.braces = 0;
    return 'keyword';
  }
  stream.next();
  if (!stream.skipTo('{{')) stream.skipToEnd();
  return null;
}

const parser = (isTemplate: boolean): StreamParser<State> => ({
  name: isTemplate ? 'cel-template' : 'cel',
  startState: () => ({ inside: !isTemplate, braces: 0, quotes: null }),
  copyState: (state) => ({ ...state }),
  token: isTemplate ? templateToken : expressionToken,
  tokenTable: { root: tags.standard(tags.variableName), function: tags.function(tags.variableName) },
  languageData: { commentTokens: { line: '//' }, closeBrackets: { brackets: ['(', '[', '{', '"', "'"] } },
});

const LOOKS = HighlightStyle.define([
  { tag: tags.string, color: 'var(--success)' },
  { tag: [tags.number, tags.bool], color: 'var(--info)' },
  { tag: tags.keyword, color: 'var(--accent)', fontWeight: '600' },
  { tag: tags.standard(tags.variableName), color: 'var(--accent)' },
  { tag: tags.function(tags.variableName), color: 'var(--warning)' },
  { tag: tags.comment, color: 'var(--ink-faint)', fontStyle: 'italic' },
  { tag: [tags.operator, tags.punctuation], color: 'var(--ink-soft)' },
]);

const EXPRESSION: Extension = [StreamLanguage.define(parser(false)), syntaxHighlighting(LOOKS)];
const TEMPLATE: Extension = [StreamLanguage.define(parser(true)), syntaxHighlighting(LOOKS)];

export const languageOf = (isTemplate: boolean): Extension => (isTemplate ? TEMPLATE : EXPRESSION);
