/** Does one thing to many items, a few at a time: a refusal stops none of the others, and what has begun is finished. */
import { failureOf, type Failure } from '@/trpc/failure';

export const AT_ONCE = 4;

export interface Outcome {
  readonly id: string;
  /** Null once it is done. */
  readonly failure: Failure | null;
}

export interface RunOptions {
  /** @throws what the API refused. */
  readonly act: (id: string) => Promise<unknown>;
  readonly onOutcome: (outcome: Outcome) => void;
  /** Once aborted, nothing more begins. */
  readonly signal: AbortSignal;
  readonly atOnce?: number;
}

/** Resolves when all are through, or whatever had begun when it was stopped. */
export async function runAll(ids: readonly string[], { act, onOutcome, signal, atOnce = AT_ONCE }: RunOptions): Promise<void> {
  const waiting = ids.values();
  const worker = async () => {
    for (const id of waiting) {
      if (signal.aborted) return;
      onOutcome({ id, failure: await act(id).then(() => null, failureOf) });
      if (signal.aborted) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, ids.length) }, worker));
}

export interface Tally {
  readonly done: number;
  readonly failed: readonly Outcome[];
  /** Not begun when it was stopped. */
  readonly left: readonly string[];
}

/** What came of `ids`; of something that was tried twice, the last try counts. */
export function tally(ids: readonly string[], outcomes: readonly Outcome[]): Tally {
  const last = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
  return {
    done: ids.filter((id) => last.get(id)?.failure === null).length,
    failed: ids.map((id) => last.get(id)).filter((outcome) => outcome !== undefined && outcome.failure !== null) as Outcome[],
    left: ids.filter((id) => !last.has(id)),
  };
}
