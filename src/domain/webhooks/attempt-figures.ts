/** Computes the success count and latency percentiles of an endpoint's attempts. */

/** Attempts of the same duration. */
export interface AttemptGroup {
  readonly duration_ms: number;
  readonly attempts: number;
  readonly succeeded: number;
}

export interface AttemptFigures {
  readonly attempts: number;
  readonly succeeded: number;
  /** The duration within which half of the attempts ended; null without attempts. */
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
}

/** @param groups shortest duration first; several may have the same duration. */
export function figuresOf(groups: readonly AttemptGroup[]): AttemptFigures {
  const sum = (of: (group: AttemptGroup) => number): number => groups.reduce((total, group) => total + of(group), 0);
  const attempts = sum((group) => group.attempts);
  const within = (share: number): number | null => {
    let ended = 0;
    return groups.find((group) => (ended += group.attempts) >= attempts * share)?.duration_ms ?? null;
  };
  return { attempts, succeeded: sum(({ succeeded }) => succeeded), p50_ms: within(0.5), p95_ms: within(0.95) };
}
