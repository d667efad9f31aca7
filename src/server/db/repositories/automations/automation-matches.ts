/** Tracks for whom the filters of automations hold, and which state changes are still to be evaluated. */
import type { QueryResultRow } from 'pg';
import { wake } from '@/server/platform/wake';
import { arraysOf, namesOf, rowsOf, type Columns } from '@/server/db/columns';
import type { Prisma } from '@/server/db/generated/client';
import { earliestByOrganization, NOT_BEING_ADVANCED, ORGANIZATION_NOW } from '@/server/db/organization-clock';
import { statement, type SentHandlers, type Tx } from '@/server/db/transaction';
import { EVALUATED_BY_ACTIVE, type ClaimedAutomation, type DueWork } from './automations';

/** Queues changed participants to be evaluated by every state-triggered automation of their programs, in the transaction of the change. */
export function queueEvaluations(
  tx: Pick<Tx, 'send' | 'afterCommit'>,
  { organizationId, now }: { organizationId: string; now: Date },
  participantIds: readonly string[],
): void {
  if (participantIds.length === 0) return;
  tx.send(
    evaluationsOf(
      '(SELECT organization_id, program_id, participant_id FROM program_participants WHERE organization_id = $1 AND participant_id = ANY ($3::uuid[]))',
    ),
    [organizationId, now, [...new Set(participantIds)]],
    wakingForEvaluations(tx),
  );
}

/** Queues these for organization `$1` at `$2`. @param memberships SQL of rows with `organization_id`, `program_id` and `participant_id`. */
export const evaluationsOf = (memberships: string): string => `
  INSERT INTO automation_evaluations (organization_id, automation_id, participant_id, due_at)
  SELECT a.organization_id, a.id, m.participant_id, $2
  FROM automations a JOIN ${memberships} m USING (organization_id, program_id)
  WHERE a.organization_id = $1 AND a.trigger_type = 'PARTICIPANT_STATE' AND a.status IN ('ACTIVE', 'PAUSED')
  RETURNING 1`;

export const wakingForEvaluations = (tx: Pick<Tx, 'afterCommit'>): SentHandlers<QueryResultRow> => ({
  done: (queued) => {
    if (queued.length > 0) tx.afterCommit(() => wake('run-automations'));
  },
});

/** A condition on an automation `a`. */
const hasToEvaluate = (now: string): string => `a.status = 'ACTIVE' AND a.trigger_type = 'PARTICIPANT_STATE' AND EXISTS (
  SELECT 1 FROM automation_evaluations j WHERE j.organization_id = a.organization_id AND j.automation_id = a.id AND j.due_at <= ${now})`;

/** Active automations with participants to evaluate. @param now real time, or the clock of `organizationId`. */
export function automationsToEvaluate(now: Date, organizationId: string | null): Promise<DueWork[]> {
  return organizationId === null
    ? statement<DueWork>(
        `SELECT a.id, a.organization_id, o.clock_offset_ms
         FROM ${earliestByOrganization('automation_evaluations', 'due_at', EVALUATED_BY_ACTIVE)} e JOIN organizations o ON o.id = e.organization_id
         JOIN automations a ON a.organization_id = o.id
         WHERE e.due <= ${ORGANIZATION_NOW} AND ${NOT_BEING_ADVANCED} AND ${hasToEvaluate(ORGANIZATION_NOW)}`,
        [now],
      )
    : statement<DueWork>(
        `SELECT a.id, a.organization_id, 0 AS clock_offset_ms FROM automations a WHERE a.organization_id = $2 AND ${hasToEvaluate('$1')}`,
        [now, organizationId],
      );
}

/** Removes the oldest queued evaluations of an automation that the transaction has locked. @returns how many, and for whom. */
export async function takeEvaluations(
  tx: Tx,
  automation: Pick<ClaimedAutomation, 'organization_id' | 'id'>,
  now: Date,
  limit: number,
): Promise<{ taken: number; participantIds: string[] }> {
  const rows = await tx.query<{ participant_id: string }>(
    `DELETE FROM automation_evaluations WHERE organization_id = $1 AND automation_id = $2 AND sequence IN (
       SELECT sequence FROM automation_evaluations WHERE organization_id = $1 AND automation_id = $2 AND due_at <= $3 ORDER BY sequence LIMIT $4)
     RETURNING participant_id`,
    [automation.organization_id, automation.id, now, limit],
  );
  return { taken: rows.length, participantIds: [...new Set(rows.map(({ participant_id }) => participant_id))] };
}

export interface AutomationMatch {
  readonly participantId: string;
  readonly satisfied: boolean;
  /** How many times the filter began to hold. */
  readonly entries: number;
}

/** By participant; those for whom the filter never held are absent. */
export async function loadMatches(
  tx: Tx,
  { organization_id, id }: Pick<ClaimedAutomation, 'organization_id' | 'id'>,
  participantIds: readonly string[],
): Promise<Map<string, AutomationMatch>> {
  const rows = await tx.query<{ participant_id: string; satisfied: boolean; entries: number }>(
    `SELECT participant_id, satisfied, entries FROM automation_matches WHERE organization_id = $1 AND automation_id = $2 AND participant_id = ANY ($3::uuid[])`,
    [organization_id, id, participantIds],
  );
  return new Map(
    rows.map((row) => [row.participant_id, { participantId: row.participant_id, satisfied: row.satisfied, entries: row.entries }]),
  );
}

const MATCHES: Columns<Prisma.AutomationMatchModel, AutomationMatch, 'organization_id' | 'automation_id' | 'updated_at'> = {
  participant_id: ['uuid', ({ participantId }) => participantId],
  satisfied: ['boolean', ({ satisfied }) => satisfied],
  entries: ['int', ({ entries }) => entries],
};

export async function saveMatches(
  tx: Tx,
  { organization_id, id }: Pick<ClaimedAutomation, 'organization_id' | 'id'>,
  matches: readonly AutomationMatch[],
  now: Date,
): Promise<void> {
  if (matches.length === 0) return;
  await tx.query(
    `INSERT INTO automation_matches (organization_id, automation_id, updated_at, ${namesOf(MATCHES)}) SELECT $1, $2, $3, * FROM ${rowsOf(MATCHES, 4)}
     ON CONFLICT (organization_id, automation_id, participant_id) DO UPDATE SET satisfied = EXCLUDED.satisfied, entries = EXCLUDED.entries, updated_at = EXCLUDED.updated_at`,
    [organization_id, id, now, ...arraysOf(MATCHES, matches)],
  );
}
