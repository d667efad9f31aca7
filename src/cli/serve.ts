/** Starts what serves once the database is ready: connections, pages, jobs, listener. */
import { demoReceiver } from '../demo/receiver';
import { env } from '../env';
import { compressedAssets } from './assets';
import { startEngine } from '../jobs/engine';
import { closeDatabase } from '../server/db/client';
import { mcpListener } from '../server/mcp/listener';
import { closeRequestLimits } from '../server/access/request-limits';
import { requestLog } from '../server/observability/request-log';
import { answerMalformed, unaddressedListener, unreadableRouterListener, unwebbedListener } from '../server/rest/malformed';
import { restListener } from '../server/rest/node';
import type { DemoAccess } from './demo-access';
import { closeListener, createListener, listen, type Handler } from './listener';
import { requireSchema } from './require-schema';
import type { Shutdown } from './shutdown';
import { readRouterState, startSite } from './site';

const ONE_YEAR = `max-age=${365 * 24 * 60 * 60}`;

/** Resolves when requests are answered and jobs run. */
export async function serve(shutdown: Shutdown, access: DemoAccess | null): Promise<void> {
  const { HOST, NODE_ENV, PORT, PUBLIC_URL, SERVE_DASHBOARD } = env();
  const receivers = access?.webhookSecret ? [demoReceiver(access.webhookSecret)] : [];
  const handlers: Handler[] = [unaddressedListener, restListener(), mcpListener(), ...receivers];
  const server = createListener(handlers, { liveReload: NODE_ENV !== 'production' });
  answerMalformed(server);
  if (PUBLIC_URL.startsWith('https:'))
    server.prependListener('request', (_, res) => void res.setHeader('Strict-Transport-Security', ONE_YEAR));
  await requireSchema();
  await shutdown.begin({ name: 'the database connections', start: () => Promise.resolve(), stop: closeDatabase });
  await shutdown.begin({ name: 'the request limits', start: () => Promise.resolve(), stop: closeRequestLimits });
  await shutdown.begin({ name: 'the request log', start: () => Promise.resolve(), stop: () => requestLog().flush() });
  if (SERVE_DASHBOARD) {
    const site = await shutdown.begin({ name: 'the pages', start: () => startSite(server), stop: (started) => started.close() });
    // In development, pages are compiled on demand.
    handlers.push(
      ...(NODE_ENV === 'production' ? [compressedAssets()] : []),
      unwebbedListener,
      unreadableRouterListener(readRouterState),
      site.handle,
    );
  }
  const engine = await shutdown.begin({ name: 'the job engine', start: startEngine, stop: (started) => started.stop() });
  await shutdown.begin({
    name: 'the listener',
    start: () => listen(server, HOST, PORT),
    // Together, because both may have to wait for an outside party, within the same time limit.
    stop: () => Promise.all([closeListener(server), engine.stop()]),
  });
}
