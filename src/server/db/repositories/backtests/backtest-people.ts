/** Finds the participants of a backtest, those whom its events or its rules name, with their groups over time. */
import { present } from '@/domain/assert';
import type { StagedParticipant, Stay } from '@/domain/backtests/stage';
import type { ConfigurationNeeds } from '@/domain/rules/needs';
import type { GroupFacts } from '@/domain/rules/world';
import { autocommit, statement } from '@/server/db/transaction';
import { scopeValues, TRIED_EVENTS, type HistoryScope } from './backtest-history';
import { findNamedParticipants } from '@/server/db/repositories/events/enrollment';

interface BacktestPeople {
  readonly participantIds: readonly string[];
  /** Those named by rule actions. */
  readonly namedIds: readonly string[];
  readonly externalIds: ReadonlyMap<string, string>;
}

/** Every actor or recipient of a replayed event, and the enrolled participants whom rule actions name. */
export async function findPeople(scope: HistoryScope, needs: ConfigurationNeeds): Promise<BacktestPeople> {
  const concerned = await statement<{ id: string }>(
    `SELECT DISTINCT party.id FROM ${TRIED_EVENTS} e CROSS JOIN LATERAL (VALUES (e.participant_id), (e.recipient_id)) AS party (id)
     WHERE party.id IS NOT NULL`,
    scopeValues(scope),
  );
  const named = await findNamedParticipants(autocommit, scope.organizationId, scope.programId, needs);
  return {
    participantIds: [...new Set([...concerned.map(({ id }) => id), ...named.ids])],
    namedIds: named.ids,
    externalIds: named.byExternalId,
  };
}

export async function loadStagedParticipants(
  { organizationId, programId }: Pick<HistoryScope, 'organizationId' | 'programId'>,
  ids: readonly string[],
): Promise<StagedParticipant[]> {
  const rows = await statement<{
    id: string;
    external_id: string;
    enrolled_at: Date | null;
    status: StagedParticipant['statuses'][number]['status'];
    valid_from: Date;
  }>(
    `SELECT p.id, p.external_id, m.enrolled_at, v.status, v.valid_from
     FROM participants p JOIN participant_versions v ON v.organization_id = p.organization_id AND v.participant_id = p.id
       LEFT JOIN LATERAL (
         SELECT m.enrolled_at FROM program_participants m
         WHERE m.organization_id = $1 AND m.program_id = $3 AND m.participant_id = p.id OFFSET 0
       ) m ON true
     WHERE p.organization_id = $1 AND p.id = ANY ($2::uuid[]) ORDER BY v.sequence`,
    [organizationId, ids, programId],
  );
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => {
    const { external_id, enrolled_at } = present(own[0], 'a group has the row that it was made for');
    return {
      id,
      externalId: external_id,
      enrolledAt: enrolled_at,
      statuses: own
        .filter(({ status }, index) => status !== own[index - 1]?.status)
        .map(({ status, valid_from }) => ({ status, from: valid_from })),
    };
  });
}

/** The participants' stays in groups, oldest group first. Archiving a group ends all of its stays. */
export async function loadStays(organizationId: string, participantIds: readonly string[]): Promise<Map<string, Stay[]>> {
  const rows = await statement<{ participant_id: string; group_id: string; role: Stay['role']; created_at: Date; ended_at: Date | null }>(
    `SELECT m.participant_id, m.group_id, m.role, m.created_at, least(m.left_at, g.deleted_at) AS ended_at
     FROM group_members m JOIN groups g ON g.organization_id = m.organization_id AND g.id = m.group_id
     WHERE m.organization_id = $1 AND m.participant_id = ANY ($2::uuid[]) ORDER BY g.created_at, g.id, m.stay`,
    [organizationId, participantIds],
  );
  const stayOf = (row: (typeof rows)[number]): Stay => ({ groupId: row.group_id, role: row.role, from: row.created_at, to: row.ended_at });
  return new Map([...Map.groupBy(rows, (row) => row.participant_id)].map(([id, own]) => [id, own.map(stayOf)]));
}

export function loadStagedGroups(organizationId: string, ids: readonly string[]): Promise<GroupFacts[]> {
  return statement<{ id: string; name: string; status: GroupFacts['status'] }>(
    'SELECT id, name, status FROM groups WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
    [organizationId, ids],
  );
}

/** The names of rules that are not among those being tested. */
export async function loadRuleNames(organizationId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await statement<{ id: string; name: string }>(
    'SELECT id, name FROM rules WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
    [organizationId, ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
