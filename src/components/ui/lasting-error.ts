/** The failure of a query that never had an answer, also while it is tried again by itself: a page that polls would else fall back to waiting each time. */
'use client';
import { useState } from 'react';

export interface FallibleQuery {
  readonly data: unknown;
  readonly error: unknown;
  /** How often what is asked for has failed. */
  readonly errorUpdateCount?: number;
}

/** Null once there is data, and for something else that is asked for in its place. */
export function useLastingError({ data, error, errorUpdateCount = 0 }: FallibleQuery): unknown {
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  if (data !== undefined) return null;
  return error ?? (errorUpdateCount > 0 ? last : null);
}
