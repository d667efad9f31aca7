/** Settles a hold: the adjustment that credits AVAILABLE under the hold's reference, refused where it would settle nothing. */
import type { BalanceAdjustmentResult } from '@/contract/balance';
import type { SettleHold } from '@/contract/balance-batch';
import { DomainError } from '@/domain/errors';
import { liveHold } from '@/domain/ledger/holds';
import type { HolderName } from '@/server/db/repositories/people/holders';
import { adjustment } from './adjust-balance';
import type { BalanceOperation } from './balance-operation';

/** Counts as the same request as that adjustment. */
export function settling(holder: HolderName, body: SettleHold): BalanceOperation<BalanceAdjustmentResult> {
  const credit = adjustment(holder, { ...body, type: 'CREDIT', bucket: 'AVAILABLE' });
  return {
    ...credit,
    decide: (opened) => {
      if (body.reference_id === undefined)
        throw new DomainError('missing_reference_id', 'Send the `reference_id` of the hold.', { param: 'reference_id' });
      liveHold(opened.account, body.reference_id);
      return credit.decide(opened);
    },
  };
}
