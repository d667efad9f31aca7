/** Turns whatever a procedure threw into the one failure reported to its caller. */
import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { DomainError } from '@/domain/errors';
import { databaseFailure } from '@/server/services/database-failure';
import type { FieldsInReach } from '@/server/platform/input/unknown-field';
import { validationFailure } from '@/server/platform/input/validation';

/**
 * The failure to report; null for an internal error, whose details must not leak (the caller then
 * gets `internal_error`, the log gets the error).
 * @param input the procedure's input, to say which values were refused.
 * @param reach what the caller may have meant by a field the procedure does not take.
 */
export function reportableFailure(error: unknown, input?: unknown, reach?: FieldsInReach): DomainError | null {
  if (error instanceof DomainError) return error;
  if (error instanceof TRPCError) {
    if (error.code === 'BAD_REQUEST' && error.cause instanceof ZodError) return validationFailure(error.cause.issues, input, { reach });
    return REFUSED_CALLS[error.code] ?? (error.cause ? reportableFailure(error.cause, input, reach) : null);
  }
  return databaseFailure(error);
}

/** Failures of calls that reach no procedure; /v1 words these itself. */
const REFUSED_CALLS: Partial<Record<TRPCError['code'], DomainError>> = {
  NOT_FOUND: new DomainError('not_found', 'This version of the service has no such procedure; reload the page.'),
  METHOD_NOT_SUPPORTED: new DomainError('method_not_allowed', 'Use GET to read and POST to make changes.'),
  BAD_REQUEST: new DomainError('invalid_json', 'The input is not valid; send one JSON object.'),
  PARSE_ERROR: new DomainError('invalid_json', 'The body is not valid JSON.'),
  UNSUPPORTED_MEDIA_TYPE: new DomainError('unsupported_media_type', 'Send the input as `application/json`.'),
};

/** What an unexpected failure is reported as. */
export const internalError = (): DomainError =>
  new DomainError('internal_error', 'The service failed to handle the request; try it again, and report the request id if it persists.');
