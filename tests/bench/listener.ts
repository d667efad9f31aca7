/** This process as the service, and another one as its client, so that only the service is measured. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { publishSettings } from '@/env';
import { restListener } from '@/server/rest/node';

const KEY = Buffer.alloc(32, 5).toString('base64');
export const ADMIN_KEY = 'sk_admin_of_measurements_0001';

/** @param work with the address of the listener. */
export async function withListener<T>(work: (address: string) => Promise<T>): Promise<T> {
  publishSettings({ ENCRYPTION_KEY: KEY, AUTH_SECRET: KEY, ADMIN_API_KEY: ADMIN_KEY, RATE_LIMIT_PER_SECOND: '0', LOG_LEVEL: 'warn' });
  const listener = restListener();
  const server = createServer((req, res) => {
    if (!listener(req, res)) res.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Runs a module of JavaScript in a process of its own. @returns what it printed. */
export async function elsewhere(script: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, '--', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (printed += text));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`the client ended with ${code}`);
  return printed.trim();
}
