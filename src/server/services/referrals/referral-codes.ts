/** Gives participants the codes with which they bring friends, one in each referral program, and replaces them by others that they want. */
import { randomBytes } from 'node:crypto';
import type { ChangeReferralCode, MakeReferralCode } from '@/contract/referral';
import { makeCodes } from '@/domain/codes/generate';
import { normalizedCode } from '@/domain/codes/text';
import { DomainError } from '@/domain/errors';
import { enroll } from '@/server/db/repositories/events/enrollment';
import type { ReferralProgramRow } from '@/server/db/repositories/referrals/referral-programs';
import {
  findReferrerForUpdate,
  insertReferralCode,
  insertReferrer,
  referrersOf,
  updateReferrerCode,
  type ReferrerRow,
} from '@/server/db/repositories/referrals/referrers';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { getParticipant, participantId } from '@/server/services/participants/participants';
import { getReferralProgram } from './referral-program';

/** The characters behind the prefix, of which the last one is the check character. */
const LENGTH = 8;
const MAX_TRIES = 20;

/** Of every referral program in which the participant has one. @param reference our id, or `ext:` and the caller's id. @throws DomainError not_found. */
export const listReferralCodes = async (ctx: Ctx, reference: string): Promise<ReferrerRow[]> =>
  referrersOf(ctx.organization.id, await participantId(ctx, reference));

interface GivenCode {
  readonly row: ReferrerRow;
  readonly created: boolean;
}

/** Another request has just given the participant a code. */
class GivenMeanwhile extends Error {}

/** @throws DomainError not_found, invalid_status, participant_closed, key_exists. */
export async function makeReferralCode(ctx: Ctx, { id, referral_program_id, code }: MakeReferralCode): Promise<GivenCode> {
  const program = await getReferralProgram(ctx, referral_program_id, 'referral_program_id');
  const participant = await getParticipant(ctx, id);
  try {
    return await withTransaction(async (tx) => {
      const own = await findReferrerForUpdate(tx, ctx.organization.id, program.id, participant.id);
      if (own) return { row: keepingCode(own, code), created: false };
      assertGivesCodes(program);
      if (participant.status === 'CLOSED') throw new DomainError('participant_closed', 'The participant is closed.', { param: 'id' });
      return { row: await give(ctx, tx, program, participant.id, code), created: true };
    });
  } catch (error) {
    if (!(error instanceof GivenMeanwhile)) throw error;
    return makeReferralCode(ctx, { id, referral_program_id, code });
  }
}

/** The old code binds nobody from now on, and is given to nobody else. @throws DomainError not_found, invalid_status, key_exists. */
export async function changeReferralCode(ctx: Ctx, { id, referral_program_id, code: text }: ChangeReferralCode): Promise<ReferrerRow> {
  const program = await getReferralProgram(ctx, referral_program_id, 'referral_program_id');
  const owner = await participantId(ctx, id);
  const code = normalizedCode(text);
  return withTransaction(async (tx) => {
    const row = await findReferrerForUpdate(tx, ctx.organization.id, program.id, owner);
    if (!row)
      throw new DomainError('not_found', 'The participant has no code of this referral program yet; make one.', {
        param: 'referral_program_id',
      });
    if (row.code === code) return row;
    assertGivesCodes(program);
    const given = { programId: program.program_id, referralProgramId: program.id, participantId: owner, code, at: ctx.clock.now() };
    if (!(await insertReferralCode(tx, ctx.organization.id, given))) throw taken(code);
    await updateReferrerCode(tx, ctx.organization.id, given);
    return { ...row, code, updated_at: given.at };
  });
}

async function give(ctx: Ctx, tx: Tx, program: ReferralProgramRow, owner: string, wanted: string | undefined): Promise<ReferrerRow> {
  const organizationId = ctx.organization.id;
  const now = ctx.clock.now();
  const given = { programId: program.program_id, referralProgramId: program.id, participantId: owner, at: now };
  const code = await takeCode(wanted === undefined ? made(program.code_prefix) : [normalizedCode(wanted)], (one) =>
    insertReferralCode(tx, organizationId, { ...given, code: one }),
  );
  if (!(await insertReferrer(tx, organizationId, { ...given, code }))) throw new GivenMeanwhile();
  enroll(tx, organizationId, now, [{ programId: program.program_id, participantId: owner }]);
  const { programId: program_id, referralProgramId: referral_program_id, participantId: participant_id } = given;
  return { referral_program_id, participant_id, program_id, code, bound: 0, qualified: 0, rewarded: 0, created_at: now, updated_at: now };
}

const made = (prefix: string): string[] => makeCodes({ prefix, length: LENGTH }, MAX_TRIES, randomBytes);

/** The first of them that the program does not have yet. @throws DomainError key_exists. */
async function takeCode(candidates: readonly string[], take: (code: string) => Promise<boolean>): Promise<string> {
  for (const code of candidates) if (await take(code)) return code;
  throw taken(candidates[0] ?? '');
}

const taken = (code: string): DomainError =>
  new DomainError('key_exists', `The program already has the code ${code}; choose another.`, { param: 'code' });

/** @throws DomainError key_exists for another code than the participant has. */
function keepingCode(own: ReferrerRow, wanted: string | undefined): ReferrerRow {
  if (wanted === undefined || normalizedCode(wanted) === own.code) return own;
  throw new DomainError('key_exists', 'The participant has a code of this referral program already; change that one.', { param: 'code' });
}

/** @throws DomainError invalid_status. */
function assertGivesCodes({ status }: ReferralProgramRow): void {
  if (status === 'ARCHIVED')
    throw new DomainError('invalid_status', 'The referral program is archived and gives no codes.', { param: 'referral_program_id' });
}
