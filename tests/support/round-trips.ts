/** Counts how often something waits for the database: statements that are sent before the answer to another arrives travel together. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Ctx } from '@/server/platform/context';
import { textOf } from './statements';

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

const prototype = pg.Client.prototype as unknown as { query: Query };

/**
 * Of all connections of this process while the work runs: how many statements were sent while their connection awaited no answer. Those
 * of the request log, which is written for earlier requests whenever its time has come, are left out.
 */
export async function roundTripsOf(work: () => Promise<unknown>): Promise<number> {
  const original = prototype.query;
  const underWay = new WeakMap<pg.Client, number>();
  const change = (client: pg.Client, by: number) => underWay.set(client, (underWay.get(client) ?? 0) + by);
  let trips = 0;
  prototype.query = function (...args) {
    if (textOf(args[0]).includes('request_logs')) return original.apply(this, args);
    if ((underWay.get(this) ?? 0) === 0) trips += 1;
    change(this, 1);
    const answered = () => void change(this, -1);
    const callback = args.at(-1);
    if (typeof callback === 'function') args[args.length - 1] = (...results: unknown[]) => (answered(), callback(...results) as unknown);
    const sent = original.apply(this, args);
    if (sent instanceof Promise) sent.then(answered, answered);
    return sent;
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
  return trips;
}

/** What a request of the organization runs in, with a key of its own. */
export const requestOf = ({ id }: { readonly id: string }): Ctx => ({
  organization: { id, mode: 'LIVE', clockOffsetMs: 0 },
  actor: { kind: 'SYSTEM' },
  clock: { now: () => new Date() },
  requestId: 'req_trips',
  idempotencyKey: randomUUID(),
});
