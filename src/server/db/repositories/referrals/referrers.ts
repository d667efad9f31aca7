/** Reads and writes the codes with which participants bring friends. A code that was replaced stays with whom it was given to. */
import type { Person } from '@/domain/referrals/referral';
import { statement, type Tx } from '@/server/db/transaction';

export interface ReferrerRow {
  referral_program_id: string;
  participant_id: string;
  program_id: string;
  code: string;
  bound: number;
  qualified: number;
  rewarded: number;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS =
  'r.referral_program_id, r.participant_id, r.program_id, r.code, r.bound, r.qualified, r.rewarded, r.created_at, r.updated_at';

/** Of every referral program, oldest first. */
export const referrersOf = (organizationId: string, participantId: string): Promise<ReferrerRow[]> =>
  statement<ReferrerRow>(
    `SELECT ${COLUMNS} FROM referrers r WHERE r.organization_id = $1 AND r.participant_id = $2 ORDER BY r.created_at, r.referral_program_id`,
    [organizationId, participantId],
  );

/** Locked until the transaction ends. */
export async function findReferrerForUpdate(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  referralProgramId: string,
  participantId: string,
): Promise<ReferrerRow | null> {
  const [row] = await tx.query<ReferrerRow>(
    `SELECT ${COLUMNS} FROM referrers r WHERE r.organization_id = $1 AND r.referral_program_id = $2 AND r.participant_id = $3 FOR NO KEY UPDATE`,
    [organizationId, referralProgramId, participantId],
  );
  return row ?? null;
}

interface GivenCode {
  readonly programId: string;
  readonly referralProgramId: string;
  readonly participantId: string;
  readonly code: string;
  readonly at: Date;
}

/** Gives a code to a participant unless the program has it already, as one of referrals or of a batch. @returns whether it is theirs. */
export async function insertReferralCode(tx: Pick<Tx, 'query'>, organizationId: string, given: GivenCode): Promise<boolean> {
  const rows = await tx.query<{ code: string }>(
    `INSERT INTO referral_codes (organization_id, program_id, code, referral_program_id, participant_id, created_at)
     SELECT $1, $2, $3, $4, $5, $6 WHERE NOT EXISTS (SELECT 1 FROM codes c WHERE c.organization_id = $1 AND c.program_id = $2 AND c.code = $3)
     ON CONFLICT (organization_id, program_id, code) DO NOTHING RETURNING code`,
    [organizationId, given.programId, given.code, given.referralProgramId, given.participantId, given.at],
  );
  if (rows.length > 0) return true;
  const [own] = await tx.query<{ participant_id: string; referral_program_id: string }>(
    'SELECT participant_id, referral_program_id FROM referral_codes WHERE organization_id = $1 AND program_id = $2 AND code = $3',
    [organizationId, given.programId, given.code],
  );
  return own?.participant_id === given.participantId && own.referral_program_id === given.referralProgramId;
}

/** @returns whether the participant had no code of the referral program yet. */
export async function insertReferrer(tx: Pick<Tx, 'query'>, organizationId: string, given: GivenCode): Promise<boolean> {
  const rows = await tx.query<{ code: string }>(
    `INSERT INTO referrers (organization_id, referral_program_id, participant_id, program_id, code, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT (organization_id, referral_program_id, participant_id) DO NOTHING RETURNING code`,
    [organizationId, given.referralProgramId, given.participantId, given.programId, given.code, given.at],
  );
  return rows.length > 0;
}

/** Of a referrer that the transaction has locked. */
export async function updateReferrerCode(tx: Pick<Tx, 'query'>, organizationId: string, given: GivenCode): Promise<void> {
  await tx.query(
    'UPDATE referrers SET code = $4, updated_at = $5 WHERE organization_id = $1 AND referral_program_id = $2 AND participant_id = $3',
    [organizationId, given.referralProgramId, given.participantId, given.code, given.at],
  );
}

interface FoundCode {
  readonly referralProgramId: string;
  readonly isCurrent: boolean;
  readonly referrer: Person & { readonly isClosed: boolean };
}

/** Whose code it is or was; null for one that the program has given to nobody. */
export async function findReferralCode(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  programId: string,
  code: string,
): Promise<FoundCode | null> {
  const [row] = await tx.query<{ referral_program_id: string; is_current: boolean; id: string; external_id: string; is_closed: boolean }>(
    `SELECT c.referral_program_id, r.code = c.code AS is_current, p.id, p.external_id, p.status = 'CLOSED' AS is_closed
     FROM referral_codes c JOIN referrers r ON r.organization_id = $1 AND r.referral_program_id = c.referral_program_id AND r.participant_id = c.participant_id
     JOIN participants p ON p.organization_id = $1 AND p.id = c.participant_id
     WHERE c.organization_id = $1 AND c.program_id = $2 AND c.code = $3`,
    [organizationId, programId, code],
  );
  if (!row) return null;
  const referrer = { id: row.id, externalId: row.external_id, isClosed: row.is_closed };
  return { referralProgramId: row.referral_program_id, isCurrent: row.is_current, referrer };
}
