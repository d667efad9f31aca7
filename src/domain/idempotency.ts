/**
 * Fingerprints requests: two mean the same exactly when their fingerprints are equal. Key order, trailing
 * decimal zeros and surrounding white space do not count (contract: "Idempotency").
 */
import { createHash } from 'node:crypto';
import { isDecimalText } from './amount-text';
import { DomainError } from './errors';
import { amountOf, formatDecimal } from './money';

/** SHA-256, in hex, over the operation, its target and its semantic fields. */
export function requestFingerprint(operation: string, fields: Record<string, unknown>): string {
  return createHash('sha256')
    .update(JSON.stringify([operation, normalize(fields)]))
    .digest('hex');
}

function normalize(value: unknown): unknown {
  if (typeof value === 'string') {
    const text = value.trim();
    return isDecimalText(text) ? formatDecimal(amountOf(text)) : text;
  }
  if (typeof value === 'number') return isDecimalText(String(value)) ? formatDecimal(amountOf(value)) : value;
  if (Array.isArray(value)) return value.map(normalize);
  if (value instanceof Date) return value.toISOString();
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
        .map(([key, item]) => [key, normalize(item)]),
    );
  }
  return value;
}

/** @param kept the fingerprint of the request that used the key first. @throws DomainError idempotency_conflict. */
export function assertSameRequest(kept: string, sent: string): void {
  if (kept === sent) return;
  throw new DomainError(
    'idempotency_conflict',
    'This idempotency key was used before with different parameters; use a new key for a new operation.',
    { param: 'idempotency_key' },
  );
}
