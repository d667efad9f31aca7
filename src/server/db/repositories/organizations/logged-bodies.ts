/**
 * Keeps the two bodies of a logged request in few bytes: compressed together, with a dictionary of what requests and answers of this
 * API have in common. The first byte names the dictionary, so that another can follow without touching what is stored.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { invariant } from '@/domain/assert';

interface LoggedBodies {
  readonly request: string | null;
  readonly response: string | null;
}

/** Never change one: what was stored with it could not be read any more. The most frequent texts come last, where they are cheapest. */
const DICTIONARIES: Readonly<Record<number, Buffer>> = {
  1: Buffer.from(
    '{"type":"invalid_request","code":"validation_error","message":"","request_id":"req_01a2","doc_url":"https://","param":"","fields":[{"field":"","message":"","reason":"","expected":"","received":""}]}' +
      '"tags":[],"attributes":{},"counters":{},"email":null,"phone":null,"first_name":null,"last_name":null,"display_name":null,"status":"ACTIVE","updated_at":"2026-' +
      '"events":[{"index":0,"status":202,"quantity":1,"currency":"EUR","channel":"web","order":{"id":"","total":,"items":[{"sku":"","price":,"qty":1,"category":""}]}' +
      '"asset_id":"01a2","available":"0.00","held":"0.00","deferred":"0.00","amount":"1","description":"","reference_id":"","journal_entry_id":"01a2","type":"CREDIT","bucket":"AVAILABLE","expires_at":null,"metadata":{}' +
      '"error_code":null,"error_message":null,"retry_count":0,"processed_at":null,"recipient_id":null,"status":"PENDING","event_type":"purchase","participant_id":null' +
      '{"id":"01a2","program_id":"01a2","external_id":"customer-","idempotency_key":"","event_data":{"type":"purchase"},"event_timestamp":"2026-11-24T00:00:00.000Z","created_at":"2026-11-24T00:00:00.000Z"}',
  ),
};
const CURRENT = 1;
/** Most bodies are small, and most of their time would go into memory that zlib takes and gives back. */
const SMALL_BYTES = 1_024;
const SMALL = { level: 6, memLevel: 3, windowBits: 11, chunkSize: SMALL_BYTES } as const;
const LARGE = { level: 6 } as const;
const LENGTH_BYTES = 4;
const ABSENT = 0xffffffff;

/** Null when there is nothing to keep. */
export function packBodies({ request, response }: LoggedBodies): Buffer | null {
  if (request === null && response === null) return null;
  const length = Buffer.alloc(LENGTH_BYTES);
  const first = Buffer.from(request ?? '');
  length.writeUInt32LE(request === null ? ABSENT : first.length);
  // A request without an answer that is kept ends with a byte that no UTF-8 text has.
  const second = response === null ? Buffer.of(0xff) : Buffer.from(response);
  const whole = Buffer.concat([length, first, second]);
  const packed = deflateRawSync(whole, { ...(whole.length > SMALL_BYTES ? LARGE : SMALL), dictionary: DICTIONARIES[CURRENT] });
  return Buffer.concat([Buffer.of(CURRENT), packed]);
}

export function unpackBodies(stored: Buffer | null): LoggedBodies {
  if (stored === null) return { request: null, response: null };
  const dictionary = DICTIONARIES[stored[0]!];
  invariant(dictionary, `bodies are stored with a known dictionary, not ${stored[0]}`);
  const whole = inflateRawSync(stored.subarray(1), { dictionary });
  const length = whole.readUInt32LE();
  const end = LENGTH_BYTES + (length === ABSENT ? 0 : length);
  const rest = whole.subarray(end);
  return {
    request: length === ABSENT ? null : whole.toString('utf8', LENGTH_BYTES, end),
    response: rest[0] === 0xff ? null : rest.toString('utf8'),
  };
}
