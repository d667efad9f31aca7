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
  /** Error codes of the answers, in their order. */
  readonly codes: string[];
  /** The next requests that look like this, as `POST /v1/decisions {…}`, reach the service, but their answers are lost. */
  lose(request: RegExp, times: number): void;
  /** Done before the first request that looks like this is passed on. */
  before(request: RegExp, act: () => Promise<unknown>): void;
}

export async function gatewayTo(origin: string): Promise<Gateway> {
  const passed: string[] = [];
  const codes: string[] = [];
  const losses = new Map<RegExp, number>();
  const acts = new Map<RegExp, () => Promise<unknown>>();
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const { method = '', url = '', headers } = req;
      const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
      const named = `${method} ${url.replace(/\?.*/, '')}`;
      passed.push(named);
      const whole = `${named} ${body?.toString() ?? ''}`;
      const [lost] = [...losses].find(([looks, left]) => left > 0 && looks.test(whole)) ?? [];
      if (lost) losses.set(lost, losses.get(lost)! - 1);
      const [first, act = () => Promise.resolve()] = [...acts].find(([looks]) => looks.test(whole)) ?? [];
      if (first) acts.delete(first);
      const passing = act().then(() => send(origin, { method, path: url, headers: headers as Record<string, string>, body }));
      void passing.then(({ status, text, headers: answered }) => {
        if (lost) return res.destroy();
        if (status >= 400) codes.push((JSON.parse(text) as { code: string }).code);
        const retryAfter = answered['retry-after'];
        return res
          .writeHead(status, { 'content-type': 'application/json', ...(retryAfter ? { 'retry-after': retryAfter } : {}) })
          .end(text);
      });
    });
  });
  return {
    ...(await opened(server)),
    passed,
    codes,
    lose: (request, times) => void losses.set(request, times),
    before: (request, act) => void acts.set(request, act),
  };
}
