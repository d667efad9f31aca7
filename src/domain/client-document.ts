/**
 * Decides which addresses can identify a client by its OAuth Client ID Metadata Document, and for how long
 * a document stays fresh once read.
 */
import { targetFault } from './webhooks/target';

export const CLIENT_NAME_MAX = 100;

const MINUTE_MS = 60_000;
/** The least, whatever the document's host asks for, so that one sign-in reads it once. */
export const FRESH_MIN_MS = MINUTE_MS;
const FRESH_UNSAID_MS = 60 * MINUTE_MS;
export const FRESH_MAX_MS = 24 * 60 * MINUTE_MS;

/** The ids given to registered clients never contain `://`. */
export const isDocumentAddress = (clientId: string): boolean => clientId.includes('://');

/** Who vouches for the document: only the owner of the host can put one there. Null for a registered client. */
export const documentHost = (clientId: string): string | null => (isDocumentAddress(clientId) ? new URL(clientId).host : null);

/**
 * Why an address cannot be that of a client's document, as the end of a sentence; null when it can.
 * @param allowPrivate lets development serve documents at private addresses.
 */
export function documentAddressFault(clientId: string, allowPrivate: boolean): string | null {
  const fault = targetFault(clientId, allowPrivate);
  if (fault) return fault;
  const { href, protocol, pathname, hash } = new URL(clientId);
  if (protocol !== 'https:') return 'Must begin with https://.';
  if (pathname === '/') return 'Must have a path.';
  if (hash || clientId.includes('#')) return 'Must have no fragment.';
  if (href !== clientId) return `Must be written as ${href}.`;
  return null;
}

/** For how many milliseconds a document may be used without reading it again. */
export function documentFreshness(cacheControl: string): number {
  if (/\bno-(store|cache)\b/i.test(cacheControl)) return FRESH_MIN_MS;
  const seconds = /\bmax-age\s*=\s*"?(\d{1,10})/i.exec(cacheControl)?.[1];
  if (seconds === undefined) return FRESH_UNSAID_MS;
  return Math.min(Math.max(Number(seconds) * 1000, FRESH_MIN_MS), FRESH_MAX_MS);
}
