/** Fills an organization with codes: a batch of unique ones, of which the newest decisions have used some. */
import { literal, type Plan, type Step } from './plan';

const BATCH = '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8dcc';
const MOST = 10_000;

export function codeSteps({ organizationId, programId, participants, to }: Plan): Step[] {
  const organization = literal(organizationId);
  const count = Math.min(participants, MOST);
  const at = `to_timestamp(${to / 1_000})`;
  return [
    {
      name: 'code batches',
      sql: `INSERT INTO code_batches (id, organization_id, program_id, key, name, kind, status, length, wanted, made, max_per_code, created_at, updated_at)
        VALUES (${literal(BATCH)}, ${organization}, ${literal(programId)}, 'letters', 'Letters', 'UNIQUE', 'ACTIVE', 12, ${count}, ${count}, 1, ${at}, ${at})`,
    },
    {
      name: 'codes',
      sql: `INSERT INTO codes (organization_id, program_id, code, batch_id, max_uses, created_at)
        SELECT ${organization}, ${literal(programId)}, 'LETTER' || n, ${literal(BATCH)}, 1, ${at} FROM generate_series(1, ${count}) AS n`,
    },
    {
      name: 'code redemptions',
      sql: `INSERT INTO code_redemptions (id, organization_id, program_id, batch_id, code, participant_id, event_id, decision_id, status, created_at, updated_at)
        SELECT d.id, ${organization}, ${literal(programId)}, ${literal(BATCH)}, 'LETTER' || d.n, d.participant_id, d.event_id, d.id, 'REDEEMED', d.created_at, d.created_at
        FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM decisions WHERE organization_id = ${organization} AND status = 'COMMITTED') d WHERE d.n <= ${count} / 2`,
    },
    {
      name: 'uses of codes',
      sql: `UPDATE codes c SET used = 1 FROM code_redemptions r WHERE c.organization_id = ${organization} AND r.organization_id = c.organization_id AND r.program_id = c.program_id AND r.code = c.code`,
    },
    {
      name: 'uses of code batches',
      sql: `INSERT INTO code_batch_uses (organization_id, batch_id, share, uses)
        SELECT ${organization}, ${literal(BATCH)}, share, CASE share WHEN 0 THEN (SELECT count(*) FROM code_redemptions WHERE organization_id = ${organization}) ELSE 0 END
        FROM generate_series(0, 15) AS share`,
    },
    {
      name: 'an import of codes',
      sql: `WITH made AS (
          INSERT INTO code_imports (id, organization_id, batch_id, file_name, status, lines, refused, created_at, updated_at, completed_at)
          VALUES (gen_random_uuid(), ${organization}, ${literal(BATCH)}, 'letters.csv', 'COMPLETED', ${MOST}, ${MOST}, ${at}, ${at}, ${at}) RETURNING id, organization_id)
        INSERT INTO code_import_refusals (organization_id, import_id, line, code, reason)
        SELECT made.organization_id, made.id, n + 1, 'LETTER' || n, 'EXISTS' FROM made, generate_series(1, ${MOST}) AS n`,
    },
  ];
}
