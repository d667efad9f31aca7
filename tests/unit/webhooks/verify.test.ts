import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { SECRET_BYTES, secretFrom, signatureHeaders } from '@/domain/webhooks/signature';
import { verifyWebhook } from '@/domain/webhooks/verify';

const T = 1_790_000_000;
const [NEWER, OLDER, OTHER] = [1, 2, 3].map(() => secretFrom(randomBytes(SECRET_BYTES))) as [string, string, string];
const BODY = '{"type":"event.completed","note":"grün"}';
const header = (...secrets: string[]) => signatureHeaders({ id: 'one', timestamp: T, body: BODY }, secrets)['service-signature']!;

test('text and bytes verify with the secret, and nothing does with another or with none', () => {
  expect(verifyWebhook(BODY, header(NEWER), NEWER, T)).toBe(true);
  expect(verifyWebhook(Buffer.from(BODY), header(NEWER), NEWER, T)).toBe(true);
  expect(verifyWebhook(BODY, header(NEWER), OTHER, T)).toBe(false);
  expect(verifyWebhook(BODY, header(''), '', T)).toBe(false);
});

test('during a rotation each of the two secrets verifies', () => {
  for (const secret of [NEWER, OLDER]) expect(verifyWebhook(BODY, header(NEWER, OLDER), secret, T)).toBe(true);
  expect(verifyWebhook(BODY, header(NEWER, OLDER), OTHER, T)).toBe(false);
});

test('another body or time is refused', () => {
  expect(verifyWebhook(`${BODY} `, header(NEWER), NEWER, T)).toBe(false);
  expect(verifyWebhook(BODY, header(NEWER).replace(`t=${T}`, `t=${T + 1}`), NEWER, T)).toBe(false);
});

test('a timestamp is accepted within the tolerance on either side and not beyond', () => {
  const at = (seconds: number, tolerance?: number) => verifyWebhook(BODY, header(NEWER), NEWER, T + seconds, tolerance);
  expect([-301, -300, 0, 300, 301].map((seconds) => at(seconds))).toEqual([false, true, true, true, false]);
  expect([at(10, 10), at(11, 10)]).toEqual([true, false]);
});

test('parts of versions to come are passed over', () => {
  expect(verifyWebhook(BODY, `${header(NEWER)},v2=abc`, NEWER, T)).toBe(true);
});

test.each(['', 't=', 'v1=', `t=${T}`, `t=x,v1=${'0'.repeat(64)}`, `t=${T},v1=00`, `t=${T},v1=${'g'.repeat(64)}`, ',,,='])(
  'the header %j is refused',
  (text) => {
    expect(verifyWebhook(BODY, text, NEWER, T)).toBe(false);
  },
);
