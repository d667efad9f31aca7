/** Turns whatever a procedure threw into the one failure that its caller is told. */
import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { DomainError } from '@/domain/errors';
import { databaseFailure } from '@/server/database-failure';
import { validationFailure } from './validation';

/**
 * The failure to report; null when it is ours and must stay inside (the caller then gets
 * `internal_error`, the log gets the error).
 * @param input what the procedure was called with, to say which values were refused.
 */
export function reportableFailure(error: unknown, input?: unknown): DomainError | null {
  if (error instanceof DomainError) return error;
  if (error instanceof TRPCError) {
    if (error.code === 'BAD_REQUEST' && error.cause instanceof ZodError) return validationFailure(error.cause.issues, input);
    return error.cause ? reportableFailure(error.cause, input) : null;
  }
  return databaseFailure(error);
}

/** What an unexpected failure is reported as. */
export const internalError = (): DomainError =>
  new DomainError('internal_error', 'The service failed to handle the request; try it again, and report the request id if it persists.');
