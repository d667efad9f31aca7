/** Tells whether this process has more requests in progress than it can serve at once, or some that wait for a decision, so that work that can wait makes way. */
import { env } from '@/env';
import { singleton } from './singleton';

const underWay = () => singleton('requests-under-way', () => ({ count: 0 }));

/** Counts a request as in progress until it is answered. */
export async function asRequest<T>(work: () => Promise<T>): Promise<T> {
  underWay().count += 1;
  try {
    return await work();
  } finally {
    underWay().count -= 1;
  }
}

/** How long after a decision within a request others are expected, in milliseconds. */
const DECIDING_MS = 5_000;
const lastDecision = () => singleton('last-decision', () => ({ at: -Infinity }));

/** A checkout waits for an answer. */
export const noteDecision = (): void => void (lastDecision().at = performance.now());

/** Whether decisions within requests have been asked for lately. */
export const isDeciding = (): boolean => performance.now() - lastDecision().at < DECIDING_MS;

/** Whether more requests are in progress than there are database connections. */
export const isOverloaded = (): boolean => underWay().count > env().DATABASE_POOL_SIZE;
