/** Serves the pages: Next behind the listener, compiling on demand in development, from its build in production. */
import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import next from 'next';
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';
import { env } from '../env';
import { applyContentPolicy } from './content-policy';
import type { Handler } from './listener';
import { StartError } from './start-error';

interface Site {
  readonly handle: Handler;
  close(): Promise<void>;
}

/** Next's own parser, which alone knows the form of the state; Next answers 500 where it throws. */
export const readRouterState = (state: string | string[]) => parseAndValidateFlightRouterState(state);

/**
 * @param httpServer the server whose upgrade requests live reload uses in development.
 * @throws StartError in production without a build.
 */
export async function startSite(httpServer: Server): Promise<Site> {
  const { NODE_ENV, HOST, PORT } = env();
  const dir = process.cwd();
  const dev = NODE_ENV !== 'production';
  if (!dev && !existsSync(join(dir, '.next', 'BUILD_ID'))) throw new StartError('There is no production build: run `npm run build` first.');
  const app = next({ dev, dir, hostname: HOST, port: PORT, httpServer });
  await app.prepare();
  const handle = app.getRequestHandler();
  return {
    handle: (req, res) => {
      // Sign-in counts attempts by this address; a value sent by the client is overwritten.
      req.headers['x-client-address'] = req.socket.remoteAddress;
      // Where a sign-in leads back to: a layout does not know which of its pages was requested.
      req.headers['x-asked-path'] = req.url;
      // Compiling on demand evaluates code, which the policy forbids.
      if (!dev) applyContentPolicy(req, res);
      void handle(req, res).catch(() => res.destroy());
      return true;
    },
    close: () => app.close(),
  };
}
