/** Finds the counters and tiers that have fallen due on their organization's clock. */
import type { Subject } from '@/domain/participants/state';
import { countersOf, tierOf } from '@/domain/tiers/tier';
import { earliestByOrganization, earliestOfAny, NOT_BEING_ADVANCED, ORGANIZATION_NOW } from '@/server/db/organization-clock';
import { statement, type Tx } from '@/server/db/transaction';
import type { TierRow } from '@/server/db/repositories/programs/tiers';

interface DueSubject extends Subject {
  readonly organization_id: string;
  readonly clock_offset_ms: number;
}

/** What a subject has that ends at a time: the windows of its counters, and its levels. */
const ENDING = [
  { table: 'state_counters', due: 'resets_at' },
  { table: 'state_tiers', due: 'expires_at' },
] as const;
type Ending = (typeof ENDING)[number];

const ended = ({ table, due }: Ending, organization: string, now: string): string =>
  `SELECT s.organization_id, s.subject_type, s.subject_id, s.${due} AS due_at FROM ${table} s
   WHERE s.organization_id = ${organization} AND s.${due} <= ${now} ORDER BY s.${due} LIMIT $2`;

const endedAnywhere = (ending: Ending): string =>
  `SELECT d.*, o.clock_offset_ms FROM ${earliestByOrganization(ending.table, ending.due, 'true')} e JOIN organizations o ON o.id = e.organization_id
   CROSS JOIN LATERAL (${ended(ending, 'o.id', ORGANIZATION_NOW)}) d WHERE e.due <= ${ORGANIZATION_NOW} AND ${NOT_BEING_ADVANCED} ORDER BY d.due_at LIMIT $2`;

const subjectsOf = (due: readonly string[]): string =>
  `SELECT DISTINCT due.organization_id, due.subject_type AS type, due.subject_id AS id, due.clock_offset_ms
   FROM (${due.map((rows) => `(${rows})`).join(' UNION ALL ')}) due LIMIT $2`;

const DUE_ANYWHERE = subjectsOf(ENDING.map(endedAnywhere));
const DUE_IN_ONE = subjectsOf(ENDING.map((ending) => `SELECT d.*, 0 AS clock_offset_ms FROM (${ended(ending, '$3', '$1')}) d`));

/** Subjects with an ended counter window or level, at most `limit`. @param now real time, or the clock of `organizationId`. */
export function dueSubjects(now: Date, organizationId: string | null, limit: number): Promise<DueSubject[]> {
  return statement<DueSubject>(
    organizationId === null ? DUE_ANYWHERE : DUE_IN_ONE,
    organizationId === null ? [now, limit] : [now, limit, organizationId],
  );
}

export interface DueTier extends TierRow {
  organization_id: string;
  program_active: boolean;
  clock_offset_ms: number;
  evaluated_to: string | null;
}

/** Tiers by which everybody is due to be evaluated. @param now real time, or the clock of `organizationId`. */
export function dueTiers(now: Date, organizationId: string | null): Promise<DueTier[]> {
  return statement<DueTier>(
    `SELECT t.*, p.status = 'ACTIVE' AS program_active, o.clock_offset_ms
     FROM ${organizationId === null ? `${earliestByOrganization('tiers', 'due_at', 'true')} e JOIN organizations o ON o.id = e.organization_id` : 'organizations o'}
     JOIN tiers t ON t.organization_id = o.id JOIN programs p ON p.organization_id = t.organization_id AND p.id = t.program_id
     WHERE ${organizationId === null ? `t.due_at <= ${ORGANIZATION_NOW} AND ${NOT_BEING_ADVANCED}` : 't.due_at <= $1 AND o.id = $2'}
     ORDER BY t.due_at, t.id`,
    organizationId === null ? [now] : [now, organizationId],
  );
}

/** The next subjects with a counter of the tier, in id order: members of its program, their groups, and the program itself. */
export async function subjectsOfTier(tx: Tx, tier: DueTier, limit: number): Promise<Subject[]> {
  const counters = [...countersOf(tierOf({ ...tier, programId: tier.program_id, programActive: true }))];
  return tx.query<Subject & { id: string }>(
    `SELECT DISTINCT c.subject_id AS id, c.subject_type AS type FROM state_counters c
     WHERE c.organization_id = $1 AND c.key = ANY ($3::text[]) AND ($4::uuid IS NULL OR c.subject_id > $4)
       AND CASE c.subject_type
         WHEN 'PARTICIPANT' THEN EXISTS (SELECT 1 FROM program_participants m
                                         WHERE m.organization_id = $1 AND m.program_id = $2 AND m.participant_id = c.subject_id)
         WHEN 'GROUP' THEN EXISTS (SELECT 1 FROM group_members g
                                   JOIN program_participants m ON m.organization_id = $1 AND m.program_id = $2 AND m.participant_id = g.participant_id
                                   WHERE g.organization_id = $1 AND g.group_id = c.subject_id AND g.left_at IS NULL)
         ELSE c.subject_id = $2 END
     ORDER BY c.subject_id LIMIT $5`,
    [tier.organization_id, tier.program_id, counters, tier.evaluated_to, limit],
  );
}

/** Records the progress of the evaluation, unless the tier was changed meanwhile. */
export async function finishEvaluation(tx: Tx, tier: DueTier, progress: { evaluatedTo: string } | { dueAt: Date | null }): Promise<void> {
  const done = 'dueAt' in progress;
  await tx.query(
    `UPDATE tiers SET evaluated_to = $4, due_at = CASE WHEN $5 THEN $6::timestamptz ELSE due_at END
     WHERE organization_id = $1 AND id = $2 AND updated_at = $3 AND evaluated_to IS NOT DISTINCT FROM $7 AND due_at = $8`,
    [
      tier.organization_id,
      tier.id,
      tier.updated_at,
      done ? null : progress.evaluatedTo,
      done,
      done ? progress.dueAt : null,
      tier.evaluated_to,
      tier.due_at,
    ],
  );
}

/** When the next of these falls due in an organization, up to `until`; null when none does. */
export async function nextStateDue(organizationId: string, until: Date): Promise<Date | null> {
  const [row] = await statement<{ due_at: Date | null }>(
    `SELECT least(
       (SELECT min(resets_at) FROM state_counters WHERE organization_id = $1 AND resets_at <= $2),
       (SELECT min(expires_at) FROM state_tiers WHERE organization_id = $1 AND expires_at <= $2),
       (SELECT min(due_at) FROM tiers WHERE organization_id = $1 AND due_at <= $2)) AS due_at`,
    [organizationId, until],
  );
  return row?.due_at ?? null;
}

/** The same over all organizations, in real time, up to `until`. */
export async function nextStateDueOfAny(until: Date): Promise<Date | null> {
  const earliest = [...ENDING, { table: 'tiers', due: 'due_at' }].map(({ table, due }) => earliestOfAny(table, due, 'true'));
  const [row] = await statement<{ due_at: Date | null }>(`SELECT least(${earliest.join(', ')}) AS due_at`);
  return row?.due_at && row.due_at <= until ? row.due_at : null;
}
