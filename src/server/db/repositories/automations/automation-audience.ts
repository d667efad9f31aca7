/** Reads, without locking, what automations evaluate: a program, and its participants with the requested state, groups and balances. */
import { only } from '@/domain/assert';
import type { AutomationCandidate } from '@/domain/automations/evaluate';
import type { StateKind, StateReading } from '@/domain/rules/references';
import type { GroupState, ProgramState, RuleSubject } from '@/domain/rules/activation';
import { statement, type Tx } from '@/server/db/transaction';
import { ATTRIBUTES_OF, COUNTERS_OF, TAGS_OF } from '@/server/db/repositories/people/state-reading';

/** Active participants `p` of the program `$2` in the organization `$1`. */
export const PARTICIPANTS_OF_PROGRAM = `participants p
  JOIN program_participants pp ON pp.organization_id = p.organization_id AND pp.program_id = $2 AND pp.participant_id = p.id
  WHERE p.organization_id = $1 AND p.status = 'ACTIVE'`;

/** Computed only if `$4` asks for it: with very many participants, this is what takes the time. */
const IF_READ = (what: StateKind | 'groups', found: string, nothing: '{}' | '[]'): string =>
  `CASE WHEN '${what}' = ANY ($4::text[]) THEN ${found} ELSE '${nothing}' END`;

/** The tier levels of a subject in the program `$2`. */
const TIERS_OF = (of: string): string =>
  `(SELECT coalesce(json_object_agg(s.tier, json_build_object('level', s.level, 'rank', s.rank)), '{}') FROM state_tiers s
    WHERE s.organization_id = ${of}.organization_id AND s.subject_id = ${of}.id AND s.program_id = $2)`;

const AT_SCALE = (bucket: string): string => `'${bucket}', round(coalesce(b.${bucket}, 0), a.scale)::text`;

/** The balances of a holder in every asset of the program `$2`, by symbol. */
const BALANCES_OF = (of: string): string =>
  `(SELECT coalesce(json_object_agg(a.symbol, json_build_object(${AT_SCALE('available')}, ${AT_SCALE('held')}, ${AT_SCALE('deferred')})), '{}')
    FROM program_assets pa JOIN assets a ON a.organization_id = pa.organization_id AND a.id = pa.asset_id
    LEFT JOIN balances b ON b.organization_id = pa.organization_id AND b.account_id = ${of}.id AND b.program_id = pa.program_id AND b.asset_id = pa.asset_id
    WHERE pa.organization_id = ${of}.organization_id AND pa.program_id = $2)`;

/** The state of a subject at `$3`, as the members of a JSON object. */
const STATE_OF = (of: string): string =>
  `'tags', ${IF_READ('tag', `to_json(${TAGS_OF(of)})`, '[]')}, 'attributes', ${IF_READ('attribute', ATTRIBUTES_OF(of), '{}')},
   'counters', ${IF_READ('counter', COUNTERS_OF(of, '$3'), '{}')}, 'tiers', ${IF_READ('tier', TIERS_OF(of), '{}')}`;

const STATE_AND_BALANCES_OF = (of: string): string => `${STATE_OF(of)}, 'balances', ${IF_READ('balance', BALANCES_OF(of), '{}')}`;

const GROUPS_OF = `(
  SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'role', m.role, ${STATE_AND_BALANCES_OF('g')}) ORDER BY g.created_at, g.id), '[]')
  FROM group_members m JOIN groups g ON g.organization_id = m.organization_id AND g.id = m.group_id AND g.status = 'ACTIVE'
  WHERE m.organization_id = p.organization_id AND m.participant_id = p.id AND m.left_at IS NULL)`;

const CANDIDATES = `SELECT json_build_object('id', p.id, 'external_id', p.external_id, ${STATE_AND_BALANCES_OF('p')}) AS participant, pp.enrolled_at, ${IF_READ('groups', GROUPS_OF, '[]')} AS groups
  FROM ${PARTICIPANTS_OF_PROGRAM}`;

export interface AudienceScope {
  readonly organizationId: string;
  readonly programId: string;
  /** The time at which counters are read. */
  readonly now: Date;
  /** What to read; everything else is left empty. */
  readonly reading: StateReading;
}

const partsOf = ({ roots, kinds }: StateReading): string[] => [...kinds, ...(roots.has('groups') ? ['groups'] : [])];

interface CandidateColumns {
  [column: string]: unknown;
  participant: Omit<RuleSubject, 'enrolled_at'>;
  enrolled_at: Date;
  groups: GroupState[];
}

const candidateOf = ({ participant, enrolled_at, groups }: CandidateColumns): AutomationCandidate => ({
  participant: { ...participant, enrolled_at },
  groups,
});

/** The next participants of a program, in id order. */
export async function nextCandidates(
  tx: Pick<Tx, 'query'>,
  { organizationId, programId, now, reading }: AudienceScope,
  after: string | null,
  limit: number,
): Promise<AutomationCandidate[]> {
  const rows = await tx.query<CandidateColumns>(`${CANDIDATES} AND ($5::uuid IS NULL OR p.id > $5) ORDER BY p.id LIMIT $6`, [
    organizationId,
    programId,
    now,
    partsOf(reading),
    after,
    limit,
  ]);
  return rows.map(candidateOf);
}

/** Those of the given participants who are active in the program. */
export async function candidatesById(
  tx: Pick<Tx, 'query'>,
  { organizationId, programId, now, reading }: AudienceScope,
  ids: readonly string[],
): Promise<AutomationCandidate[]> {
  const rows = await tx.query<CandidateColumns>(`${CANDIDATES} AND p.id = ANY ($5::uuid[]) ORDER BY p.id`, [
    organizationId,
    programId,
    now,
    partsOf(reading),
    ids,
  ]);
  return rows.map(candidateOf);
}

/** The number of active participants of a program: everyone enrolled (counted days plus the rest), less the few who are not active. */
export async function countAudience({ organizationId, programId }: Pick<AudienceScope, 'organizationId' | 'programId'>): Promise<number> {
  const [row] = await statement<{ count: number }>(
    `SELECT ((SELECT coalesce(sum(joined), 0) FROM activity_days WHERE organization_id = $1 AND scope_id = $2)
       + (SELECT count(*) FROM program_participants WHERE organization_id = $1 AND program_id = $2
            AND enrolled_at >= coalesce((SELECT (counted_through + 1)::timestamp AT TIME ZONE 'UTC' FROM activity_progress WHERE organization_id = $1), '-infinity'))
       - (SELECT count(*) FROM participants p
          JOIN program_participants pp ON pp.organization_id = p.organization_id AND pp.program_id = $2 AND pp.participant_id = p.id
          WHERE p.organization_id = $1 AND p.status IN ('SUSPENDED', 'CLOSED')))::int AS count`,
    [organizationId, programId],
  );
  return row?.count ?? 0;
}

/** A program as expressions read it. */
export async function readProgramState(
  tx: Pick<Tx, 'query'>,
  { organizationId, programId, now, reading }: AudienceScope,
): Promise<ProgramState> {
  const row = only(
    await tx.query<{ state: ProgramState }>(
      `SELECT json_build_object('id', programs.id, 'timezone', programs.timezone, ${STATE_OF('programs')}) AS state FROM programs WHERE organization_id = $1 AND id = $2`,
      [organizationId, programId, now, partsOf(reading)],
    ),
  );
  return row.state;
}
