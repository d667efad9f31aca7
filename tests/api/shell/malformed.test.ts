/** What is no request, or one that no handler is given, is still answered in the contract's form. */
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { ErrorBody } from '@/contract/error';
import { organization, origin } from '@tests/support/api';
import { send } from '@tests/support/http';

/** Everything that comes back for these bytes until the connection ends. */
function exchange(bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin());
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => (received += text));
    socket.on('end', () => resolve(received)).on('error', reject);
  });
}

test.each([
  ['HTTP/1.1 without a host', 'GET /v1/programs HTTP/1.1\r\n\r\n', 'no_host'],
  ['no HTTP', 'hello\r\n\r\n', 'malformed'],
  ['a header without a name', 'GET /v1/programs HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n', 'malformed'],
  ['two lengths', 'POST /v1/programs HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}', 'malformed'],
  [
    'a length and chunks, of which a proxy and a service may each believe another',
    'POST /v1/programs HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'malformed',
  ],
  ['an address of 100,000 characters', `GET /v1/programs?${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 'headers_too_large'],
])('what is no request is a bad_request: %s', async (_, bytes, reason) => {
  const [head = '', text = ''] = (await exchange(bytes)).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 400 /);
  const body = ErrorBody.parse(JSON.parse(text));
  expect(body).toMatchObject({ code: 'bad_request', details: { reason } });
  expect(head).toContain(`X-Request-ID: ${body.request_id}`);
});

test('an expectation that nobody knows changes nothing in the answer', async () => {
  const { key } = await organization();
  const headers = { authorization: `Bearer ${key}`, expect: 'nothing' };
  expect(await send(origin(), { method: 'GET', path: '/v1/programs', headers })).toMatchObject({ status: 200 });
});

test.each(['h2c', 'websocket', 'TLS/1.0, HTTP/2.0'])(
  'an offer to speak %s instead is passed over, and what was asked is answered',
  async (upgrade) => {
    const { key } = await organization();
    const headers = {
      authorization: `Bearer ${key}`,
      connection: 'Upgrade, HTTP2-Settings',
      upgrade,
      'http2-settings': 'AAMAAABkAAQAoAAAAAIAAAAA',
    };
    expect(await send(origin(), { method: 'GET', path: '/v1/programs', headers })).toMatchObject({ status: 200 });
    const body = JSON.stringify({ name: 'Coffee club' });
    const posted = await send(origin(), {
      method: 'POST',
      path: '/v1/programs',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    expect([posted.status, JSON.parse(posted.text)]).toMatchObject([201, { name: 'Coffee club' }]);
  },
);
