/** Many balance operations in one request: each is the body of its single route, with its kind and whose balance it is about. */
import { z } from 'zod';
import {
  BalanceAdjustment,
  BalanceAdjustmentResult,
  BalanceOperationResult,
  ForfeitBalance,
  HoldBalance,
  ReleaseBalance,
  VoidHold,
} from './balance';
import { ErrorBody } from './error';
import { ExternalId } from './event';
import { exactlyOne } from './exactly-one';
import { IdempotencyKey, Uuid } from './primitives';

export const BALANCE_BATCH_MAX = 1_000;

/** Whose balance an operation is about: exactly one of them. */
const holder = {
  participant_id: Uuid.optional().describe('Id of the participant in the service.'),
  external_id: ExternalId.optional().describe('Your own id of the participant.'),
  group_id: Uuid.optional().describe('Id of the group.'),
};
const keyed = { idempotency_key: IdempotencyKey.optional().describe('Key that identifies the operation within its program. Required.') };
const namesHolder = exactlyOne('holder', ['participant_id', 'external_id', 'group_id']);

/** A settlement takes what a credit takes, but for what makes the credit one. */
const SettleHold = BalanceAdjustment.omit({ type: true, bucket: true, shortfall_policy: true });

const operation = <Name extends string, Body extends z.ZodRawShape>(name: Name, { shape }: z.ZodObject<Body>) =>
  z.strictObject({ operation: z.literal(name), ...holder, ...shape, ...keyed }).superRefine(namesHolder);

/** One operation of a batch. */
export const BatchedOperation = z
  .discriminatedUnion('operation', [
    operation('ADJUST', BalanceAdjustment),
    operation('SETTLE', SettleHold),
    operation('HOLD', HoldBalance),
    operation('RELEASE', ReleaseBalance),
    operation('FORFEIT', ForfeitBalance),
    operation('VOID_HOLD', VoidHold),
  ])
  .meta({ id: 'BatchedOperation' });
export type BatchedOperation = z.infer<typeof BatchedOperation>;

/** Each operation is checked by itself: an invalid one never fails the others. */
export const BalanceBatch = z.strictObject({
  operations: z
    .array(z.unknown())
    .min(1)
    .max(BALANCE_BATCH_MAX)
    .meta({ items: { $ref: '#/components/schemas/BatchedOperation' } })
    .describe('Operations, done in this order. Each needs an `idempotency_key`.'),
  atomic: z.boolean().default(false).describe('Whether one operation that is refused keeps all of them from being done.'),
});

/** Why an operation was refused: what its single route would have answered. */
export const OperationError = ErrorBody.omit({ request_id: true, doc_url: true }).meta({ id: 'OperationError' });
export type OperationError = z.infer<typeof OperationError>;

export const BalanceBatchResult = z.object({
  total: z.int(),
  success_count: z.int(),
  error_count: z.int(),
  results: z.array(
    z.object({
      index: z.int().describe('Position of the operation in the request, from 0.'),
      status: z.enum(['DONE', 'ERROR']),
      http_status: z
        .int()
        .meta({ examples: [200] })
        .describe('Status with which the operation would have been answered alone.'),
      replayed: z.boolean().optional().describe('Whether `result` is that of an earlier request with the same key.'),
      result: z.union([BalanceAdjustmentResult, BalanceOperationResult]).optional(),
      error: OperationError.optional(),
    }),
  ),
});
export type BalanceBatchResult = z.infer<typeof BalanceBatchResult>;
