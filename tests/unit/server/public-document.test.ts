import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DocumentUnreachableError, readPublicDocument } from '@/server/platform/outbound/public-document';
import { newWebhookAgent } from '@/server/platform/outbound/webhook-sender';
import { publicLookup } from '@/server/platform/outbound/webhook-target';
import { localTls, trust } from '@tests/support/tls';

const BOUNDS = { maxBytes: 100, timeoutMs: 10_000, allowPrivate: true };
const tls = localTls();
let asked = 0;
let answer: RequestListener;
const server = createServer(tls, (request, response) => {
  asked += 1;
  answer(request, response);
});
const address = (): string => `https://localhost:${(server.address() as AddressInfo).port}/client.json`;

beforeAll(async () => {
  trust(tls);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('a document is read up to the bound of its bytes and no further', async () => {
  answer = (_, response) => response.setHeader('cache-control', 'max-age=60').end('x'.repeat(100));
  expect(await readPublicDocument(address(), BOUNDS)).toMatchObject({ status: 200, cacheControl: 'max-age=60', text: 'x'.repeat(100) });
  answer = (_, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(1_000)));
    };
    response.on('drain', more);
    more();
  };
  expect(await readPublicDocument(address(), BOUNDS)).toMatchObject({ status: 200, text: null });
});

test('a host that does not finish in time is as one that is not there', async () => {
  answer = (_, response) => void response.write('{');
  await expect(readPublicDocument(address(), { ...BOUNDS, timeoutMs: 50 })).rejects.toThrow(DocumentUnreachableError);
});

test('a name that looks public and leads to this machine is not connected to', async () => {
  answer = (_, response) => response.end('{}');
  const before = asked;
  const agent = newWebhookAgent(publicLookup(() => Promise.resolve([{ address: '127.0.0.1', family: 4 }])));
  const rebound = address().replace('localhost', 'app.example.com');
  const reading = readPublicDocument(rebound, { ...BOUNDS, allowPrivate: false }, agent);
  await expect(reading).rejects.toThrow(DocumentUnreachableError);
  await agent.close();
  expect(asked).toBe(before);
});

test('no address but one of https is asked', async () => {
  const before = asked;
  await expect(readPublicDocument(address().replace('https:', 'http:'), BOUNDS)).rejects.toThrow(DocumentUnreachableError);
  await expect(readPublicDocument(address(), { ...BOUNDS, allowPrivate: false })).rejects.toThrow(DocumentUnreachableError);
  expect(asked).toBe(before);
});
