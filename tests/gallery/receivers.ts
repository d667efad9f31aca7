/** Two receivers of webhooks on this machine: one that takes everything, and one that is down. */
import { createServer, type Server } from 'node:http';

export interface Receivers {
  readonly healthy: string;
  readonly down: string;
  stop(): Promise<void>;
}

/** Fixed, for it can be read in the pictures. */
const PORT = 5039;

export async function startReceivers(): Promise<Receivers> {
  const server: Server = createServer((request, response) => {
    const isDown = request.url === '/warehouse';
    request.resume().on('end', () => {
      response.writeHead(isDown ? 503 : 200, { 'content-type': 'application/json' });
      response.end(isDown ? '{"error":"maintenance"}' : '{"received":true}');
    });
  });
  await new Promise<void>((resolve, reject) => void server.once('error', reject).listen(PORT, '127.0.0.1', resolve));
  const address = `http://localhost:${PORT}`;
  return {
    healthy: `${address}/orders`,
    down: `${address}/warehouse`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
