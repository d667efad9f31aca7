/** Binds a friend to who brought them: once in each referral program, forever, and never in a circle. */
import type { CreateReferral } from '@/contract/referral';
import { ATTEMPTS_WINDOW_MS } from '@/domain/codes/judge';
import { canBeCode, normalizedCode } from '@/domain/codes/text';
import { NOTHING } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import type { KnownParticipant } from '@/domain/events/admission';
import { referralBound } from '@/domain/referrals/announce';
import { bind } from '@/domain/referrals/referral';
import { commitDecision } from '@/server/db/commit';
import { loadAttempts } from '@/server/db/repositories/codes/code-attempts';
import { enroll, findKnownParticipants } from '@/server/db/repositories/events/enrollment';
import type { ReferralParties } from '@/server/db/repositories/referrals/due-referrals';
import { findReferralCode } from '@/server/db/repositories/referrals/referrers';
import { findChain, findReferralOf, insertReferral, type ReferralRow } from '@/server/db/repositories/referrals/referrals';
import { autocommit, withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newIdAt } from '@/server/platform/ids';
import { countAttempts } from '@/server/services/codes/verdicts';
import { upsertWithin } from '@/server/services/participants/participants';
import { getProgram } from '@/server/services/programs/programs';
import { getReferralProgramForUpdate, opennessOf } from './referral-program';

interface BoundReferral {
  readonly row: ReferralRow;
  readonly created: boolean;
}

type Program = Awaited<ReturnType<typeof getProgram>>;

/**
 * @throws DomainError not_found (program), program_inactive, participant_not_found, participant_closed, code_unknown, code_attempts_exceeded, referral_self,
 * referral_exists, referral_cycle, referral_not_running.
 */
export async function bindReferral(ctx: Ctx, command: CreateReferral): Promise<BoundReferral> {
  const program = await getProgram(ctx, command.program_id, 'program_id');
  if (program.status !== 'ACTIVE') throw new DomainError('program_inactive', 'The program is not active.', { param: 'program_id' });
  const friend = await knownFriend(ctx, program, command);
  await assertMayTry(ctx, friend?.id ?? null);
  try {
    return await withTransaction((tx) => bindWithin(ctx, tx, program, command, friend));
  } catch (error) {
    if (error instanceof DomainError && error.code === 'code_unknown') await countAttempts(ctx, friend?.id ?? null, 1);
    throw error;
  }
}

async function bindWithin(
  ctx: Ctx,
  tx: Tx,
  program: Program,
  command: CreateReferral,
  friend: KnownParticipant | null,
): Promise<BoundReferral> {
  const organizationId = ctx.organization.id;
  const now = ctx.clock.now();
  const code = normalizedCode(command.code);
  const found = canBeCode(code) ? await findReferralCode(tx, organizationId, program.id, code) : null;
  if (!found) throw new DomainError('code_unknown', 'The program has no such referral code; check how it is written.', { param: 'code' });
  const referred = friend ?? (await newFriend(ctx, tx, program, command));
  // One at a time in each referral program, so that no two bindings close a circle together.
  const terms = await getReferralProgramForUpdate(ctx, tx, found.referralProgramId);
  const [existing, chain, openness] = await Promise.all([
    findReferralOf(tx, organizationId, terms.id, referred.id),
    findChain(tx, organizationId, terms.id, found.referrer.id),
    opennessOf(tx, organizationId, terms),
  ]);
  const bound = bind(
    { code, isCurrent: found.isCurrent, referrer: found.referrer, program: openness },
    {
      referred: { id: referred.id, externalId: referred.externalId, isClosed: referred.status === 'CLOSED' },
      existing: existing && { referrerId: existing.referrer_id, status: existing.status },
      broughtBy: (id) => chain.get(id),
      timezone: program.timezone,
      at: now,
    },
  );
  if (bound === null && existing) return { row: existing, created: false };
  const row = await insertReferral(tx, organizationId, {
    id: newIdAt(now),
    program_id: program.id,
    referral_program_id: terms.id,
    referrer_id: found.referrer.id,
    referred_id: referred.id,
    code,
    bound_at: now,
    bound_event_id: null,
    expires_at: bound?.expiresAt ?? null,
    created_at: now,
  });
  enroll(tx, organizationId, now, [{ programId: program.id, participantId: referred.id }]);
  await commitDecision(
    tx,
    { organizationId, now, requestId: ctx.requestId },
    { ...NOTHING, webhooks: [referralBound(announced(ctx.organization.id, row), code)] },
  );
  return { row, created: true };
}

/** What is announced of a referral. */
export const announced = (organizationId: string, row: ReferralParties) => ({
  id: row.id,
  organizationId,
  programId: row.program_id,
  referralProgramId: row.referral_program_id,
  referrerId: row.referrer_id,
  referredId: row.referred_id,
});

/** @returns null for one who is to be created. @throws DomainError participant_not_found. */
async function knownFriend(ctx: Ctx, program: Program, { participant_id, external_id }: CreateReferral): Promise<KnownParticipant | null> {
  const names = {
    ids: participant_id === undefined ? [] : [participant_id],
    externalIds: external_id === undefined ? [] : [external_id],
  };
  const [known] = await findKnownParticipants(autocommit, ctx.organization.id, names, [program.id]);
  if (known) return known;
  if (external_id !== undefined && program.on_unknown_participant === 'CREATE') return null;
  throw new DomainError('participant_not_found', 'There is no such participant; create them first.', {
    param: external_id === undefined ? 'participant_id' : 'external_id',
  });
}

async function newFriend(ctx: Ctx, tx: Tx, program: Program, { external_id = '' }: CreateReferral) {
  const { participant } = await upsertWithin(ctx, tx, { external_id, program_id: program.id });
  return { id: participant.id, externalId: participant.external_id, status: participant.status };
}

/** @throws DomainError code_attempts_exceeded. */
async function assertMayTry({ organization, clock }: Ctx, participantId: string | null): Promise<void> {
  const people = participantId === null ? [] : [participantId];
  const left = await loadAttempts(autocommit, organization.id, people, clock.now());
  if ([organization.id, ...people].every((id) => (left.get(id) ?? 1) > 0)) return;
  throw new DomainError('code_attempts_exceeded', 'Too many unknown codes were tried; wait some minutes before the next.', {
    param: 'code',
    details: { retry_after_seconds: ATTEMPTS_WINDOW_MS / 1_000 },
  });
}
