/** Finds who is known to an organization and its programs, and enrolls newcomers. */
import type { Enrollment, KnownParticipant, Newcomer } from '@/domain/events/admission';
import type { ConfigurationNeeds } from '@/domain/rules/needs';
import { evaluationsOf, wakingForEvaluations } from '@/server/db/repositories/automations/automation-matches';
import type { ProgramStatus } from '@/domain/programs';
import type { ParticipantStatus } from '@/server/db/repositories/ledger/operation-context';
import type { Tx } from '@/server/db/transaction';
import { whereLastOfKey } from '@/server/db/unique-key';

interface ProgramAdmission {
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

/** All participants of the organization with one of these ids or external ids. */
export async function findKnownParticipants(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  names: { readonly externalIds: readonly string[]; readonly ids: readonly string[] },
  programIds: readonly string[],
): Promise<KnownParticipant[]> {
  const rows = await tx.query<{ id: string; external_id: string; status: ParticipantStatus; program_ids: string[] }>(
    `SELECT known.*, ARRAY (
       SELECT enrolled.program_id FROM unnest($4::uuid[]) AS asked (id) CROSS JOIN LATERAL (
         SELECT program_id FROM program_participants WHERE organization_id = $1 AND program_id = asked.id AND participant_id = known.id OFFSET 0
       ) AS enrolled) AS program_ids
     FROM (
       SELECT p.* FROM unnest($2::text[]) AS named (external_id) CROSS JOIN LATERAL (
         SELECT id, external_id, status FROM participants WHERE organization_id = $1 AND ${whereLastOfKey('participants.external_id', 'named.external_id')}
       ) AS p
       UNION
       SELECT p.* FROM unnest($3::uuid[]) AS named (id) CROSS JOIN LATERAL (
         SELECT id, external_id, status FROM participants WHERE organization_id = $1 AND id = named.id OFFSET 0
       ) AS p
     ) AS known`,
    [organizationId, names.externalIds, names.ids, programIds],
  );
  return rows.map((row) => ({ id: row.id, externalId: row.external_id, status: row.status, programIds: row.program_ids }));
}

/** Those participants of a program that rules name. */
export async function findNamedParticipants(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  programId: string,
  { participantIds, externalIds }: Pick<ConfigurationNeeds, 'participantIds' | 'externalIds'>,
): Promise<{ readonly ids: readonly string[]; readonly byExternalId: ReadonlyMap<string, string> }> {
  if (participantIds.length + externalIds.length === 0) return { ids: [], byExternalId: new Map() };
  const known = await findKnownParticipants(tx, organizationId, { externalIds, ids: participantIds }, [programId]);
  const named = known.filter(({ programIds }) => programIds.length > 0);
  return { ids: named.map(({ id }) => id), byExternalId: new Map(named.map(({ id, externalId }) => [externalId, id])) };
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

/** Only the commit waits for it. Automations evaluate those who were not enrolled before. */
export function enroll(tx: Pick<Tx, 'send' | 'afterCommit'>, organizationId: string, now: Date, enrollments: readonly Enrollment[]): void {
  const sorted = [...enrollments].sort((a, b) => (a.programId + a.participantId < b.programId + b.participantId ? -1 : 1));
  tx.send(
    ENROLL,
    [organizationId, now, sorted.map((enrollment) => enrollment.programId), sorted.map((enrollment) => enrollment.participantId)],
    wakingForEvaluations(tx),
  );
}

/** Those just enrolled are not yet seen in the table. */
const ENROLL = `
  WITH enrolled AS (
    INSERT INTO program_participants (organization_id, enrolled_at, program_id, participant_id)
    SELECT DISTINCT $1::uuid, $2::timestamptz, * FROM unnest($3::uuid[], $4::uuid[]) ON CONFLICT DO NOTHING RETURNING organization_id, program_id, participant_id
  ), memberships AS (
    SELECT organization_id, program_id, participant_id FROM enrolled
    UNION SELECT $1, before.program_id, participant_id FROM (SELECT DISTINCT participant_id FROM enrolled) AS enrolled CROSS JOIN LATERAL (
      SELECT program_id FROM program_participants p WHERE p.organization_id = $1 AND p.participant_id = enrolled.participant_id OFFSET 0) AS before
  )
  ${evaluationsOf('memberships')}`;
