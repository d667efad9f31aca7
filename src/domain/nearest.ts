/** Finds the known word that a mistyped one most likely stands for. */

/** The nearest of `known` within a third of the word's length; null when nothing is near. */
export function nearest(word: string, known: Iterable<string>): string | null {
  const limit = Math.max(1, Math.min(4, Math.floor(word.length / 3)));
  let best: { candidate: string; distance: number } | null = null;
  for (const candidate of known) {
    const distance = candidate.toLowerCase() === word.toLowerCase() ? 0 : editDistance(word, candidate, limit);
    if (distance > limit || (best && (distance > best.distance || (distance === best.distance && candidate > best.candidate)))) continue;
    best = { candidate, distance };
  }
  return best?.candidate ?? null;
}

/** Outside of the table there is no way to go on from. */
const at = (row: readonly number[], index: number): number => row[index] ?? Infinity;

/** Letters to insert, delete, replace or swap with their neighbour; counting stops beyond `limit`. */
function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let before: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = at(previous, j - 1) + Number(one[i - 1] !== other[j - 1]);
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? at(before, j - 2) + 1 : Infinity;
      row.push(Math.min(replaced, at(previous, j) + 1, at(row, j - 1) + 1, swapped));
    }
    if (Math.min(...row) > limit) return limit + 1;
    [before, previous] = [previous, row];
  }
  return at(previous, other.length);
}
