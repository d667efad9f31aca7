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

/** Which addresses a socket may connect to, and what is thrown when a name has none of them. */
interface Allowed {
  readonly allows: (address: string) => boolean;
  readonly refusal: (hostname: string) => Error;
}

const PUBLIC: Allowed = {
  allows: isPublicAddress,
  refusal: (hostname) => new TargetNotAllowedError(`${hostname} has no public address`),
};
const ANY: Allowed = {
  allows: () => true,
  refusal: (hostname) => Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' }),
};

/** A socket lookup that yields public addresses only. */
export const publicLookup = (resolve: Resolve = resolveWithSystem): LookupFunction => sharedLookup(resolve, PUBLIC);

/** A socket lookup that yields every address, also private ones. */
export const anyLookup = (resolve: Resolve = resolveWithSystem): LookupFunction => sharedLookup(resolve, ANY);

/**
 * Concurrent lookups of one name share a query: the system resolver has few threads, and a dead name must not tie them all up.
 */
function sharedLookup(resolve: Resolve, { allows, refusal }: Allowed): LookupFunction {
  const running = new Map<string, Promise<LookupAddress[]>>();
  const shared = (hostname: string): Promise<LookupAddress[]> => {
    const query = running.get(hostname) ?? resolve(hostname).finally(() => running.delete(hostname));
    running.set(hostname, query);
    return query;
  };
  return (hostname, options, callback) => {
    shared(hostname)
      .then((addresses): [LookupAddress, ...LookupAddress[]] => {
        const [first, ...others] = ofFamily(addresses, options).filter(({ address }) => allows(address));
        if (!first) throw refusal(hostname);
        return [first, ...others];
      })
      .then(
        (addresses) => (options.all ? callback(null, addresses) : callback(null, addresses[0].address, addresses[0].family)),
        (error: NodeJS.ErrnoException) => callback(error, '', 0),
      );
  };
}

const ofFamily = (addresses: readonly LookupAddress[], { family }: LookupOptions): LookupAddress[] =>
  addresses.filter((address) => (family === 4 || family === 6 ? address.family === family : true));

/** Whether a host resolves to at least one public address right now. */
export async function resolvesPublicly(hostname: string, resolve: Resolve = resolveWithSystem): Promise<boolean> {
  const addresses = await resolve(hostname).catch(() => []);
  return addresses.some(({ address }) => isPublicAddress(address));
}
