import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { organization, origin } from '@tests/support/api';
import { send } from '@tests/support/http';

/** Sends a request head and part of a body, and returns the answer without ever finishing the body. */
function unfinished(head: string, body: string): Promise<string> {
  const { hostname, port } = new URL(origin());
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(head + body));
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}

test('a declared length over 1 MiB is refused before the body arrives, and the connection ends', async () => {
  const { key } = await organization();
  const head = `POST /v1/programs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 999999999\r\n\r\n`;
  const answer = await unfinished(head, '{"name":');
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain('"code":"request_too_large"');
  expect(answer).toMatch(/connection: close/i);
});

test('a chunked body is refused once it passes 1 MiB, without waiting for its end', async () => {
  const { key } = await organization();
  const head = `POST /v1/programs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  expect(await unfinished(head, chunk.repeat(17))).toMatch(/^HTTP\/1\.1 413 /);
});

test('a refused request leaves the next one on the same server unharmed', async () => {
  const { key } = await organization();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  await send(origin(), { method: 'POST', path: '/v1/programs', headers, body: 'x'.repeat(2_000_000) }).catch(() => undefined);
  const next = await send(origin(), { method: 'POST', path: '/v1/programs', headers, body: '{"name":"after"}' });
  expect(next.status).toBe(201);
});
