/** Makes of the recorded history of a counter the changes that led to it, and what its sliding window held. */
import { counterAfter, lapsesOf, slidingCounter, type Counter } from '@/domain/participants/counters';
import { amountOf, type Amount } from '@/domain/money';

/** One row of the history of a counter. */
export interface CounterStep {
  readonly operation: string;
  /** Decimal texts; null: there was none. */
  readonly old_value: unknown;
  readonly new_value: unknown;
  /** Whether the sliding window kept what it held, but for what left it; null when it had none. */
  readonly window_kept: boolean | null;
  readonly created_at: Date;
}

type ReplayedChange = { readonly operation: 'SET'; readonly value: Amount } | { readonly operation: 'INCREMENT'; readonly by: Amount };

const amountIn = (value: unknown): Amount => amountOf(String(value ?? 0));

/** A counter is replayed as the difference it changed by; one whose window was emptied is set, as that decides what leaves it when. */
export const replayedChange = ({ old_value, new_value, window_kept }: CounterStep): ReplayedChange =>
  window_kept === false
    ? { operation: 'SET', value: amountIn(new_value) }
    : { operation: 'INCREMENT', by: amountIn(new_value).minus(amountIn(old_value)) };

/**
 * The counter after the steps; time alone may have changed it since.
 * @param steps in order, of two lengths of the window: what was taken within the last had been added within the one before.
 */
export const counterFromHistory = (steps: readonly CounterStep[], windowMs: number): Counter =>
  steps.reduce(
    (before, step) => {
      // The window lets go by itself of what left it.
      if (step.operation === 'AUTO_RESET' && step.window_kept === true) return before;
      const current = lapsesOf(before, step.created_at).at(-1)?.after ?? before;
      return counterAfter(current, { ...replayedChange(step), windowMs }, step.created_at) ?? before;
    },
    slidingCounter(windowMs, []),
  );
