/** Refuses JSON that cannot be walked or kept, whichever door it came through: /v1, the tool server or the dashboard. */
import { MAX_JSON_DEPTH } from '@/contract/primitives';
import { DomainError } from '@/domain/errors';
import { prototypeFieldPath, RESERVED_NAME } from '@/domain/exact-json';
import { depthExceeds } from '@/domain/json-depth';

/** @throws DomainError invalid_json (too deep), validation_error (a field that is named `__proto__`) */
export function assertJsonLimits(value: unknown): void {
  if (value === null || typeof value !== 'object') return;
  if (depthExceeds(value, MAX_JSON_DEPTH))
    throw new DomainError('invalid_json', `The body is nested deeper than ${MAX_JSON_DEPTH} levels.`);
  const path = prototypeFieldPath(value);
  if (path === null) return;
  throw new DomainError('validation_error', `\`${path}\`: ${RESERVED_NAME}`, {
    param: path,
    fields: [{ field: path, message: RESERVED_NAME, reason: 'reserved_name' }],
  });
}
