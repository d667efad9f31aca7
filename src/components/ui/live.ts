/** How often what changes by itself is asked for again, while the page is in view. */
export const LIVE_MS = 3_000;
