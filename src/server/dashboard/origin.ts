/** Accepts a browser's request as the user's own only when a page of this deployment sent it. */
import { env } from '@/env';

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
