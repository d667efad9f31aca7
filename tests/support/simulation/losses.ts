/**
 * Loses a connection in a simulated life: for good, by ending its backend, or lightly, by a rollback, which is all
 * that others can observe of its end, after which the same connection serves as the new one. That saves a backend start
 * and its cold caches, most of the time that a brief life takes.
 */
import pg from 'pg';
import type { Monitor } from './monitor';

export interface Losses {
  /** Resolves when the connection's open transaction is rolled back. */
  lose(client: pg.Client): Promise<void>;
}

export const forGood = (monitor: Monitor): Losses => ({ lose: (client) => monitor.endConnection(client) });

/** Clients that refuse every statement until the service releases them. */
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

/** Makes every pool keep a lightly lost connection that is released as broken, until disposed. */
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
