/** Forfeits balance to breakage; possible for closed participants and archived assets too. */
import type { BalanceOperationResult, ForfeitBalance } from '@/contract/balance';
import { forfeit } from '@/domain/ledger/forfeit';
import { parseAmount } from '@/domain/money';
import type { Ctx } from '@/server/context';
import type { HolderName } from '@/server/db/repositories/holders';
import type { Outcome } from '@/server/services/idempotent';
import { assertForfeits } from './holders';
import { operate } from './operate';

/** @throws DomainError insufficient_funds, invalid_operation (DEFERRED), not_found (reference), participant_inactive (SUSPENDED). */
export function forfeitBalance(ctx: Ctx, holder: HolderName, body: ForfeitBalance): Promise<Outcome<BalanceOperationResult>> {
  const bucket = body.bucket === 'HELD' ? 'HELD' : 'AVAILABLE';
  return operate(ctx, holder, body, {
    name: 'FORFEIT',
    buckets: ['AVAILABLE', 'HELD'],
    verb: 'Forfeited',
    assertAllowed: assertForfeits,
    decide: ({ context, account }, command, filter) =>
      forfeit(context, account, { ...command, bucket, filter, amount: parseAmount(body.amount, context.asset.scale) }),
  });
}
