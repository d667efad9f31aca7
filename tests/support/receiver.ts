/**
 * Receives webhooks with a real HTTP server that records requests and answers by a script. Requests beyond
 * the script get its last answer; without a script, 200.
 */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The raw body, as text. */
  readonly body: string;
}

/** A status, or a function that takes over the response (and may never answer). */
export type ScriptedAnswer =
  number | { status: number; headers?: Record<string, string>; body?: string } | ((response: ServerResponse, received: Received) => void);

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly Received[];
  /** Replaces the rest of the script. */
  script(...answers: ScriptedAnswer[]): void;
  /** Resolves when `count` requests have arrived. */
  waitFor(count: number): Promise<readonly Received[]>;
  /** Stops listening and closes every connection. */
  stop(): Promise<void>;
}

export async function startReceiver(...script: ScriptedAnswer[]): Promise<Receiver> {
  const received: Received[] = [];
  let answers = [...script];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const arrived = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
      received.push(arrived);
      respond(response, arrived, (answers.length > 1 ? answers.shift() : answers[0]) ?? 200);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const stop = () => stopServer(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    script: (...next) => void (answers = next),
    waitFor: async (count) => {
      await vi.waitUntil(() => received.length >= count, { timeout: 60_000, interval: 5 });
      return received;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

function respond(response: ServerResponse, received: Received, answer: ScriptedAnswer): void {
  if (typeof answer === 'function') return answer(response, received);
  const { status, headers = {}, body = '' } = typeof answer === 'number' ? { status: answer } : answer;
  response.writeHead(status, headers).end(body);
}

async function stopServer(server: Server): Promise<void> {
  if (!server.listening) return;
  server.closeAllConnections();
  await new Promise((resolve) => void server.close(resolve));
}
