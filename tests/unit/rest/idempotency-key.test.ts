import { expect, test } from 'vitest';
import { DomainError } from '@/domain/errors';
import { requestKey } from '@/server/rest/idempotency-key';

function reasonOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'bad_request') return error.details?.reason;
    throw error;
  }
  return 'accepted';
}

test('the key is the header, or the field, or the one value of both', () => {
  expect(requestKey('conflict_safe', ['k'], {})).toBe('k');
  expect(requestKey('conflict_safe', [], { idempotency_key: 'k' })).toBe('k');
  expect(requestKey('conflict_safe', ['k'], { idempotency_key: 'k' })).toBe('k');
  expect(requestKey('conflict_safe', [], {})).toBeNull();
});

test('two different keys are a mismatch', () => {
  expect(reasonOf(() => requestKey('conflict_safe', ['a'], { idempotency_key: 'b' }))).toBe('header_body_mismatch');
});

test.each([
  ['empty', ['']],
  ['empty', ['  ']],
  ['too_long', ['x'.repeat(256)]],
  ['invalid_characters', ['caf\u00e9']],
  ['invalid_characters', ['a\tb']],
  ['multiple_values', ['a', 'b']],
  ['multiple_values', ['a', 'a']],
] as const)('a malformed header is refused as %s wherever a key means anything', (reason, sent) => {
  for (const marker of ['replay', 'conflict_safe', 'natural_key'] as const)
    expect(reasonOf(() => requestKey(marker, sent, { idempotency_key: 'k' }))).toBe(reason);
});

test('255 printable characters are a key', () => {
  expect(requestKey('replay', ['x'.repeat(255)], {})).toHaveLength(255);
  expect(requestKey('replay', ['a key, with ~ and "quotes"'], {})).toBe('a key, with ~ and "quotes"');
});

test('for events only the field carries the key; a well-formed header is ignored', () => {
  expect(requestKey('natural_key', ['other'], { idempotency_key: 'k' })).toBe('k');
  expect(requestKey('natural_key', ['other'], {})).toBeNull();
});
