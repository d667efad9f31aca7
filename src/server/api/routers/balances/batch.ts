import { BALANCE_BATCH_MAX, BalanceBatch, BalanceBatchResult, BatchedOperation } from '@/contract/balance-batch';
import { presentBalanceBatch } from '@/server/api/present/balance-batch';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { applyBalanceBatch } from '@/server/services/balances/apply-batch';
import { validationFailure } from '@/server/platform/input/validation';

const place = { program_id: '018f2b5e-7c1d-7e9a-9a51-0c5d6f0a7b21', asset_id: '018f2b5e-7c1d-7e9a-9a51-0c5d6f0a7b22' };

export const performBalanceBatchRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/balances/batch',
      summary: `Perform up to ${BALANCE_BATCH_MAX.toLocaleString('en-US')} balance operations`,
      description:
        'Each operation is the body of its single route with `operation` and exactly one of `participant_id`, `external_id` and `group_id`, and is answered as it would have been alone: one that is refused never fails the others. They are done in the order given, in any programs and assets, and `results` keeps that order. `SETTLE` is a credit to AVAILABLE that must find a live hold under its `reference_id`. Each operation needs an `idempotency_key`, which counts as the key of its single route: a batch that is sent again is answered with the same results. With `atomic`, either all operations are done or, if any is refused, none: the answer is then 422 `batch_refused`, whose `details.refused` names every one that is refused.',
      idempotency: 'natural_key',
      example: {
        operations: [
          {
            operation: 'ADJUST',
            external_id: 'ada',
            ...place,
            type: 'CREDIT',
            amount: '12.50',
            description: 'Monthly bonus',
            idempotency_key: 'bonus-2026-11-ada',
          },
          {
            operation: 'HOLD',
            external_id: 'ada',
            ...place,
            amount: '5',
            reference_id: 'order-1042',
            description: 'Order 1042',
            idempotency_key: 'hold-order-1042',
          },
        ],
      },
      errors: [409, 422],
    }),
  )
  .input(BalanceBatch)
  .output(BalanceBatchResult)
  .mutation(async ({ ctx, input: { operations, atomic } }) => {
    const read = operations.map((item) => {
      const { data, error } = BatchedOperation.safeParse(item);
      return data ?? validationFailure(error.issues, item, { reach: REACH });
    });
    return presentBalanceBatch(ctx, { atomic, answers: await applyBalanceBatch(ctx, { operations: read, atomic }) });
  });

const REACH = { input: BatchedOperation, shown: [], changes: false };
