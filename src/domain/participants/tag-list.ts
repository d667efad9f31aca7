/** Several tags in one cell of a file: with `;` between them, and `\;` for one that belongs to a tag. */

export const joinTags = (tags: readonly string[]): string => tags.map((tag) => tag.replaceAll(/[\\;]/g, '\\$&')).join(';');

/** Parts that are blank are no tags. */
export function splitTags(text: string): string[] {
  const parts = text.match(/(?:\\[^]|[^;\\])+/g) ?? [];
  return parts.map((part) => part.replaceAll(/\\([^])/g, '$1').trim()).filter((part) => part !== '');
}
