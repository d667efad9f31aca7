/** Runs one action on many items with limited concurrency: a refusal stops no other item, and what has started is finished. */
import { failureOf, type RequestFailure } from '@/trpc/failure';

export const AT_ONCE = 4;

export interface BulkItemResult {
  readonly id: string;
  /** Null on success. */
  readonly failure: RequestFailure | null;
}

export interface RunOptions {
  /** @throws the API's refusal. */
  readonly act: (id: string) => Promise<unknown>;
  readonly onOutcome: (outcome: BulkItemResult) => void;
  /** Once aborted, no further item starts. */
  readonly signal: AbortSignal;
  readonly atOnce?: number;
}

/** Resolves when all items are done, or on abort once the started ones are. */
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

interface BulkTally {
  readonly done: number;
  readonly failed: readonly BulkItemResult[];
  /** Not started when it was stopped. */
  readonly left: readonly string[];
}

/** Sums up the outcomes of `ids`; for an item tried twice, the last try counts. */
export function tally(ids: readonly string[], outcomes: readonly BulkItemResult[]): BulkTally {
  const last = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
  return {
    done: ids.filter((id) => last.get(id)?.failure === null).length,
    failed: ids.flatMap((id) => last.get(id) ?? []).filter(({ failure }) => failure !== null),
    left: ids.filter((id) => !last.has(id)),
  };
}
