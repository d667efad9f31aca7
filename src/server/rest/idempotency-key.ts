/** Validates the `Idempotency-Key` header and reconciles it with the body (contract: "Idempotency"). */
import { IDEMPOTENCY_KEY_MAX } from '@/contract/primitives';
import { DomainError } from '@/domain/errors';
import type { IdempotencyMarker } from '@/server/api/route';

/** What a header may hold everywhere on its way. */
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

type MalformedKey = 'empty' | 'too_long' | 'invalid_characters' | 'multiple_values';

const PROBLEMS: Record<MalformedKey | 'header_body_mismatch', string> = {
  empty: 'The `Idempotency-Key` header is empty; send 1 to 255 characters or leave it out.',
  too_long: `The \`Idempotency-Key\` header is longer than ${IDEMPOTENCY_KEY_MAX} characters.`,
  invalid_characters: 'The `Idempotency-Key` header must hold printable ASCII characters only.',
  multiple_values: 'Send the `Idempotency-Key` header once.',
  header_body_mismatch: 'The `Idempotency-Key` header and the `idempotency_key` field differ; send one, or the same in both.',
};

function refuse(reason: keyof typeof PROBLEMS): never {
  throw new DomainError('bad_request', PROBLEMS[reason], { param: 'Idempotency-Key', details: { reason } });
}

/**
 * The key of a request, or null when it has none.
 * @param sent every value of the header, in order.
 * @throws DomainError bad_request with `details.reason`.
 */
export function requestKey(marker: IdempotencyMarker, sent: readonly string[], body: Readonly<Record<string, unknown>>): string | null {
  if (marker === 'none') return null;
  const header = headerKey(sent);
  if (marker === 'natural_key') return typeof body.idempotency_key === 'string' ? body.idempotency_key : null;
  const field = marker === 'conflict_safe' && typeof body.idempotency_key === 'string' ? body.idempotency_key : null;
  if (header !== null && field !== null && header !== field) refuse('header_body_mismatch');
  return header ?? field;
}

function headerKey(sent: readonly string[]): string | null {
  const [first, ...others] = sent;
  if (first === undefined) return null;
  if (others.length > 0) refuse('multiple_values');
  const value = first.trim();
  if (value === '') refuse('empty');
  if (!PRINTABLE_ASCII.test(value)) refuse('invalid_characters');
  if (value.length > IDEMPOTENCY_KEY_MAX) refuse('too_long');
  return value;
}
