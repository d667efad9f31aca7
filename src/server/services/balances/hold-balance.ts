/** Places a hold on available balance under a reference. */
import type { BalanceOperationResult, HoldBalance } from '@/contract/balance';
import { hold } from '@/domain/ledger/hold';
import { parseAmount } from '@/domain/money';
import type { Ctx } from '@/server/platform/context';
import type { HolderName } from '@/server/db/repositories/people/holders';
import type { Outcome } from '@/server/services/idempotent';
import type { BalanceOperation } from './balance-operation';
import { assertActive } from './holders';
import { operation } from './operation';
import { performOperation } from './perform-operation';

/** @throws DomainError missing_reference_id, insufficient_funds, participant_inactive, and refusals of program and asset. */
export const holdBalance = (ctx: Ctx, holder: HolderName, body: HoldBalance): Promise<Outcome<BalanceOperationResult>> =>
  performOperation(ctx, holding(holder, body));

export const holding = (holder: HolderName, body: HoldBalance): BalanceOperation<BalanceOperationResult> =>
  operation(holder, body, {
    name: 'HOLD',
    buckets: ['AVAILABLE'],
    verb: 'Held',
    assertAllowed: assertActive,
    decide: ({ context, account }, command, filter) =>
      hold(context, account, { ...command, filter, amount: parseAmount(body.amount, context.asset.scale) }),
  });
