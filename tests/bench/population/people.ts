/** Generates participants with their versions, enrollment and state, and groups with their members. */
import { COUNTER_KEY, LEVELS, TIER_KEY } from './configuration';
import { KIND, literal, type Plan, type Step } from './plan';

/** A participant's counter value, from which the level follows as if evaluated. */
const COUNTER = 'n % 120';

export function peopleSteps(plan: Plan): Step[] {
  const organization = literal(plan.organizationId);
  const program = literal(plan.programId);
  const people = `generate_series(1, ${plan.participants}) AS n`;
  const since = 'pg_temp.at(pg_temp.joined(n))';
  const profile = 'email, phone, first_name, last_name, display_name, status';
  return [
    {
      name: 'participants',
      sql: `INSERT INTO participants (id, organization_id, external_id, ${profile}, created_at, updated_at)
        SELECT pg_temp.person(n), ${organization}, 'customer-' || n, lower(first) || '.' || lower(last) || n || '@example.com', NULL, first, last,
          first || ' ' || last, CASE WHEN n % 200 = 0 THEN 'SUSPENDED' ELSE 'ACTIVE' END, ${since}, ${since}
        FROM (SELECT n, (ARRAY['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Radia', 'Tony', 'Frances', 'Niklaus'])[1 + n % 10] AS first,
            (ARRAY['Lovelace', 'Hopper', 'Turing', 'Dijkstra', 'Liskov', 'Knuth', 'Perlman', 'Hoare', 'Allen', 'Wirth', 'Hamilton'])[1 + n % 11] AS last
          FROM ${people}) named`,
    },
    {
      name: 'participant versions',
      sql: `INSERT INTO participant_versions (organization_id, participant_id, ${profile}, updated_at, valid_from)
        SELECT organization_id, id, ${profile}, updated_at, created_at FROM participants WHERE organization_id = ${organization} ORDER BY created_at, id`,
    },
    {
      name: 'enrollment',
      sql: `INSERT INTO program_participants (organization_id, program_id, participant_id, enrolled_at)
        SELECT ${organization}, ${program}, pg_temp.person(n), ${since} FROM ${people}`,
    },
    ...stateSteps(plan, people, since),
    ...groupSteps(plan),
  ];
}

function stateSteps({ organizationId, programId }: Plan, people: string, since: string): Step[] {
  const organization = literal(organizationId);
  const subject = `${organization}, 'PARTICIPANT', pg_temp.person(n)`;
  const into = 'organization_id, subject_type, subject_id';
  const level = `CASE ${[...LEVELS]
    .reverse()
    .map(({ key, threshold }) => `WHEN ${COUNTER} >= ${threshold} THEN '${key}'`)
    .join(' ')} END`;
  const rank = `CASE ${[...LEVELS]
    .reverse()
    .map(({ rank, threshold }) => `WHEN ${COUNTER} >= ${threshold} THEN ${rank}`)
    .join(' ')} END`;
  return [
    {
      name: 'tags',
      sql: `INSERT INTO state_tags (${into}, tag, created_at)
        SELECT ${subject}, tag, ${since} FROM ${people}
        CROSS JOIN LATERAL (SELECT 'newsletter' AS tag UNION ALL SELECT 'segment-' || n % 20 UNION ALL SELECT 'vip' WHERE n % 1000 = 1) tags`,
    },
    {
      name: 'attributes',
      sql: `INSERT INTO state_attributes (${into}, key, value, updated_at)
        SELECT ${subject}, 'country', to_json((ARRAY['DE', 'FR', 'IT', 'ES', 'NL'])[1 + n % 5]), ${since} FROM ${people}`,
    },
    {
      name: 'counters',
      sql: `INSERT INTO state_counters (${into}, key, value, updated_at) SELECT ${subject}, '${COUNTER_KEY}', ${COUNTER}, ${since} FROM ${people}`,
    },
    {
      name: 'tiers',
      sql: `INSERT INTO state_tiers (${into}, program_id, tier, level, rank, since, updated_at)
        SELECT ${subject}, ${literal(programId)}, '${TIER_KEY}', ${level}, ${rank}, ${since}, ${since} FROM ${people} WHERE ${COUNTER} >= ${LEVELS[0].threshold};
        UPDATE tiers SET due_at = NULL, evaluated_to = NULL WHERE organization_id = ${organization}`,
    },
    {
      name: 'state history',
      sql: `INSERT INTO state_history (id, organization_id, subject_type, subject_id, program_id, state_type, operation, key, new_value, source, created_at)
        SELECT gen_random_uuid(), ${subject}, CASE WHEN kind = 'TIER' THEN ${literal(programId)} END, kind, operation, key, value, 'API', ${since} FROM ${people}
        CROSS JOIN LATERAL (
          SELECT 'TAG' AS kind, 'ADD' AS operation, 'newsletter' AS key, to_json('newsletter'::text) AS value
          UNION ALL SELECT 'ATTRIBUTE', 'SET', 'country', to_json((ARRAY['DE', 'FR', 'IT', 'ES', 'NL'])[1 + n % 5])
          UNION ALL SELECT 'TIER', 'SET', '${TIER_KEY}', json_build_object('level', ${level}, 'rank', ${rank}, 'since', to_char(${since} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'expires_at', NULL) WHERE ${COUNTER} >= ${LEVELS[0].threshold}
        ) changes`,
    },
  ];
}

/** One group of ten members per hundred participants; the first has half of the first thousandth of all. */
function groupSteps({ organizationId, participants }: Plan): Step[] {
  const organization = literal(organizationId);
  const groups = Math.ceil(participants / 100);
  const group = `pg_temp.made(${KIND.group}, g, pg_temp.joined(g))`;
  const members = `FROM generate_series(1, ${groups}) AS g CROSS JOIN generate_series(1, 10) AS m
    CROSS JOIN LATERAL (SELECT 1 + (g * 10 + m) % ${participants} AS n) member`;
  const since = 'pg_temp.at(pg_temp.joined(n))';
  return [
    {
      name: 'groups',
      sql: `INSERT INTO groups (id, organization_id, name, created_at, updated_at)
        SELECT ${group}, ${organization}, 'Team ' || g, pg_temp.at(pg_temp.joined(g)), pg_temp.at(pg_temp.joined(g)) FROM generate_series(1, ${groups}) AS g`,
    },
    {
      name: 'group members',
      sql: `INSERT INTO group_members (organization_id, group_id, participant_id, stay, role, created_at, updated_at)
        SELECT ${organization}, ${group}, pg_temp.person(n), 1, CASE WHEN m = 1 THEN 'ADMIN' ELSE 'MEMBER' END, ${since}, ${since} ${members};
        INSERT INTO group_members (organization_id, group_id, participant_id, stay, role, created_at, updated_at)
        SELECT ${organization}, pg_temp.made(${KIND.group}, 1, pg_temp.joined(1)), pg_temp.person(n), 1, 'MEMBER', ${since}, ${since}
        FROM generate_series(100, ${100 + Math.floor(participants / 200)}) AS n`,
    },
    {
      name: 'changes of members',
      sql: `INSERT INTO group_member_changes (id, organization_id, group_id, participant_id, operation, role, created_at)
        SELECT gen_random_uuid(), organization_id, group_id, participant_id, 'ADD', role, created_at FROM group_members WHERE organization_id = ${organization}`,
    },
  ];
}
