import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSignedBy, keyIdOf, signCheckpoint, type SignedCheckpoint } from '@/domain/ledger/checkpoint';

const pair = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(), privateKey };
};
const ours = pair();
const CHECKPOINT = { organization_id: 'o', position: 3, seal_hash: 'ab'.repeat(32), created_at: '2026-03-01T12:00:00.000Z' };
const signed: SignedCheckpoint = { ...CHECKPOINT, key_id: keyIdOf(ours.pem), signature: signCheckpoint(CHECKPOINT, ours.privateKey) };

test('a checkpoint holds under the key that signed it and under no other', () => {
  expect(isSignedBy(signed, ours.pem)).toBe(true);
  expect(isSignedBy(signed, pair().pem)).toBe(false);
});

test.each(['organization_id', 'position', 'seal_hash', 'created_at'] as const)('a checkpoint with another %s does not hold', (field) => {
  const changed = { organization_id: 'p', position: 4, seal_hash: 'cd'.repeat(32), created_at: '2026-03-01T12:00:00.001Z' };
  expect(isSignedBy({ ...signed, [field]: changed[field] }, ours.pem)).toBe(false);
});

test('a signature or a key that is none holds nothing', () => {
  expect(isSignedBy({ ...signed, signature: '?' }, ours.pem)).toBe(false);
  expect(isSignedBy(signed, 'not a key')).toBe(false);
});

test('the id of a key follows from the key', () => {
  expect(keyIdOf(ours.pem)).toMatch(/^[0-9a-f]{16}$/);
  expect(keyIdOf(ours.pem)).not.toBe(keyIdOf(pair().pem));
});
