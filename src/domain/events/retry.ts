/** When a transiently failed event is tried again (contract: "retried after 2, 4, 8, 16, 32 seconds"). */

const RETRY_DELAYS_MS = [2_000, 4_000, 8_000, 16_000, 32_000] as const;

/** Milliseconds until the next try after `retriesUsed` retries, or null when none is left. */
export function retryDelayMs(retriesUsed: number): number | null {
  return RETRY_DELAYS_MS[retriesUsed] ?? null;
}
