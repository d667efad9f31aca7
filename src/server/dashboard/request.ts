/** Reads of a browser's request which page it is for, which address it came from, and whether a page of this deployment sent it. */
import { env } from '@/env';

/** The header in which the server puts the path of the request, overwriting whatever a client sent. */
const ASKED_PATH_HEADER = 'x-asked-path';
/** The query parameter that client-side navigation adds when it fetches the next page. */
const FETCH_MARK = '_rsc';

export function askedPath(headers: Headers): string {
  const path = headers.get(ASKED_PATH_HEADER);
  const url = URL.parse(path ?? '/', 'http://own.invalid');
  url?.searchParams.delete(FETCH_MARK);
  return url ? `${url.pathname}${url.search}` : '/';
}

/** The header in which the server puts the address of the connection, overwriting whatever a client sent. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';

export const clientAddress = (headers: Headers): string | null => headers.get(CLIENT_ADDRESS_HEADER);

/** The origins whose pages may make changes: the configured URL, and the host that the request was sent to. */
export function ownOrigins(headers: Headers): string[] {
  const configured = new URL(env().PUBLIC_URL);
  const host = headers.get('host');
  return host ? [configured.origin, `${configured.protocol}//${host}`] : [configured.origin];
}

/** Whether a page of this deployment sent the request. A request without an origin is not trusted. */
export function isSameOrigin(headers: Headers): boolean {
  const origin = headers.get('origin');
  return origin !== null && ownOrigins(headers).includes(origin);
}
