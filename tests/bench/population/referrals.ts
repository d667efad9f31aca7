/** Fills an organization with referrals: some participants bring all others, and the newest decisions qualify some of these. */
import { literal, type Plan, type Step } from './plan';

const PROGRAM = '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8dcd';
const MOST = 10_000;
/** How many friends each referrer brings. */
const EACH = 10;

export function referralSteps({ organizationId, programId, participants, to }: Plan): Step[] {
  const organization = literal(organizationId);
  const count = Math.min(participants, MOST);
  const at = `to_timestamp(${to / 1_000})`;
  const people = `(SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM participants WHERE organization_id = ${organization} LIMIT ${count})`;
  return [
    {
      name: 'referral programs',
      sql: `INSERT INTO referral_programs (id, organization_id, program_id, key, name, status, event_types, steps, created_at, updated_at)
        VALUES (${literal(PROGRAM)}, ${organization}, ${literal(programId)}, 'friends', 'Friends', 'PAUSED', '{purchase}', '{1,5,10}', ${at}, ${at})`,
    },
    {
      name: 'referral codes',
      sql: `INSERT INTO referral_codes (organization_id, program_id, code, referral_program_id, participant_id, created_at)
        SELECT ${organization}, ${literal(programId)}, 'FRIEND' || n, ${literal(PROGRAM)}, id, ${at} FROM ${people} p WHERE n % ${EACH + 1} = 0`,
    },
    {
      name: 'referrers',
      sql: `INSERT INTO referrers (organization_id, referral_program_id, participant_id, program_id, code, bound, created_at, updated_at)
        SELECT organization_id, referral_program_id, participant_id, program_id, code, ${EACH}, created_at, created_at FROM referral_codes WHERE organization_id = ${organization}`,
    },
    {
      name: 'referrals',
      sql: `INSERT INTO referrals (id, organization_id, program_id, referral_program_id, referrer_id, referred_id, code, status, bound_at, created_at, updated_at)
        SELECT friend.id, ${organization}, ${literal(programId)}, ${literal(PROGRAM)}, owner.id, friend.id, 'FRIEND' || owner.n, 'PENDING', ${at}, ${at}, ${at}
        FROM ${people} friend JOIN ${people} owner ON owner.n = friend.n - friend.n % ${EACH + 1} WHERE friend.n % ${EACH + 1} > 0`,
    },
    {
      name: 'friends of referrers',
      sql: `UPDATE referrers c SET bound = (SELECT count(*) FROM referrals r
          WHERE r.organization_id = c.organization_id AND r.referral_program_id = c.referral_program_id AND r.referrer_id = c.participant_id)
        WHERE c.organization_id = ${organization}`,
    },
  ];
}
