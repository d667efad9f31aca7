/** Counts the unknown codes that participants, and organizations as a whole, have tried lately, so that nobody finds one by guessing. */
import { ATTEMPTS_WINDOW_MS } from '@/domain/codes/judge';
import { env } from '@/env';
import type { Tx } from '@/server/db/transaction';

/** How many more each of them, and the organization, can try for now; whoever has not tried any is left out. */
export async function loadAttempts(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  participantIds: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const rows = await tx.query<{ subject_id: string; attempts: number }>(
    'SELECT subject_id, attempts FROM code_attempts WHERE organization_id = $1 AND subject_id = ANY ($2::uuid[]) AND window_end > $3',
    [organizationId, [organizationId, ...participantIds], now],
  );
  const tried = new Map(rows.map((row) => [row.subject_id, row.attempts]));
  const { CODE_ATTEMPTS_PER_PARTICIPANT, CODE_ATTEMPTS_PER_ORGANIZATION } = env();
  const left = (id: string, limit: number): [string, number][] => (limit === 0 ? [] : [[id, limit - (tried.get(id) ?? 0)]]);
  return new Map([
    ...left(organizationId, CODE_ATTEMPTS_PER_ORGANIZATION),
    ...participantIds.flatMap((id) => left(id, CODE_ATTEMPTS_PER_PARTICIPANT)),
  ]);
}

/** Without a parameter: where the table is spread, what resolves a conflict can have none. */
const IS_OPEN = 'code_attempts.window_end > EXCLUDED.window_start';

/** Counts attempts, with the values of `attemptValues`. */
export const COUNT_ATTEMPTS = `
  INSERT INTO code_attempts (organization_id, subject_id, window_start, window_end, attempts)
  SELECT $1, subject_id, $2, $3, attempts FROM unnest($4::uuid[], $5::int[]) AS tried (subject_id, attempts) ORDER BY subject_id
  ON CONFLICT (organization_id, subject_id) DO UPDATE
  SET attempts = EXCLUDED.attempts + CASE WHEN ${IS_OPEN} THEN code_attempts.attempts ELSE 0 END,
      window_start = CASE WHEN ${IS_OPEN} THEN code_attempts.window_start ELSE EXCLUDED.window_start END,
      window_end = CASE WHEN ${IS_OPEN} THEN code_attempts.window_end ELSE EXCLUDED.window_end END`;

interface Attempts {
  readonly organizationId: string;
  readonly now: Date;
  /** Who tried each unknown code; null for somebody who does not exist. */
  readonly participantIds: readonly (string | null)[];
}

export function attemptValues({ organizationId, now, participantIds }: Attempts): readonly unknown[] {
  const own = Map.groupBy(
    participantIds.filter((id) => id !== null),
    (id) => id,
  );
  const counted = [[organizationId, participantIds.length] as const, ...[...own].map(([id, tries]) => [id, tries.length] as const)];
  const end = new Date(now.getTime() + ATTEMPTS_WINDOW_MS);
  return [organizationId, now, end, counted.map(([id]) => id), counted.map(([, count]) => count)];
}
