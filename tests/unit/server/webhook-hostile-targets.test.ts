import type { LookupAddress } from 'node:dns';
import { createServer, type AddressInfo, type LookupFunction } from 'node:net';
import { expect, test } from 'vitest';
import { targetFault } from '@/domain/webhooks/target';
import { newWebhookAgent, sendWebhook } from '@/server/platform/outbound/webhook-sender';
import { publicLookup, resolvesPublicly } from '@/server/platform/outbound/webhook-target';
import { HOSTILE_URLS } from '@tests/support/hostile-urls';

const PUBLIC = '93.184.216.34';

/** A local port, on IPv4 and IPv6 where available, that counts connections. */
async function trap() {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((done, failed) => void server.once('error', failed).listen(0, done));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    [Symbol.asyncDispose]: () => new Promise<void>((done) => void server.close(() => done())),
  };
}

/** Answers with each list in turn, repeating the last, and counts the queries. */
function resolver(...answers: string[][]) {
  let asked = 0;
  const resolve = async (): Promise<LookupAddress[]> => {
    const answer = answers[Math.min(asked++, answers.length - 1)]!;
    return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return { resolve, asked: () => asked };
}

/** Records the addresses a socket is given without connecting, as no test may connect to them. */
function noting(lookup: LookupFunction) {
  const given: string[] = [];
  const noted: LookupFunction = (hostname, options, callback) =>
    lookup(hostname, options, (error, found) => {
      if (error) return callback(error, '', 0);
      given.push(...(typeof found === 'string' ? [found] : found.map(({ address }) => address)));
      callback(Object.assign(new Error('far enough'), { code: 'ECONNREFUSED' }), '', 0);
    });
  return { noted, given };
}

const send = (url: string, agent: ReturnType<typeof newWebhookAgent>) =>
  sendWebhook({ url, headers: {}, body: '{}', timeoutMs: 2_000, allowPrivate: false }, agent);

test('there are enough hostile URLs to speak of a table, each once', () => {
  expect(new Set(HOSTILE_URLS).size).toBe(HOSTILE_URLS.length);
  expect(HOSTILE_URLS.length).toBeGreaterThanOrEqual(100);
});

test.each(HOSTILE_URLS)('%j is no target', (url) => {
  expect(targetFault(url.replace('PORT', '8443'), false)).toMatch(/^Must .+\.$/);
});

test('no hostile URL opens a connection, even if every name resolves to this machine', async () => {
  await using listener = await trap();
  const agent = newWebhookAgent((_, options, callback) => {
    if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
    else callback(null, '127.0.0.1', 4);
  });
  for (const url of HOSTILE_URLS) {
    const report = await send(url.replace('PORT', String(listener.port)), agent);
    expect(report, url).toMatchObject({ outcome: { code: 'target_not_allowed' }, response: null });
  }
  await agent.close();
  expect(listener.connections()).toBe(0);
});

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '169.254.169.254', 'fd00:ec2::254', '168.63.129.16', '0.0.0.0'])(
  'a name that was public when it was registered and is %s when it is connected to opens no connection',
  async (address) => {
    await using listener = await trap();
    const { resolve } = resolver([PUBLIC], [address]);
    expect(await resolvesPublicly('rebind.example.com', resolve)).toBe(true);
    const agent = newWebhookAgent(publicLookup(resolve));
    const report = await send(`https://rebind.example.com:${listener.port}/`, agent);
    await agent.close();
    expect(report).toMatchObject({ outcome: { code: 'target_not_allowed' }, response: null });
    expect(listener.connections()).toBe(0);
  },
);

test.each([[['127.0.0.1', PUBLIC]], [[PUBLIC, '127.0.0.1']], [['::1', PUBLIC, '10.0.0.1', '::ffff:127.0.0.1']]])(
  'of the addresses %j a socket is given the public one alone',
  async (addresses) => {
    await using listener = await trap();
    const { noted, given } = noting(publicLookup(resolver(addresses).resolve));
    const agent = newWebhookAgent(noted);
    await send(`https://mixed.example.com:${listener.port}/`, agent);
    await agent.close();
    expect(given).toEqual([PUBLIC]);
    expect(listener.connections()).toBe(0);
  },
);

test('a name is asked for once per connection, so that it cannot change between the look and the connection', async () => {
  await using listener = await trap();
  const { resolve, asked } = resolver([PUBLIC], ['127.0.0.1']);
  const { noted, given } = noting(publicLookup(resolve));
  const agent = newWebhookAgent(noted);
  const url = `https://changing.example.com:${listener.port}/`;
  await send(url, agent);
  expect([asked(), given]).toEqual([1, [PUBLIC]]);
  expect(await send(url, agent)).toMatchObject({ outcome: { code: 'target_not_allowed' } });
  await agent.close();
  expect([asked(), given]).toEqual([2, [PUBLIC]]);
  expect(listener.connections()).toBe(0);
});
