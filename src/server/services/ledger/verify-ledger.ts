/** Starts, reads and lists verifications. */
import type { ListLedgerVerifications } from '@/contract/ledger';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import {
  findRunningVerification,
  findVerification,
  insertVerification,
  listVerificationRows,
  type VerificationRow,
  type VerificationWithViolations,
} from '@/server/db/repositories/ledger/ledger-verifications';
import type { KeysetPage } from '@/server/db/keyset';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { wake } from '@/server/platform/wake';

interface StartedVerification {
  readonly verification: VerificationWithViolations;
  /** False when one was already running, which is then returned. */
  readonly isNew: boolean;
}

/** An organization has at most one running verification. */
export async function startVerification(ctx: Ctx, tx: Tx): Promise<StartedVerification> {
  const started = await insertVerification(tx, ctx.organization.id, newId(), ctx.clock.now());
  tx.afterCommit(() => wake('verify-ledgers'));
  if (started) return { verification: started, isNew: true };
  const running = await findRunningVerification(tx, ctx.organization.id);
  if (!running) throw new DomainError('retryable_conflict', 'Another verification has just ended; send the request again.');
  return { verification: running, isNew: false };
}

/** @throws DomainError not_found. */
export async function getVerification(ctx: Ctx, id: string): Promise<VerificationWithViolations> {
  const found = await findVerification(ctx.organization.id, id);
  if (!found) throw new DomainError('not_found', 'There is no verification with this id.', { param: 'id' });
  return found;
}

export const listVerifications = (ctx: Ctx, query: ListLedgerVerifications): Promise<KeysetPage<VerificationRow>> =>
  listVerificationRows(ctx.organization.id, query);
