/** Decides when a transiently failed event is retried (contract: "Events"). */

export const RETRY_DELAYS_SECONDS = [2, 4, 8, 16, 32] as const;

/** Milliseconds until the next retry after `retriesUsed` retries, or null when none is left. */
export function retryDelayMs(retriesUsed: number): number | null {
  const seconds = RETRY_DELAYS_SECONDS[retriesUsed];
  return seconds === undefined ? null : seconds * 1_000;
}
