/** Places a hold on available balance under a reference. */
import type { BalanceOperationResult, HoldBalance } from '@/contract/balance';
import { hold } from '@/domain/ledger/hold';
import { parseAmount } from '@/domain/money';
import type { Ctx } from '@/server/context';
import type { HolderName } from '@/server/db/repositories/holders';
import type { Outcome } from '@/server/services/idempotent';
import { assertActive } from './holders';
import { operate } from './operate';

/** @throws DomainError missing_reference_id, insufficient_funds, participant_inactive, and refusals of program and asset. */
export function holdBalance(ctx: Ctx, holder: HolderName, body: HoldBalance): Promise<Outcome<BalanceOperationResult>> {
  return operate(ctx, holder, body, {
    name: 'HOLD',
    buckets: ['AVAILABLE'],
    verb: 'Held',
    assertAllowed: assertActive,
    decide: ({ context, account }, command, filter) =>
      hold(context, account, { ...command, filter, amount: parseAmount(body.amount, context.asset.scale) }),
  });
}
