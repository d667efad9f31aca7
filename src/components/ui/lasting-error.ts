/** Keeps the error of a query that never succeeded while it retries, so that a polling page does not flicker back to loading. */
'use client';
import { useState } from 'react';

interface FallibleQuery {
  readonly data: unknown;
  readonly error: unknown;
  /** How often this query has failed. */
  readonly errorUpdateCount?: number;
}

/** Null once there is data, and for another query in its place. */
export function useLastingError({ data, error, errorUpdateCount = 0 }: FallibleQuery): unknown {
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  if (data !== undefined) return null;
  return error ?? (errorUpdateCount > 0 ? last : null);
}
