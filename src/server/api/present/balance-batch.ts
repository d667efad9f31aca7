/** Presents the answers to the operations of a batch, each with the status and the error of its single route. */
import type { BalanceBatchResult, OperationError } from '@/contract/balance-batch';
import { present } from '@/domain/assert';
import { DomainError, errorFamily } from '@/domain/errors';
import { internalError, reportableFailure } from '@/server/api/failure';
import type { OrganizationCtx } from '@/server/api/trpc';
import { log } from '@/server/platform/log';
import type { Answered } from '@/server/services/balances/apply-batch';

interface AnsweredBatch {
  readonly atomic: boolean;
  readonly answers: readonly Answered[];
}

type Result = BalanceBatchResult['results'][number];

/** @throws DomainError batch_refused when an atomic batch has an error. */
export function presentBalanceBatch(
  { requestId }: Pick<OrganizationCtx, 'requestId'>,
  { atomic, answers }: AnsweredBatch,
): BalanceBatchResult {
  const results = answers.map((answer, index): Result => {
    if (!(answer instanceof Error)) {
      // The operations of a batch answer with what their routes do.
      const result = answer.body as Result['result'];
      return { index, status: 'DONE', http_status: answer.status, replayed: answer.replayed, result };
    }
    const failure = failureOf(answer, requestId);
    return { index, status: 'ERROR', http_status: failure.status, error: presentError(failure) };
  });
  const refused = results.filter(({ status }) => status === 'ERROR');
  if (atomic && refused.length > 0) throw batchRefused(refused, results.length);
  return { total: results.length, success_count: results.length - refused.length, error_count: refused.length, results };
}

function failureOf(error: Error, requestId: string): DomainError {
  const failure = reportableFailure(error);
  if (failure) return failure;
  log().error({ request_id: requestId, err: error }, 'an operation of a batch failed');
  return internalError();
}

const presentError = ({ code, status, message, param, fields, details }: DomainError): OperationError => ({
  type: errorFamily(status),
  code,
  message,
  ...(param === undefined ? {} : { param }),
  ...(fields === undefined ? {} : { fields }),
  ...(details === undefined ? {} : { details }),
});

function batchRefused(refused: readonly Result[], total: number): DomainError {
  const [alone] = refused.length === 1 ? refused : [];
  return new DomainError(
    'batch_refused',
    alone
      ? `Operation ${alone.index} is refused, so none of the ${total} was done: ${present(alone.error, 'what is refused has an error').message}`
      : `${refused.length} of the ${total} operations are refused, so none was done; \`details.refused\` lists each.`,
    {
      param: alone ? `operations[${alone.index}]` : 'operations',
      details: { total, refused: refused.map(({ index, http_status, error }) => ({ index, http_status, error })) },
    },
  );
}
