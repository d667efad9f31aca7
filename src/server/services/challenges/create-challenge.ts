/** Creates challenges: new ones, and clones of others. */
import type { CloneChallenge, CreateChallenge } from '@/contract/challenge';
import { assertChallengeSound } from '@/domain/challenges/check';
import { MAX_ROUNDS, measureOf } from '@/domain/challenges/goal';
import { assertProgramMayChange } from '@/domain/programs';
import { insertChallenge, type ChallengeRow } from '@/server/db/repositories/challenges/challenges';
import type { Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { assertCampaignKnown } from '@/server/services/campaigns/get-campaign';
import { getProgramForUpdate } from '@/server/services/programs/get-program';
import { timeOf } from '@/server/services/rewards/create-reward';
import { getChallenge } from './get-challenge';

/** What a copy can be, beside what a new one can. */
type NewChallenge = Omit<CreateChallenge, 'status'> & { readonly status: Exclude<ChallengeRow['status'], 'ARCHIVED'> };

/** @throws DomainError not_found (program, campaign), program_archived, key_exists, validation_error. */
export async function createChallenge(ctx: Ctx, tx: Tx, command: NewChallenge): Promise<ChallengeRow> {
  const now = ctx.clock.now();
  return insert(ctx, tx, {
    id: newId(),
    program_id: command.program_id,
    campaign_id: command.campaign_id ?? null,
    key: command.key,
    name: command.name,
    description: command.description ?? null,
    status: command.status,
    starts_at: timeOf(command.starts_at),
    ends_at: timeOf(command.ends_at),
    period: command.period ?? 'NONE',
    audience: command.audience ?? null,
    goal: command.goal,
    max_rounds: roundsOf(command.repeat ?? null),
    parts: command.parts ?? [],
    take_back: command.take_back ?? null,
    badge: command.badge ?? null,
    terms_version: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  });
}

/** Copies a challenge as a draft without progress. @throws DomainError not_found, program_archived, key_exists, validation_error. */
export async function cloneChallenge(ctx: Ctx, tx: Tx, { id, key, name, starts_at, ends_at }: CloneChallenge): Promise<ChallengeRow> {
  const row = await getChallenge(ctx, id);
  const now = ctx.clock.now();
  return insert(ctx, tx, {
    ...row,
    id: newId(),
    key,
    name: name ?? row.name,
    status: 'DRAFT',
    starts_at: starts_at === undefined ? row.starts_at : timeOf(starts_at),
    ends_at: ends_at === undefined ? row.ends_at : timeOf(ends_at),
    terms_version: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  });
}

/** How often it can be completed in a period. */
export const roundsOf = (repeat: { readonly max: number | null } | null): number => (repeat === null ? 1 : (repeat.max ?? MAX_ROUNDS));

async function insert(ctx: Ctx, tx: Tx, row: ChallengeRow): Promise<ChallengeRow> {
  assertProgramMayChange((await getProgramForUpdate(ctx, tx, row.program_id, 'program_id')).status, 'program_id');
  await assertCampaignKnown(ctx, tx, row);
  assertSound(row);
  await insertChallenge(tx, ctx.organization.id, row);
  return row;
}

/** @throws DomainError validation_error. */
export const assertSound = (row: ChallengeRow): void =>
  assertChallengeSound({ ...measureOf(row), startsAt: row.starts_at, endsAt: row.ends_at, parts: row.parts });
