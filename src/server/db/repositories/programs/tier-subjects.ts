/** Loads the subjects of tiers with everything they are evaluated by. Lock the subjects first. */
import type { StateChangeScope } from '@/server/db/repositories/people/subject-state';
import { only } from '@/domain/assert';
import type { DatedCounter } from '@/domain/participants/counters';
import { tierPlace, type Subject, type TierMembership } from '@/domain/participants/state';
import type { TierSubject } from '@/domain/tiers/due-changes';
import { tierOf, type LifecycleSource, type Tier, type TierLevelSource, type TierStatus } from '@/domain/tiers/tier';
import type { Tx } from '@/server/db/transaction';
import {
  counterColumns,
  counterOf,
  tierMembershipOf,
  type CounterColumns,
  type TierMembershipColumns,
} from '@/server/db/repositories/people/state-reading';

type Queries = Pick<Tx, 'query'>;

interface TierColumns {
  program_id: string;
  key: string;
  status: TierStatus;
  program_active: boolean;
  levels: TierLevelSource[];
  lifecycle: LifecycleSource | null;
}

const TIER_COLUMNS = `t.program_id, t.key, t.status, p.status = 'ACTIVE' AS program_active, t.levels, t.lifecycle`;

const tierFrom = ({ program_id, program_active, ...row }: TierColumns): Tier =>
  tierOf({ ...row, programId: program_id, programActive: program_active });

/**
 * The tiers in which each subject has or can have a level, by subject id; subjects with none are absent. Participants can have levels in
 * the tiers of programs they are enrolled in, groups in those of their members' programs, and a program in its own.
 */
export async function loadTiersOf(tx: Queries, organizationId: string, subjects: readonly Subject[]): Promise<Map<string, Tier[]>> {
  const rows = await tx.query<TierColumns & { subject_id: string }>(
    `WITH subjects AS (SELECT * FROM unnest($2::uuid[], $3::text[]) AS subject (id, type)),
     reach AS (
       SELECT s.id, m.program_id FROM subjects s JOIN program_participants m ON m.organization_id = $1 AND m.participant_id = s.id WHERE s.type = 'PARTICIPANT'
       UNION SELECT s.id, m.program_id FROM subjects s
         JOIN group_members g ON g.organization_id = $1 AND g.group_id = s.id AND g.left_at IS NULL
         JOIN program_participants m ON m.organization_id = $1 AND m.participant_id = g.participant_id WHERE s.type = 'GROUP'
       UNION SELECT s.id, s.id FROM subjects s WHERE s.type = 'PROGRAM')
     SELECT r.id AS subject_id, ${TIER_COLUMNS}
     FROM reach r JOIN tiers t ON t.organization_id = $1 AND t.program_id = r.program_id AND t.status = 'ACTIVE'
     JOIN programs p ON p.organization_id = $1 AND p.id = t.program_id
     UNION ALL
     SELECT st.subject_id, ${TIER_COLUMNS}
     FROM subjects s JOIN state_tiers st ON st.organization_id = $1 AND st.subject_id = s.id
     JOIN tiers t ON t.organization_id = $1 AND t.program_id = st.program_id AND t.key = st.tier JOIN programs p ON p.organization_id = $1 AND p.id = t.program_id
     WHERE (t.status <> 'ACTIVE' OR NOT EXISTS (SELECT 1 FROM reach r WHERE r.id = s.id AND r.program_id = t.program_id))`,
    [organizationId, subjects.map(({ id }) => id), subjects.map(({ type }) => type)],
  );
  const known = new Map<string, Tier>();
  const shared = (row: TierColumns): Tier => {
    const place = tierPlace({ programId: row.program_id, key: row.key });
    const tier = known.get(place) ?? tierFrom(row);
    known.set(place, tier);
    return tier;
  };
  const grouped = Map.groupBy(rows, ({ subject_id }) => subject_id);
  return new Map([...grouped].map(([id, own]) => [id, own.map(shared)]));
}

/** Looks up one by one: with one condition for all, the state of everybody would be read in an organization that is taken for small. */
const bySubject = (select: string): string => `
  SELECT found.* FROM unnest($2::uuid[]) AS named (id)
  CROSS JOIN LATERAL (${select} WHERE organization_id = $1 AND subject_id = named.id OFFSET 0) found`;

/** Counters and tier memberships of each subject, in the order of `subjects`. */
export async function loadTierSubjects(tx: Queries, organizationId: string, subjects: readonly Subject[]): Promise<TierSubject[]> {
  const ids = subjects.map(({ id }) => id);
  const [counters, tierMemberships] = await Promise.all([
    tx.query<CounterColumns & { subject_id: string; key: string; updated_at: Date }>(
      bySubject(`SELECT c.subject_id, c.key, ${counterColumns('c')}, c.updated_at FROM state_counters c`),
      [organizationId, ids],
    ),
    tx.query<TierMembershipColumns & { subject_id: string; program_id: string; tier: string }>(
      bySubject('SELECT subject_id, program_id, tier, level, rank, since, expires_at, in_grace FROM state_tiers'),
      [organizationId, ids],
    ),
  ]);
  const countersOf = Map.groupBy(counters, (row) => row.subject_id);
  const tierMembershipsOf = Map.groupBy(tierMemberships, (row) => row.subject_id);
  return subjects.map((subject) => ({
    subject,
    counters: new Map(
      countersOf.get(subject.id)?.map((row): [string, DatedCounter] => [row.key, { ...counterOf(row), updatedAt: row.updated_at }]),
    ),
    tierMemberships: new Map(
      tierMembershipsOf
        .get(subject.id)
        ?.map((row): [string, TierMembership] => [tierPlace({ programId: row.program_id, key: row.tier }), tierMembershipOf(row)]),
    ),
  }));
}

/** A subject with the tiers that it can reach. Lock it first. */
export async function loadTieredSubject(
  tx: Queries,
  organizationId: string,
  subject: Subject,
): Promise<{ readonly tiers: readonly Tier[]; readonly counted: TierSubject }> {
  const [tiers, counted] = await Promise.all([loadTiersOf(tx, organizationId, [subject]), loadTierSubjects(tx, organizationId, [subject])]);
  return { tiers: tiers.get(subject.id) ?? [], counted: only(counted) };
}

const TABLES = { PROGRAM: 'programs', GROUP: 'groups', PARTICIPANT: 'participants' } as const;

/** Locks subjects of one organization in the global order: programs, groups, participants, each by id. */
export async function lockSubjects(tx: Tx, { organizationId }: StateChangeScope, subjects: readonly Subject[]): Promise<void> {
  const locks = (['PROGRAM', 'GROUP', 'PARTICIPANT'] as const).flatMap((type) => {
    const ids = subjects.filter((subject) => subject.type === type).map(({ id }) => id);
    const lock = `SELECT 1 FROM ${TABLES[type]} WHERE organization_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
    return ids.length === 0 ? [] : [tx.query(lock, [organizationId, ids])];
  });
  await Promise.all(locks);
}
