/** Finds who is known to an organization and its programs, and enrolls newcomers. */
import { ANY_ORGANIZATION } from '../any-organization';
import { judgementsOf, wakingForJudgements } from './automation-standings';
import type { ParticipantStatus, ProgramStatus } from './operation-context';
import type { Tx } from '../transaction';

export interface ProgramAdmission {
  readonly id: string;
  readonly status: ProgramStatus;
  readonly onUnknownParticipant: 'CREATE' | 'REJECT';
}

export async function loadProgramAdmissions(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  programIds: readonly string[],
): Promise<Map<string, ProgramAdmission>> {
  const rows = await tx.query<{ id: string; status: ProgramStatus; on_unknown_participant: 'CREATE' | 'REJECT' }>(
    'SELECT id, status, on_unknown_participant FROM programs WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
    [organizationId, programIds],
  );
  return new Map(rows.map((row) => [row.id, { id: row.id, status: row.status, onUnknownParticipant: row.on_unknown_participant }]));
}

export interface KnownParticipant {
  readonly id: string;
  readonly externalId: string;
  readonly status: ParticipantStatus;
  /** The requested programs in which the participant is enrolled. */
  readonly programIds: readonly string[];
}

/** All participants of the organization with one of these ids or external ids. */
export async function findKnownParticipants(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  names: { readonly externalIds: readonly string[]; readonly ids: readonly string[] },
  programIds: readonly string[],
): Promise<KnownParticipant[]> {
  const rows = await tx.query<{ id: string; external_id: string; status: ParticipantStatus; program_ids: string[] }>(
    `SELECT p.id, p.external_id, p.status,
            ARRAY (SELECT pp.program_id FROM program_participants pp WHERE pp.organization_id = p.organization_id AND pp.participant_id = p.id AND pp.program_id = ANY ($4::uuid[])) AS program_ids
     FROM participants p
     WHERE p.organization_id = ${ANY_ORGANIZATION} AND p.external_id = ANY ($2::text[])
     UNION
     SELECT p.id, p.external_id, p.status,
            ARRAY (SELECT pp.program_id FROM program_participants pp WHERE pp.organization_id = p.organization_id AND pp.participant_id = p.id AND pp.program_id = ANY ($4::uuid[]))
     FROM participants p
     WHERE p.organization_id = ${ANY_ORGANIZATION} AND p.id = ANY ($3::uuid[])`,
    [organizationId, names.externalIds, names.ids, programIds],
  );
  return rows.map((row) => ({ id: row.id, externalId: row.external_id, status: row.status, programIds: row.program_ids }));
}

export interface Newcomer {
  readonly id: string;
  readonly externalId: string;
}

/** Creates participants; an external id that another transaction has just taken is left out of the result. */
export function insertParticipants(tx: Tx, organizationId: string, now: Date, newcomers: readonly Newcomer[]): Promise<{ id: string }[]> {
  const sorted = [...newcomers].sort((a, b) => (a.externalId < b.externalId ? -1 : 1));
  return tx.query<{ id: string }>(
    `INSERT INTO participants (organization_id, created_at, updated_at, id, external_id)
     SELECT $1, $2, $2, * FROM unnest($3::uuid[], $4::text[])
     ON CONFLICT (organization_id, external_id) DO NOTHING RETURNING id`,
    [organizationId, now, sorted.map((newcomer) => newcomer.id), sorted.map((newcomer) => newcomer.externalId)],
  );
}

export interface Enrollment {
  readonly programId: string;
  readonly participantId: string;
}

/** Only the commit waits for it. Automations judge those who were not enrolled before. */
export function enroll(tx: Pick<Tx, 'send' | 'afterCommit'>, organizationId: string, now: Date, enrollments: readonly Enrollment[]): void {
  const sorted = [...enrollments].sort((a, b) => (a.programId + a.participantId < b.programId + b.participantId ? -1 : 1));
  tx.send(
    ENROLL,
    [organizationId, now, sorted.map((enrollment) => enrollment.programId), sorted.map((enrollment) => enrollment.participantId)],
    wakingForJudgements(tx),
  );
}

/** Those just enrolled are not yet seen in the table. */
const ENROLL = `
  WITH enrolled AS (
    INSERT INTO program_participants (organization_id, enrolled_at, program_id, participant_id)
    SELECT DISTINCT $1::uuid, $2::timestamptz, * FROM unnest($3::uuid[], $4::uuid[]) ON CONFLICT DO NOTHING RETURNING organization_id, program_id, participant_id
  ), memberships AS (
    SELECT organization_id, program_id, participant_id FROM enrolled
    UNION SELECT organization_id, program_id, participant_id FROM program_participants WHERE organization_id = $1 AND participant_id IN (SELECT participant_id FROM enrolled)
  )
  ${judgementsOf('memberships')}`;
