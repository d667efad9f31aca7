import fc from 'fast-check';
import { expect, test } from 'vitest';
import { publishSettings } from '@/env';
import { decryptSecret, encryptSecret } from '@/server/platform/encryption';

const key = (byte: number) =>
  publishSettings({ ENCRYPTION_KEY: Buffer.alloc(32, byte).toString('base64'), AUTH_SECRET: Buffer.alloc(32, 9).toString('base64') });

test('what is encrypted for an owner is decrypted for that owner, and never twice the same bytes', () => {
  key(1);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, owner) => {
      const stored = encryptSecret(text, owner);
      expect(decryptSecret(stored, owner)).toBe(text);
      expect(encryptSecret(text, owner).equals(stored)).toBe(false);
    }),
  );
});

test('changed bytes, another owner or another key give nothing', () => {
  key(1);
  const stored = encryptSecret('whsec_abc', 'endpoint:1');
  for (let i = 0; i < stored.length; i++) {
    const changed = Buffer.from(stored);
    changed[i]! ^= 1;
    expect(() => decryptSecret(changed, 'endpoint:1')).toThrow();
  }
  expect(() => decryptSecret(stored.subarray(0, 20), 'endpoint:1')).toThrow();
  expect(() => decryptSecret(stored, 'endpoint:2')).toThrow();
  key(2);
  expect(() => decryptSecret(stored, 'endpoint:1')).toThrow();
});
