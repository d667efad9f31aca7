/** Which values to suggest for a line: those that its field had in the latest events, or that participants have. */
import { OPERATORS, type BlockTerm, type LineBlock } from '@/domain/rules/blocks/block';
import type { ProgramVocabulary } from '../cel/vocabulary';

export interface Suggestion {
  readonly term: BlockTerm;
  readonly label: string;
  readonly count: number;
}

export interface Suggestions {
  readonly values: readonly Suggestion[];
  /** What was counted, such as `Of the latest 1,000 events.` */
  readonly about: string;
}

export const NO_SUGGESTIONS: Suggestions = { values: [], about: '' };

const ASKED: ReadonlySet<string> = new Set(['is', 'is_not', 'one_of', 'none_of', 'includes', 'excludes']);

/** @param lists the list that each variable around the line goes through, as `items`. */
export function suggestionsFor(line: LineBlock, { seen }: ProgramVocabulary, lists: ReadonlyMap<string, string>): Suggestions {
  const found = ASKED.has(line.operator) ? sampledPath(line, lists) : null;
  if (found === null || seen === undefined) return NO_SUGGESTIONS;
  const { sampleSize, values } = seen[found.of];
  return {
    values: (values.get(found.path) ?? []).map(({ value, count }) => ({ term: termOf(value), label: String(value), count })),
    about: `Of the latest ${sampleSize.toLocaleString('en')} ${found.of}.`,
  };
}

const termOf = (value: string | number | boolean): BlockTerm =>
  typeof value === 'string'
    ? { kind: 'text', value }
    : typeof value === 'number'
      ? { kind: 'number', text: String(value) }
      : { kind: 'flag', value };

function sampledPath(
  { field, operator }: LineBlock,
  lists: ReadonlyMap<string, string>,
): { of: 'events' | 'participants'; path: string } | null {
  if (field.kind !== 'field' || field.steps.some((step) => 'index' in step)) return null;
  const names = field.steps.map((step) => ('name' in step ? step.name : 'key' in step ? step.key : ''));
  const path = names.join('.') + (OPERATORS[operator].form === 'member' ? '[]' : '');
  if (field.root === 'event') return { of: 'events', path };
  if (field.root === 'participant' || field.root === 'recipient') return { of: 'participants', path };
  const list = lists.get(field.root);
  return list ? { of: 'events', path: names.length === 0 ? `${list}[]` : `${list}[].${path}` } : null;
}
