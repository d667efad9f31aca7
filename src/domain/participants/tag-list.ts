/** Writes and reads several tags in one cell of a file, separated by `;`, with `\;` for one within a tag. */

export const joinTags = (tags: readonly string[]): string => tags.map((tag) => tag.replaceAll(/[\\;]/g, '\\$&')).join(';');

/** Blank parts are ignored. */
export function splitTags(text: string): string[] {
  const parts = text.match(/(?:\\[^]|[^;\\])+/g) ?? [];
  return parts.map((part) => part.replaceAll(/\\([^])/g, '$1').trim()).filter((part) => part !== '');
}
