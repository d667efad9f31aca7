/**
 * Keeps what was sent and answered in an attempt in few bytes. Of the request, only the address, the time and the signatures are stored: the
 * rest is the same for every attempt, or follows from them. The first byte names what that rest was, so that it can change without touching
 * what is stored.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { invariant } from '@/domain/assert';

export interface Exchange {
  /** Null when nothing could be sent. */
  readonly url: string | null;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly response: { readonly headers: Readonly<Record<string, string>>; readonly body: string } | null;
}

interface Format {
  readonly contentType: string;
  readonly userAgent: string;
  /** What addresses and answers have in common; the most frequent texts come last, where they are cheapest. */
  readonly dictionary: Buffer;
}

const CURRENT = 1;
/** Never change one: what was stored with it could not be read any more. */
const FORMATS: Readonly<Record<number, Format> & Record<typeof CURRENT, Format>> = {
  1: {
    contentType: 'application/json',
    userAgent: 'Service-Webhooks/1',
    dictionary: Buffer.from(
      '"strict-transport-security":"max-age=31536000; includeSubDomains","x-content-type-options":"nosniff","x-frame-options":"DENY","cache-control":"no-cache, no-store","vary":"Accept-Encoding"' +
        '"server":"cloudflare","cf-ray":"","server":"nginx","via":"1.1 ","x-powered-by":"Express","etag":"W/\\"","x-request-id":"retry-after":"' +
        '{"error":"","message":"Internal Server Error"}{"status":"ok"}{"received":true}{"ok":true}","content-type":"text/html; charset=utf-8","content-type":"text/plain","content-type":"application/json; charset=utf-8",' +
        'Sun, Mon, Tue, Thu, Fri, Sat, Jan Feb Mar Apr May Jun Jul Aug Sep Oct Dec 2028 2027 GMT","connection":"close","content-length":"0"},""]' +
        '["http://127.0.0.1:localhost["https://hooks.api.example.com/v1/webhooks",{},{"date":"Wed, 25 Nov 2026 10:00:00 GMT","connection":"keep-alive","keep-alive":"timeout=5","content-length":"2","transfer-encoding":"chunked"},"ok"]',
    ),
  },
};
/** Most are small, and most of their time would go into memory that zlib takes and gives back. */
const SMALL_BYTES = 1_024;
const SMALL = { level: 6, memLevel: 3, windowBits: 11, chunkSize: SMALL_BYTES } as const;
const LARGE = { level: 6 } as const;
const SIGNATURE_BYTES = 32;
const HEAD_BYTES = 6;

interface Signed {
  /** Unix time in seconds. */
  readonly timestamp: number;
  /** Of each secret, in the order of the headers. */
  readonly service: readonly Buffer[];
  readonly standard: readonly Buffer[];
}

const UNSIGNED: Signed = { timestamp: 0, service: [], standard: [] };

/** @param webhookId the envelope's id, which one of the headers is. */
export function packExchange(webhookId: string, { url, requestHeaders, response }: Exchange): Buffer {
  const signed = signedOf(requestHeaders);
  const known = headersOf(webhookId, signed, FORMATS[CURRENT]);
  const others = Object.fromEntries(Object.entries(requestHeaders).filter(([name, value]) => known[name] !== value));
  const head = Buffer.alloc(HEAD_BYTES);
  head[0] = CURRENT;
  head[1] = signed.service.length;
  head.writeUInt32LE(signed.timestamp, 2);
  const rest = Buffer.from(JSON.stringify([url, others, ...(response ? [response.headers, response.body] : [])]));
  const options = rest.length > SMALL_BYTES ? LARGE : SMALL;
  return Buffer.concat([
    head,
    ...signed.service,
    ...signed.standard,
    deflateRawSync(rest, { ...options, dictionary: FORMATS[CURRENT].dictionary }),
  ]);
}

export function unpackExchange(webhookId: string, stored: Buffer): Exchange {
  const version = stored.readUInt8(0);
  const format = FORMATS[version];
  invariant(format, `an attempt is stored in a known format, not ${version}`);
  const count = stored.readUInt8(1);
  const signatures = Array.from({ length: 2 * count }, (_, n) => {
    const begin = HEAD_BYTES + n * SIGNATURE_BYTES;
    return stored.subarray(begin, begin + SIGNATURE_BYTES);
  });
  const signed = { timestamp: stored.readUInt32LE(2), service: signatures.slice(0, count), standard: signatures.slice(count) };
  const rest = inflateRawSync(stored.subarray(HEAD_BYTES + 2 * count * SIGNATURE_BYTES), { dictionary: format.dictionary });
  // As `packExchange` wrote it.
  const [url, others, headers, body] = JSON.parse(rest.toString('utf8')) as [
    string | null,
    Record<string, string>,
    Record<string, string>?,
    string?,
  ];
  return {
    url,
    requestHeaders: { ...headersOf(webhookId, signed, format), ...others },
    response: headers === undefined || body === undefined ? null : { headers, body },
  };
}

const SERVICE = /^t=(\d{1,10})((?:,v1=[0-9a-f]{64})+)$/;
const STANDARD = /^v1,[A-Za-z0-9+/]{43}=(?: v1,[A-Za-z0-9+/]{43}=)*$/;
const MAX_TIMESTAMP = 0xffffffff;
const MAX_SECRETS = 255;

/** What signature headers in their usual form say; any other headers are stored as they are. */
function signedOf(headers: Readonly<Record<string, string>>): Signed {
  const [, time, values] = SERVICE.exec(headers['service-signature'] ?? '') ?? [];
  const standard = headers['webhook-signature'] ?? '';
  if (time === undefined || values === undefined || !STANDARD.test(standard)) return UNSIGNED;
  const signed: Signed = {
    timestamp: Number(time),
    service: values
      .split(',v1=')
      .slice(1)
      .map((hex) => Buffer.from(hex, 'hex')),
    standard: standard.split(' ').map((value) => Buffer.from(value.slice('v1,'.length), 'base64')),
  };
  const isUsual =
    signed.timestamp <= MAX_TIMESTAMP && signed.service.length === signed.standard.length && signed.service.length <= MAX_SECRETS;
  return isUsual ? signed : UNSIGNED;
}

/** The headers of an attempt that was signed, in their order; none of one that was not. */
function headersOf(webhookId: string, { timestamp, service, standard }: Signed, format: Format): Record<string, string> {
  if (service.length === 0) return {};
  return {
    'content-type': format.contentType,
    'user-agent': format.userAgent,
    'service-signature': [`t=${timestamp}`, ...service.map((bytes) => `v1=${bytes.toString('hex')}`)].join(','),
    'webhook-id': webhookId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standard.map((bytes) => `v1,${bytes.toString('base64')}`).join(' '),
  };
}
