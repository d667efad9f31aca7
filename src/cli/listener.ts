/**
 * Creates the HTTP listener: handlers are tried in order, and the first to take a request answers it.
 * Closing it lets requests in flight finish, for a while, and leaves no connection behind.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { StartError } from './start-error';

/** Returns false, having touched nothing, when the request is not its own. */
export type Handler = (req: IncomingMessage, res: ServerResponse) => boolean;

const FINISH_MS = 4_000;
/** Longer than a load balancer keeps an idle connection, so that none is closed just as a request arrives. */
const KEEP_ALIVE_MS = 65_000;

/** @param liveReload whether a page may upgrade to a WebSocket for live reload; any other upgrade is ignored, as HTTP allows. */
export function createListener(handlers: readonly Handler[], { liveReload = false } = {}): Server {
  const shouldUpgradeCallback = (req: IncomingMessage): boolean => liveReload && isLiveReload(req);
  const server = createServer({ shouldUpgradeCallback, requireHostHeader: false }, (req, res) => {
    req.url = withoutOrigin(req.url ?? '/');
    if (!handlers.some((handle) => handle(req, res))) {
      res.writeHead(404).end();
    }
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  trackUpgrades(server);
  return server;
}

/** A client may name the whole address, as it would to a proxy; under which name we were found changes nothing in what is asked. */
function withoutOrigin(target: string): string {
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(target) ?? [];
  if (origin === undefined) return target;
  const rest = target.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

const isLiveReload = ({ url, headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket' && url?.startsWith('/_next/') === true;

/** @throws StartError when the port is taken or the interface does not exist. */
export async function listen(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(new StartError(explain(error, host, port))));
    server.listen({ host, port, exclusive: true }, done);
  });
}

/** Checks early what `listen` would find late. @throws StartError as `listen` does. */
export async function assertPortFree(host: string, port: number): Promise<void> {
  const probe = createServer();
  await listen(probe, host, port);
  await new Promise((done) => probe.close(done));
}

/** Stops accepting, waits for requests in flight, then ends every connection. */
export async function closeListener(server: Server): Promise<void> {
  const upgraded = upgradedSockets.get(server) ?? new Set();
  for (const socket of upgraded) socket.destroy();
  const closed = new Promise((done) => server.close(done));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), FINISH_MS);
  await closed;
  clearTimeout(timer);
}

const upgradedSockets = new WeakMap<Server, Set<Socket>>();

/** Keeps track of upgraded connections (a page's live reload), which the server itself forgets. */
function trackUpgrades(server: Server): void {
  const sockets = new Set<Socket>();
  upgradedSockets.set(server, sockets);
  server.on('upgrade', (_req, socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program: stop it, or set PORT to a free port.`;
    case 'EACCES':
      return `Port ${port} may not be used by this user: set PORT to one above 1023.`;
    case undefined:
    default:
      return `The service cannot listen on ${host}:${port} (${error.code ?? error.message}): check HOST and PORT.`;
  }
}
