/** A receiver of webhooks that gives one answer to all and counts them, each once however often it is sent. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 20;

export interface CountingReceiver extends AsyncDisposable {
  readonly url: string;
  readonly received: number;
  /** @throws Error when fewer than `count` have arrived after the time given. */
  waitFor(count: number, patienceMs: number): Promise<void>;
}

/** @param status of every answer. @param headers of it. */
export async function startCountingReceiver(status = 200, headers: Readonly<Record<string, string>> = {}): Promise<CountingReceiver> {
  const ids = new Set<string>();
  const server = createServer((request, response) => {
    ids.add(String(request.headers['webhook-id']));
    request.resume();
    response.writeHead(status, headers).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    get received() {
      return ids.size;
    },
    waitFor: async (count, patienceMs) => {
      for (const until = performance.now() + patienceMs; ids.size < count; await delay(POLL_MS)) {
        if (performance.now() > until) throw new Error(`${ids.size} webhooks of ${count} arrived in ${patienceMs / 1_000} s.`);
      }
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
