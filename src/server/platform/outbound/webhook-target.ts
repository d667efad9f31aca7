/**
 * Resolves webhook hosts to addresses that may be connected to. The connection is made to the very address that was checked, so
 * that the name cannot resolve differently in between.
 */
import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '@/domain/webhooks/target';

/** The host has no address on the public internet. */
export class TargetNotAllowedError extends Error {
  override readonly name = 'TargetNotAllowedError';
  readonly code = 'TARGET_NOT_ALLOWED';
}

type Resolve = (hostname: string) => Promise<LookupAddress[]>;

const resolveWithSystem: Resolve = (hostname) =>
  new Promise((resolve, reject) =>
    systemLookup(hostname, { all: true, verbatim: true }, (error, addresses) => (error ? reject(error) : resolve(addresses))),
  );

/**
 * A socket lookup that yields public addresses only. Concurrent lookups of one name share a query: the system resolver has few
 * threads, and a dead name must not tie them all up.
 */
export function publicLookup(resolve: Resolve = resolveWithSystem): LookupFunction {
  const running = new Map<string, Promise<LookupAddress[]>>();
  const shared = (hostname: string): Promise<LookupAddress[]> => {
    const query = running.get(hostname) ?? resolve(hostname).finally(() => running.delete(hostname));
    running.set(hostname, query);
    return query;
  };
  return (hostname, options, callback) => {
    shared(hostname)
      .then((addresses) => publicOnes(hostname, addresses, options))
      .then(
        (addresses) => (options.all ? callback(null, addresses) : callback(null, addresses[0].address, addresses[0].family)),
        (error: NodeJS.ErrnoException) => callback(error, '', 0),
      );
  };
}

function publicOnes(hostname: string, addresses: readonly LookupAddress[], { family }: LookupOptions): [LookupAddress, ...LookupAddress[]] {
  const wanted = family === 4 || family === 6 ? addresses.filter((address) => address.family === family) : [...addresses];
  const [first, ...others] = wanted.filter(({ address }) => isPublicAddress(address));
  if (!first) throw new TargetNotAllowedError(`${hostname} has no public address`);
  return [first, ...others];
}

/** Whether a host resolves to at least one public address right now. */
export async function resolvesPublicly(hostname: string, resolve: Resolve = resolveWithSystem): Promise<boolean> {
  const addresses = await resolve(hostname).catch(() => []);
  return addresses.some(({ address }) => isPublicAddress(address));
}
