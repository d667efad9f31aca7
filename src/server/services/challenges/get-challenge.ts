/** Reads challenges: one, or a page at a time. */
import type { ListChallenges } from '@/contract/challenge';
import { DomainError } from '@/domain/errors';
import {
  findChallenge,
  findChallengeForUpdate,
  listChallengeRows,
  type ChallengeRow,
} from '@/server/db/repositories/challenges/challenges';
import type { KeysetPage } from '@/server/db/keyset';
import type { Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';

/** @throws DomainError not_found. */
export const getChallenge = async (ctx: Ctx, id: string): Promise<ChallengeRow> =>
  (await findChallenge(ctx.organization.id, id)) ?? unknownChallenge();

/** Locked until the transaction ends. @throws DomainError not_found. */
export const getChallengeForUpdate = async (ctx: Ctx, tx: Tx, id: string): Promise<ChallengeRow> =>
  (await findChallengeForUpdate(tx, ctx.organization.id, id)) ?? unknownChallenge();

export const listChallenges = (ctx: Ctx, query: ListChallenges): Promise<KeysetPage<ChallengeRow>> =>
  listChallengeRows(ctx.organization.id, query);

function unknownChallenge(): never {
  throw new DomainError('not_found', 'There is no such challenge in your organization.', { param: 'id' });
}
