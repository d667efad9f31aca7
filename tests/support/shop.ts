/** Opens the example shop on a free port, and stands between it and the service to see and to lose what they say. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { shopServer } from '@/demo/shop/server';
import type { Service } from '@/demo/shop/service';
import { send } from './http';

export interface Opened {
  readonly url: string;
  close(): Promise<void>;
}

export async function openShop(service: Service): Promise<Opened> {
  return opened(await shopServer(service));
}

async function opened(server: Server): Promise<Opened> {
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export interface Gateway extends Opened {
  /** What came through, such as `POST /v1/decisions`. */
  readonly passed: string[];
  /** The next requests of this kind reach the service, but their answers are lost. */
  lose(request: string, times: number): void;
}

export async function gatewayTo(origin: string): Promise<Gateway> {
  const passed: string[] = [];
  const losses = new Map<string, number>();
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const { method = '', url = '', headers } = req;
      const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
      const named = `${method} ${url.replace(/\?.*/, '')}`;
      passed.push(named);
      void send(origin, { method, path: url, headers: headers as Record<string, string>, body }).then(
        ({ status, text, headers: answered }) => {
          const left = losses.get(named) ?? 0;
          losses.set(named, left - 1);
          if (left > 0) return res.destroy();
          const retryAfter = answered['retry-after'];
          return res
            .writeHead(status, { 'content-type': 'application/json', ...(retryAfter ? { 'retry-after': retryAfter } : {}) })
            .end(text);
        },
      );
    });
  });
  return { ...(await opened(server)), passed, lose: (request, times) => void losses.set(request, times) };
}
