/** Reconstructs what the sliding windows of counters held at a past instant, from the history of those counters. */
import { counterFromHistory, type CounterStep } from '@/domain/backtests/counters';
import type { Counter } from '@/domain/participants/counters';
import { statement } from '@/server/db/transaction';

interface WindowRow {
  [column: string]: unknown;
  subject_id: string;
  key: string;
  window_ms: number;
  steps: (Omit<CounterStep, 'created_at'> & { readonly created_ms: number })[];
}

/** Identifies a counter of any subject. */
export const windowKey = ({ subject_id, key }: { readonly subject_id: string; readonly key: string }): string => `${subject_id}/${key}`;

/**
 * The length of a window is not part of the history: it is taken to have always been what it is now.
 * @returns every counter that has a sliding window, by `windowKey`; time alone may have changed it since its last change.
 */
export async function loadWindowsAt(organizationId: string, subjectIds: readonly string[], at: Date): Promise<Map<string, Counter>> {
  const rows = await statement<WindowRow>(
    `SELECT c.subject_id, c.key, c.window_ms, (
       SELECT coalesce(json_agg(json_build_object('operation', h.operation, 'old_value', h.old_value, 'new_value', h.new_value,
         'window_kept', h.window_kept, 'created_ms', floor(extract(epoch FROM h.created_at) * 1000)) ORDER BY h.sequence), '[]')
       FROM state_history h WHERE h.organization_id = $1 AND h.subject_id = c.subject_id AND h.state_type = 'COUNTER' AND h.key = c.key
         AND h.created_at < $3 AND h.created_at > $3::timestamptz - 2 * c.window_ms * interval '1 millisecond') AS steps
     FROM unnest($2::uuid[]) AS named (id) CROSS JOIN LATERAL (
       SELECT * FROM state_counters x WHERE x.organization_id = $1 AND x.subject_id = named.id AND x.window_ms IS NOT NULL OFFSET 0) c`,
    [organizationId, subjectIds, at],
  );
  return new Map(
    rows.map((row) => {
      const steps = row.steps.map((step) => ({ ...step, created_at: new Date(step.created_ms) }));
      return [windowKey(row), counterFromHistory(steps, row.window_ms)];
    }),
  );
}
