/** Voids value that was issued provisionally under a reference. */
import type { BalanceOperationResult, VoidHold } from '@/contract/balance';
import { DomainError } from '@/domain/errors';
import { voidHold } from '@/domain/ledger/settle';
import { parseAmount } from '@/domain/money';
import type { Ctx } from '@/server/platform/context';
import type { HolderName } from '@/server/db/repositories/people/holders';
import type { Outcome } from '@/server/services/idempotent';
import type { BalanceOperation } from './balance-operation';
import { assertActive } from './holders';
import { operation } from './operation';
import { performOperation } from './perform-operation';

/**
 * @throws DomainError missing_reference_id, not_found, invalid_operation (SIMPLE, or nothing provisional), invalid_amount,
 * participant_inactive.
 */
export const voidHeldBalance = (ctx: Ctx, holder: HolderName, body: VoidHold): Promise<Outcome<BalanceOperationResult>> =>
  performOperation(ctx, voiding(holder, body));

export const voiding = (holder: HolderName, body: VoidHold): BalanceOperation<BalanceOperationResult> =>
  operation(holder, body, {
    name: 'VOID_HOLD',
    buckets: ['HELD'],
    verb: 'Voided',
    assertAllowed: assertActive,
    decide: ({ context, account }, command) => {
      if (command.referenceId === null)
        throw new DomainError('missing_reference_id', 'Send the `reference_id` of the hold.', { param: 'reference_id' });
      const amount = body.amount === undefined ? null : parseAmount(body.amount, context.asset.scale);
      return voidHold(context, account, { ...command, referenceId: command.referenceId, amount });
    },
  });
