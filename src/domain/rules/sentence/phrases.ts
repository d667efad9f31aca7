/** The phrases that every sentence is put together from, so that all sentences quote, list and name alike. */
import { present } from '@/domain/assert';

/** A text in quotes, as people write them. */
export const quoted = (text: string): string => `“${text}”`;

/** `A, B or C`; null when one of them has no words. */
export function alternatives(words: readonly (string | null)[], joint: 'and' | 'or' = 'or'): string | null {
  if (words.length === 0 || words.some((word) => word === null)) return null;
  return listed(
    words.map((word) => word ?? ''),
    joint,
  );
}

/** `A, B and C`; empty for nothing. */
export function listed(words: readonly string[], joint: 'and' | 'or' = 'and'): string {
  if (words.length < 2) return words.join('');
  const last = present(words.at(-1), 'a list of two or more has a last word');
  return `${words.slice(0, -1).join(', ')} ${joint} ${last}`;
}

/** `order_items.unitPrice` as `order items unit price`. */
export const humanized = (steps: readonly string[]): string =>
  steps
    .map((step) =>
      step
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .replace(/[_-]+/g, ' ')
        .toLowerCase(),
    )
    .join(' ');

/** A list as a whole: `the items`; what has an article or an owner keeps it. */
export const definite = (words: string): string => (/^(the|its) /.test(words) ? words : `the ${words}`);

/** As the beginning of a sentence. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
