import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { SECRET_BYTES, secretFrom, signatureHeaders } from '@/domain/webhooks/signature';

const now = () => Math.floor(Date.now() / 1000);

test('any secret and body verify with the Standard Webhooks library and by the service signature', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: SECRET_BYTES, maxLength: SECRET_BYTES }), fc.uuid(), fc.json(), (bytes, id, body) => {
      const secret = secretFrom(bytes);
      const timestamp = now();
      const headers = signatureHeaders({ id, timestamp, body }, [secret]);
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
      const expected = createHmac('sha256', secret).update(`${timestamp}.${body}`, 'utf8').digest('hex');
      expect(headers['service-signature']).toBe(`t=${timestamp},v1=${expected}`);
    }),
    { numRuns: 50 },
  );
});

test('during a rotation either secret verifies, and each header carries two values', () => {
  const [newer, older] = [secretFrom(randomBytes(SECRET_BYTES)), secretFrom(randomBytes(SECRET_BYTES))];
  const headers = signatureHeaders({ id: 'one', timestamp: now(), body: '{"a":1}' }, [newer, older]);
  for (const secret of [newer, older]) expect(new Webhook(secret).verify('{"a":1}', headers)).toEqual({ a: 1 });
  expect(headers['service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
  expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
});

test('another body, id, time or secret has another signature', () => {
  const secret = secretFrom(Buffer.alloc(SECRET_BYTES, 7));
  const sign = (id: string, timestamp: number, body: string, key = secret) =>
    JSON.stringify(signatureHeaders({ id, timestamp, body }, [key]));
  const variants = [
    sign('a', 1, 'x'),
    sign('b', 1, 'x'),
    sign('a', 2, 'x'),
    sign('a', 1, 'y'),
    sign('a', 1, 'x', secretFrom(Buffer.alloc(SECRET_BYTES, 8))),
  ];
  expect(new Set(variants).size).toBe(variants.length);
});
