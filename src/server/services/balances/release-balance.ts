/** Frees held balance, whole or in part. */
import type { BalanceOperationResult, HoldBalance } from '@/contract/balance';
import type { Holder } from '@/domain/ledger/accounts';
import { release } from '@/domain/ledger/hold';
import { parseAmount } from '@/domain/money';
import type { Ctx } from '@/server/context';
import type { Outcome } from '@/server/services/idempotent';
import { assertHolderActive } from './holders';
import { operate } from './operate';

/** @throws DomainError not_found (unknown reference), insufficient_funds, participant_inactive, and what program and asset refuse. */
export function releaseBalance(ctx: Ctx, holder: Holder, body: HoldBalance): Promise<Outcome<BalanceOperationResult>> {
  return operate(ctx, holder, body, {
    name: 'RELEASE',
    buckets: ['HELD'],
    verb: 'Released',
    assertAllowed: assertHolderActive,
    decide: ({ context, account }, command, filter) =>
      release(context, account, { ...command, filter, amount: parseAmount(body.amount, context.asset.scale) }),
  });
}
