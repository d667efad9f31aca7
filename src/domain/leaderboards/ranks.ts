/** Ranks participants by their scores, the highest first: equal scores have the same rank, and the next one counts all before it: 1, 1, 3. */
import type { Amount } from '@/domain/money';

interface Scored {
  readonly score: Amount;
  /** Known of the first two different scores of a part; null of others. */
  readonly rank: number | null;
}

/** The ranks of a part of a leaderboard, highest first. */
export function ranksOf(part: readonly Scored[]): number[] {
  let [rank, ties] = [0, 0];
  return part.map(({ score, rank: known }, place) => {
    if (known !== null) [rank, ties] = [known, known === rank ? ties + 1 : 1];
    else if (part[place - 1]?.score.eq(score)) ties += 1;
    else [rank, ties] = [rank + ties, 1];
    return rank;
  });
}
