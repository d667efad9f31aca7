/** Identifies the database failures that a caller can act on: by retrying, or by sending different text. */
import { DomainError } from '@/domain/errors';
import { sqlState } from '@/server/db/transaction';

const RETRYABLE = new Set(['40001', '40P01', '55P03']);
/** Connection exceptions, too many connections, and the server shutting down or starting up. */
const UNAVAILABLE = /^(08|53|57P)/;
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'P1001',
  'P1002',
  'P1017',
  'P2024',
]);
/** pg reports a connection lost during a statement by message only. */
const CONNECTION_LOST = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** NUL characters in text or JSON. Schemas reject them field by field; this is the safety net. */
const UNSTORABLE = new Set(['22021', '22P05']);

/** The error to report for a conflict, unstorable text or an unreachable database; null for any other error. */
export function databaseFailure(error: unknown): DomainError | null {
  const state = sqlState(error);
  if (state !== undefined && RETRYABLE.has(state))
    return new DomainError('retryable_conflict', 'Another request changed the same rows; send this one again.');
  if (state !== undefined && UNSTORABLE.has(state))
    return new DomainError('validation_error', 'Text must not hold NUL characters; send the request without them.');
  return isUnavailable(error, state) ? new DomainError('service_unavailable', 'The database cannot be reached; try again shortly.') : null;
}

function isUnavailable(error: unknown, state: string | undefined): boolean {
  if (state !== undefined && UNAVAILABLE.test(state)) return true;
  if (!(error instanceof Error)) return false;
  return ('code' in error && NETWORK.has(String(error.code))) || CONNECTION_LOST.test(error.message);
}
