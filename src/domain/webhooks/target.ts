/**
 * Decides where deliveries may go: over https, to a host on the public internet, whatever the notation of
 * its address. Host names are checked here by their spelling, and again by the addresses they resolve to
 * when connecting.
 */
import ipaddr from 'ipaddr.js';

const MAX_URL_LENGTH = 2_048;
/** Reserved for, or in common use inside, private networks: no such name is registered on the internet. */
const INTERNAL_SUFFIXES = [
  'localhost',
  'local',
  'internal',
  'localdomain',
  'lan',
  'home',
  'corp',
  'intranet',
  'private',
  'svc',
  'arpa',
  'onion',
];
/** In a public range, yet answered inside a cloud by the machine's own host. */
const CLOUD_HOST_ADDRESSES = ['168.63.129.16'];
/** The only IPv6 space from which public addresses are allocated. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Why a URL cannot be a target, as one sentence; null when it can.
 * @param allowPrivate lets development send to http and to private hosts.
 */
export function targetFault(text: string, allowPrivate: boolean): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || text.length > MAX_URL_LENGTH || !(url.protocol === 'https:' || url.protocol === 'http:'))
    return `Must be an https URL of at most ${MAX_URL_LENGTH} characters.`;
  if (url.username || url.password) return 'Must not hold a user name or password.';
  if (url.port === '0') return 'Must not name port 0.';
  if (allowPrivate) return null;
  if (url.protocol !== 'https:') return 'Must begin with https://.';
  return hostFault(url.hostname);
}

/** URL parsing has already turned every notation of an address (octal, hexadecimal, short forms) into one. */
function hostFault(hostname: string): string | null {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(host)) return isPublicAddress(host) ? null : 'Must name a public host; this address is private or reserved.';
  const labels = host.toLowerCase().replace(/\.+$/, '').split('.');
  const top = labels.at(-1);
  if (top === undefined || labels.length < 2 || INTERNAL_SUFFIXES.includes(top)) return 'Must name a public host; this name is internal.';
  return null;
}

/** Whether an IP address, in any notation, is one that the whole internet can reach. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text); // an IPv4 address wrapped in IPv6 is evaluated as what it is
  if (address.range() !== 'unicast' || CLOUD_HOST_ADDRESSES.includes(address.toString())) return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}
