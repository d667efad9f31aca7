/** Sets available balance aside under a reference. */
import type { BalanceOperationResult, HoldBalance } from '@/contract/balance';
import type { Holder } from '@/domain/ledger/accounts';
import { hold } from '@/domain/ledger/hold';
import { parseAmount } from '@/domain/money';
import type { Ctx } from '@/server/context';
import type { Outcome } from '@/server/services/idempotent';
import { assertHolderActive } from './holders';
import { operate } from './operate';

/** @throws DomainError missing_reference_id, insufficient_funds, participant_inactive, and what program and asset refuse. */
export function holdBalance(ctx: Ctx, holder: Holder, body: HoldBalance): Promise<Outcome<BalanceOperationResult>> {
  return operate(ctx, holder, body, {
    name: 'HOLD',
    buckets: ['AVAILABLE'],
    verb: 'Held',
    assertAllowed: assertHolderActive,
    decide: ({ context, account }, command, filter) =>
      hold(context, account, { ...command, filter, amount: parseAmount(body.amount, context.asset.scale) }),
  });
}
