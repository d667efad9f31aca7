/** Malformed requests, and those that reach no handler, are still answered in the contract's form. */
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { parseAndValidateFlightRouterState as readState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';
import { expect, test } from 'vitest';
import { createListener, type Handler } from '@/cli/listener';
import { ErrorBody } from '@/contract/error';
import { unreadableRouterListener, unwebbedListener } from '@/server/rest/malformed';
import { organization, origin } from '@tests/support/api';
import { send } from '@tests/support/http';

/** Sends these bytes and returns everything received until the connection ends. */
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
  ['no path but a star', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n', 'no_path'],
  ['the address of another protocol', 'GET ftp://x/v1/programs HTTP/1.1\r\nHost: x\r\n\r\n', 'no_path'],
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

test.each(['http://x', 'HTTPS://other.example:1', 'http://x?limit=1#'])(
  'a whole address, as for a proxy, is its path: %s',
  async (before) => {
    const { key } = await organization();
    const path = before.includes('?') ? before : `${before}/v1/programs?limit=1`;
    const { status } = await send(origin(), { method: 'GET', path, headers: { authorization: `Bearer ${key}` } });
    expect(status).toBe(before.includes('?') ? 404 : 200);
  },
);

/** What would be asked with a web request, behind what takes those that none can be made of. */
async function asPages(method: string, path: string, headers: Record<string, string> = {}) {
  const page: Handler = (_, res) => !!res.end('page');
  const server = createListener([unwebbedListener, unreadableRouterListener(readState), page]).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    return await send(`http://127.0.0.1:${port}`, { method, path, headers: { connection: 'close', ...headers } });
  } finally {
    server.close();
  }
}

test.each([
  ['GET', '/participants/%', 'bad_request'],
  ['POST', '/api/auth/%ff', 'bad_request'],
  ['TRACE', '/api/trpc/programs.list', 'method_not_allowed'],
  ['PROPFIND', '/login', 'method_not_allowed'],
])("what the pages could not be asked is refused in the contract's form: %s %s", async (method, path, code) => {
  const { text, headers } = await asPages(method, path);
  expect(ErrorBody.parse(JSON.parse(text))).toMatchObject({ code, request_id: headers['x-request-id'] });
});

test.each(['', 'x', '%', '[]', '%5B1%5D'])('a state of the router that Next would fail over is refused: %s', async (state) => {
  const { status, text } = await asPages('GET', '/login', { 'next-router-state-tree': state });
  expect([status, ErrorBody.parse(JSON.parse(text))]).toMatchObject([400, { details: { reason: 'invalid_router_state' } }]);
});

test('the pages are asked with a state of the router that Next can read', async () => {
  const state = encodeURIComponent(JSON.stringify(['', { children: ['participants', { children: ['__PAGE__', {}] }] }, null, 'refetch']));
  expect((await asPages('GET', '/login', { 'next-router-state-tree': state })).text).toBe('page');
});

test('the pages are asked whatever else there is', async () => {
  expect((await asPages('GET', '/participants/%00?x=%')).text).toBe('page');
});
