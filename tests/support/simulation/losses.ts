/**
 * How a simulated life loses a connection: for good, as when its process is ended, or lightly: what it had begun is rolled
 * back, which is all that anybody else can tell of its end, and the same connection then serves as the new one. That
 * spares the start of a process and of everything that it must learn again, most of the time that a brief life takes.
 */
import pg from 'pg';
import type { Monitor } from './monitor';

export interface Losses {
  /** Resolves when nothing is left of what the connection had begun. */
  lose(client: pg.Client): Promise<void>;
}

export const forGood = (monitor: Monitor): Losses => ({ lose: (client) => monitor.endConnection(client) });

/** Refuse every statement until the service gives them back. */
const lost = new WeakSet<object>();

export const isLost = (client: pg.Client): boolean => lost.has(client);

export const lightly: Losses = {
  lose: async (client) => {
    if (isLost(client)) return;
    lost.add(client);
    await client.query('ROLLBACK');
  },
};

type Connected = (error: unknown, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void;

/** Makes every pool keep what was lost lightly when it is given back as broken, until it is disposed of. */
export function keepLost(): Disposable {
  const prototype = pg.Pool.prototype as unknown as { connect: (this: pg.Pool, callback?: Connected) => unknown };
  const { connect } = prototype;
  prototype.connect = function (callback) {
    if (!callback) return (connect.call(this) as Promise<pg.PoolClient>).then(kept);
    return connect.call(this, (error, client) => callback(error, client && kept(client), client?.release));
  };
  return { [Symbol.dispose]: () => void (prototype.connect = connect) };
}

function kept(client: pg.PoolClient): pg.PoolClient {
  const { release } = client;
  client.release = (error) => release(lost.delete(client) ? undefined : error);
  return client;
}
