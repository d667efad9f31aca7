/** Puts a value that a condition met into words, as its trace keeps it. */
import { dayName } from '@/domain/calendar-names';
import type { JsonValue } from '../cel/json';
import type { Node } from '../cel/tree';
import { listed, quoted } from './phrases';
import { isDay, isTime, momentWords } from './time-words';
import { pathOf } from './written-path';

const MOST_CHARACTERS = 60;

/** What follows “is”; null for what has no words. @param node what had the value. */
export function valueWords(value: JsonValue, node: Node): string | null {
  if (value === null) return 'empty';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return textWords(value, node);
  if (!isListOfValues(value)) return null;
  return value.length === 0 ? 'an empty list' : listed(value.map((item) => (typeof item === 'string' ? quoted(cut(item)) : String(item))));
}

function textWords(text: string, node: Node): string {
  if (isTime(node) || pathOf(node)?.at(-1) === 'enrolled_at') return momentWords(text);
  if (isDay(node)) return dayName(text) ?? quoted(text);
  return text === '' ? 'an empty text' : quoted(cut(text));
}

const isListOfValues = (value: JsonValue): value is readonly (string | number)[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number');

const cut = (text: string): string => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text);
