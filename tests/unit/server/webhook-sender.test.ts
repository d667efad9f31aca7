import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { newWebhookAgent, sendWebhook, type Outgoing } from '@/server/platform/outbound/webhook-sender';
import { anyLookup, publicLookup, resolvesPublicly } from '@/server/platform/outbound/webhook-target';
import { startReceiver } from '@tests/support/receiver';

const outgoing = (url: string, change: Partial<Outgoing> = {}): Outgoing => ({
  url,
  headers: { 'content-type': 'application/json' },
  body: '{}',
  timeoutMs: 2_000,
  allowPrivate: true,
  ...change,
});
const addresses =
  (...list: string[]) =>
  async () =>
    list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

test('a name that resolves to private addresses only is never connected to', async () => {
  await using receiver = await startReceiver();
  const { port } = new URL(receiver.url);
  for (const resolve of [
    addresses('127.0.0.1'),
    addresses('::1', '10.0.0.1'),
    addresses('::ffff:127.0.0.1'),
    addresses('169.254.169.254'),
  ]) {
    const agent = newWebhookAgent(publicLookup(resolve));
    const report = await sendWebhook(outgoing(`https://rebind.example.com:${port}/`, { allowPrivate: false }), agent);
    expect(report).toMatchObject({ outcome: { code: 'target_not_allowed' }, response: null });
    await agent.close();
  }
  expect(receiver.received).toHaveLength(0);
});

test('a name that was public when it was checked is evaluated again when it is connected to', async () => {
  await using receiver = await startReceiver();
  const answers = [addresses('93.184.216.34'), addresses('127.0.0.1')];
  const resolve = () => answers.shift()!();
  expect(await resolvesPublicly('rebind.example.com', resolve)).toBe(true);
  const socket = connect({ host: 'rebind.example.com', port: Number(new URL(receiver.url).port), lookup: publicLookup(resolve) });
  const error = await new Promise<NodeJS.ErrnoException>((done) => void socket.on('error', done));
  expect(error.code).toBe('TARGET_NOT_ALLOWED');
});

test('of the addresses of a name only public ones are used', async () => {
  const found = await new Promise((done) =>
    publicLookup(addresses('10.0.0.1', '93.184.216.34', '::1'))('mixed.example.com', { all: true }, (_, list) => done(list)),
  );
  expect(found).toEqual([{ address: '93.184.216.34', family: 4 }]);
});

test('where private addresses are allowed, all of a name are used, and one without any is unknown', async () => {
  const of = (...list: string[]) =>
    new Promise((done) => anyLookup(addresses(...list))('mixed.example.com', { all: true }, (error, found) => done(error?.code ?? found)));
  expect(await of('10.0.0.1', '::1')).toEqual([
    { address: '10.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]);
  expect(await of()).toBe('ENOTFOUND');
});

test.each([
  ['public', publicLookup],
  ['any', anyLookup],
] as const)('lookups of one name at one time share a query, and the next one asks again (%s addresses)', async (_, lookupOf) => {
  let queries = 0;
  const lookup = lookupOf(async () => {
    queries++;
    return [{ address: '93.184.216.34', family: 4 }];
  });
  const once = () => new Promise((done) => lookup('example.com', { all: true }, (_, list) => done(list)));
  await Promise.all([once(), once(), once()]);
  expect(queries).toBe(1);
  await once();
  expect(queries).toBe(2);
});

test.each(['https://127.0.0.1/', 'https://[::1]/', 'http://example.com/', 'https://localhost/'])(
  '%s is refused before any connection',
  async (url) => {
    expect(await sendWebhook(outgoing(url, { allowPrivate: false }))).toMatchObject({
      outcome: { code: 'target_not_allowed' },
      response: null,
    });
  },
);

test('an endpoint that speaks no TLS is a tls_error', async () => {
  await using receiver = await startReceiver();
  const report = await sendWebhook(outgoing(receiver.url.replace('http:', 'https:')));
  expect(report).toMatchObject({ outcome: { code: 'tls_error' }, response: null });
});

test('a name that does not resolve is a connection_error', async () => {
  const agent = newWebhookAgent((_name, _options, callback) => callback(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), '', 0));
  expect(await sendWebhook(outgoing('http://no-such-host.invalid/'), agent)).toMatchObject({
    outcome: { code: 'connection_error', message: 'The host of the endpoint is not known (ENOTFOUND).' },
  });
  await agent.close();
});

test('an answer whose head is malformed or too large is a connection_error', async () => {
  for (const raw of ['not http at all\r\n\r\n', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`]) {
    await using receiver = await startReceiver((response) => void response.socket!.end(raw));
    expect(await sendWebhook(outgoing(receiver.url))).toMatchObject({ outcome: { code: 'connection_error' } });
  }
});

test('an attempt ends at its timeout, whether nothing is answered or a head comes byte by byte', async () => {
  const dripping = createServer((_, response) => {
    const timer = setInterval(() => response.socket?.write('H'), 20);
    response.on('close', () => clearInterval(timer));
  });
  await new Promise<void>((done) => void dripping.listen(0, '127.0.0.1', done));
  await using silent = await startReceiver(() => undefined);
  for (const url of [silent.url, `http://127.0.0.1:${(dripping.address() as AddressInfo).port}/`]) {
    const report = await sendWebhook(outgoing(url, { timeoutMs: 200 }));
    expect(report.outcome).toHaveProperty('code');
    expect(report.durationMs).toBeLessThan(5_000);
  }
  dripping.closeAllConnections();
  await new Promise((done) => void dripping.close(done));
});
