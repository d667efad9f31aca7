/** Forfeits balance to breakage; possible for closed participants and archived assets too. */
import type { BalanceOperationResult, ForfeitBalance } from '@/contract/balance';
import { forfeit } from '@/domain/ledger/forfeit';
import { parseAmount } from '@/domain/money';
import type { Ctx } from '@/server/platform/context';
import type { HolderName } from '@/server/db/repositories/people/holders';
import type { Outcome } from '@/server/services/idempotent';
import type { BalanceOperation } from './balance-operation';
import { assertForfeits } from './holders';
import { operation } from './operation';
import { performOperation } from './perform-operation';

/** @throws DomainError insufficient_funds, invalid_operation (DEFERRED), not_found (reference), participant_inactive (SUSPENDED). */
export const forfeitBalance = (ctx: Ctx, holder: HolderName, body: ForfeitBalance): Promise<Outcome<BalanceOperationResult>> =>
  performOperation(ctx, forfeiting(holder, body));

export function forfeiting(holder: HolderName, body: ForfeitBalance): BalanceOperation<BalanceOperationResult> {
  const bucket = body.bucket === 'HELD' ? 'HELD' : 'AVAILABLE';
  return operation(holder, body, {
    name: 'FORFEIT',
    buckets: ['AVAILABLE', 'HELD'],
    verb: 'Forfeited',
    assertAllowed: assertForfeits,
    decide: ({ context, account }, command, filter) =>
      forfeit(context, account, { ...command, bucket, filter, amount: parseAmount(body.amount, context.asset.scale) }),
  });
}
