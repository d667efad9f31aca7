/** Releases held balance, wholly or in part. */
import type { BalanceOperationResult, ReleaseBalance } from '@/contract/balance';
import { release } from '@/domain/ledger/hold';
import { parseAmount } from '@/domain/money';
import type { Ctx } from '@/server/platform/context';
import type { HolderName } from '@/server/db/repositories/people/holders';
import type { Outcome } from '@/server/services/idempotent';
import type { BalanceOperation } from './balance-operation';
import { assertActive } from './holders';
import { operation } from './operation';
import { performOperation } from './perform-operation';

/** @throws DomainError not_found (unknown reference), insufficient_funds, participant_inactive, and refusals of program and asset. */
export const releaseBalance = (ctx: Ctx, holder: HolderName, body: ReleaseBalance): Promise<Outcome<BalanceOperationResult>> =>
  performOperation(ctx, releasing(holder, body));

export const releasing = (holder: HolderName, body: ReleaseBalance): BalanceOperation<BalanceOperationResult> =>
  operation(holder, body, {
    name: 'RELEASE',
    buckets: ['HELD'],
    verb: 'Released',
    assertAllowed: assertActive,
    decide: ({ context, account }, command, filter) =>
      release(context, account, { ...command, filter, amount: parseAmount(body.amount, context.asset.scale) }),
  });
