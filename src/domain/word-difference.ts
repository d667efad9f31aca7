/** Compares two texts word by word: what stayed, what was taken out and what was put in, in reading order and as few pieces as there can be. */

export interface WordPiece {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Beyond this many pairs of words, texts are compared as wholes. */
const MAX_PAIRS = 250_000;

/** The pieces without those added read as `before`, without those removed as `after`. */
export function wordDifference(before: string, after: string): WordPiece[] {
  const [old, current] = [wordsOf(before), wordsOf(after)];
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }];
  if (old.length * current.length > MAX_PAIRS) return joined([...old.map(removed), ...current.map(added)]);
  const shared = sharedLengths(old, current);
  const pieces: WordPiece[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < current.length) {
    const [word, other] = [old[i], current[j]];
    if (word !== undefined && word === other) {
      pieces.push({ kind: 'same', text: word });
      [i, j] = [i + 1, j + 1];
    } else if (word !== undefined && (other === undefined || at(shared, i + 1, j) >= at(shared, i, j + 1))) {
      pieces.push(removed(word));
      i += 1;
    } else if (other !== undefined) {
      pieces.push(added(other));
      j += 1;
    }
  }
  return joined(pieces);
}

/** Each with the spaces after it; marks at its end are words of their own, so that a comma is no difference in a word. */
const wordsOf = (text: string): string[] => text.match(/[^\s,.;:()“”]+\s*|[,.;:()“”]+\s*|\s+/g) ?? [];

const removed = (text: string): WordPiece => ({ kind: 'removed', text });
const added = (text: string): WordPiece => ({ kind: 'added', text });
const at = (table: readonly Uint32Array[], i: number, j: number): number => table[i]?.[j] ?? 0;

/** How many words the rests of both texts have in common, from each word of both on. */
function sharedLengths(old: readonly string[], current: readonly string[]): Uint32Array[] {
  const table = Array.from({ length: old.length + 1 }, () => new Uint32Array(current.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = current.length - 1; j >= 0; j -= 1) {
      const row = table[i];
      if (row) row[j] = old[i] === current[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  }
  return table;
}

/** What was taken out comes before what was put in its place. */
function joined(pieces: readonly WordPiece[]): WordPiece[] {
  const runs: WordPiece[] = [];
  let [gone, come] = ['', ''];
  const flush = (): void => {
    if (gone !== '') runs.push(removed(gone));
    if (come !== '') runs.push(added(come));
    [gone, come] = ['', ''];
  };
  for (const { kind, text } of pieces) {
    if (kind === 'removed') gone += text;
    else if (kind === 'added') come += text;
    else {
      flush();
      const last = runs.at(-1);
      if (last?.kind === 'same') runs[runs.length - 1] = { kind, text: last.text + text };
      else runs.push({ kind, text });
    }
  }
  flush();
  return runs;
}
