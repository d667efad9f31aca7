/** What is kept of an attempt is few bytes, and gives back exactly what was sent and answered. */
import { expect, test } from 'vitest';
import { deliveryHeaders } from '@/domain/webhooks/headers';
import { secretFrom } from '@/domain/webhooks/signature';
import { newId } from '@/server/platform/ids';
import { packExchange, unpackExchange, type Exchange } from '@/server/db/repositories/webhooks/webhook-exchange';

const ENVELOPE = newId();
const SECRETS = [1, 2].map((byte) => secretFrom(Buffer.alloc(32, byte)));
const headersWith = (secrets: readonly string[]) => deliveryHeaders({ id: ENVELOPE, timestamp: 1_790_000_000, body: '{"a":1}' }, secrets);
const ANSWER = {
  headers: { date: 'Wed, 25 Nov 2026 03:08:01 GMT', connection: 'keep-alive', 'keep-alive': 'timeout=5', 'transfer-encoding': 'chunked' },
  body: 'ok',
};

const exchange = (rest: Partial<Exchange>): Exchange => ({
  url: 'https://hooks.example.com/rewards',
  requestHeaders: headersWith(SECRETS.slice(0, 1)),
  response: ANSWER,
  ...rest,
});

test.each<[string, Exchange]>([
  ['signed with one secret', exchange({})],
  ['signed with two secrets', exchange({ requestHeaders: headersWith(SECRETS) })],
  ['without an answer', exchange({ response: null })],
  ['that could not be sent', { url: null, requestHeaders: {}, response: null }],
  ['with headers beyond the usual', exchange({ requestHeaders: { ...headersWith(SECRETS), 'user-agent': 'Other/2', 'x-more': 'ä' } })],
  ['with signatures in another form', exchange({ requestHeaders: { 'service-signature': 't=1,v2=ab', 'webhook-signature': 'v1,no' } })],
  ['with a long and strange answer', exchange({ response: { headers: {}, body: `\ud800 ${'\u{1f600}'.repeat(2_000)}` } })],
  ['with an empty answer', exchange({ response: { headers: {}, body: '' } })],
])('an attempt %s is given back as it was', (_, given) => {
  expect(unpackExchange(ENVELOPE, packExchange(ENVELOPE, given))).toEqual(given);
});

test('headers are given back in the order in which they were sent', () => {
  const { requestHeaders } = unpackExchange(ENVELOPE, packExchange(ENVELOPE, exchange({})));
  expect(Object.keys(requestHeaders)).toEqual(Object.keys(headersWith(SECRETS)));
});

test('an ordinary attempt takes less than a quarter of its text', () => {
  const given = exchange({});
  expect(packExchange(ENVELOPE, given).length).toBeLessThan(JSON.stringify(given).length / 4);
});

test('bytes of a format that is not known are refused', () => {
  const stored = packExchange(ENVELOPE, exchange({}));
  stored[0] = 99;
  expect(() => unpackExchange(ENVELOPE, stored)).toThrow('known format');
});
