/** Fills an organization with a challenge in which many participants have progress, and which the first of them have completed. */
import { literal, type Plan, type Step } from './plan';

const CHALLENGE = '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8dce';
const MOST = 10_000;
const TARGET = 10;

export function challengeSteps({ organizationId, programId, participants, to }: Plan): Step[] {
  const organization = literal(organizationId);
  const count = Math.min(participants, MOST);
  const at = `to_timestamp(${to / 1_000})`;
  const goal = JSON.stringify({ type: 'COUNT', target: TARGET, match: { event_types: ['purchase'], condition: null } });
  const taking = `(SELECT e.id AS event_id, e.participant_id, row_number() OVER (ORDER BY e.id) AS n
    FROM (SELECT DISTINCT ON (participant_id) id, participant_id FROM events
      WHERE organization_id = ${organization} AND participant_id IS NOT NULL ORDER BY participant_id, id) e) t WHERE t.n <= ${count}`;
  return [
    {
      name: 'challenges',
      sql: `INSERT INTO challenges (id, organization_id, program_id, key, name, status, period, goal, max_rounds, parts, created_at, updated_at)
        VALUES (${literal(CHALLENGE)}, ${organization}, ${literal(programId)}, 'card', 'Card', 'PAUSED', 'NONE', '${goal}', 1, '[50]', ${at}, ${at})`,
    },
    {
      name: 'challenge progress',
      sql: `INSERT INTO challenge_progress (organization_id, participant_id, challenge_id, period, terms_version, tally, progress, rounds, first_at, last_at, completed_at, updated_at)
        SELECT ${organization}, t.participant_id, ${literal(CHALLENGE)}, 'ALL', 1, json_build_object('sum', (t.n % ${TARGET + 1})::text, 'counts', json_build_object())::jsonb,
          t.n % ${TARGET + 1}, (t.n % ${TARGET + 1} = ${TARGET})::int, ${at}, ${at}, CASE WHEN t.n % ${TARGET + 1} = ${TARGET} THEN ${at} END, ${at} FROM ${taking}`,
    },
    {
      name: 'challenge contributions',
      sql: `INSERT INTO challenge_contributions (organization_id, participant_id, challenge_id, event_id, type, period, event_timestamp, amount, keys, created_at)
        SELECT ${organization}, t.participant_id, ${literal(CHALLENGE)}, t.event_id, 'COUNTED', 'ALL', ${at}, 1, '[]', ${at} FROM ${taking}`,
    },
    {
      name: 'challenge completions',
      sql: `INSERT INTO challenge_completions (id, organization_id, participant_id, challenge_id, period, round, part, status, attempt, event_id, completed_at)
        SELECT t.event_id, ${organization}, t.participant_id, ${literal(CHALLENGE)}, 'ALL', 1, 100, 'COMPLETED', 1, t.event_id, ${at}
        FROM ${taking} AND t.n % ${TARGET + 1} = ${TARGET}`,
    },
  ];
}
