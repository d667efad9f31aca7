/**
 * Keeps the bodies of logged requests in few bytes: those that are written together are compressed as one block, with a dictionary of what
 * requests and answers of this API have in common. The row of the first of them holds the block; each of the others names that row and its
 * own place. A block is of one organization and one day, so that it is kept exactly as long as the rows that need it.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { invariant } from '@/domain/assert';
import { timeOfId } from '@/server/platform/ids';

interface LoggedBodies {
  readonly request: string | null;
  readonly response: string | null;
}

/** The bodies of a row, and its key. */
interface KeyedBodies extends LoggedBodies {
  readonly organizationId: string;
  readonly id: string;
}

type Block = [KeyedBodies, ...KeyedBodies[]];

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
/** The first byte of what names a block, in place of that of a dictionary. */
const REFERENCE = 0;
const ID_BYTES = 16;

/** Reading one request decompresses no more than this; more together would hardly take less. */
const MOST_IN_BLOCK = 64;
const MOST_LETTERS = 65_536;
/** Most blocks of a quiet service are small, and most of their time would go into memory that zlib takes and gives back. */
const SMALL_BYTES = 1_024;
const SMALL = { level: 6, memLevel: 3, windowBits: 11, chunkSize: SMALL_BYTES } as const;
/** Higher levels take three times as long and a tenth less room. */
const LARGE = { level: 3 } as const;
const LENGTH_BYTES = 4;
const ABSENT = 0xffffffff;
const DAY_MS = 86_400_000;

/** What each row stores, in order; null where there is nothing to keep. The rows must all be written. */
export function packBodies(rows: readonly KeyedBodies[]): (Buffer | null)[] {
  const stored = new Map<KeyedBodies, Buffer>();
  for (const block of blocksOf(rows)) {
    const [first] = block;
    for (const [place, one] of block.entries()) stored.set(one, place === 0 ? packed(block) : reference(first.id, place));
  }
  return rows.map((row) => stored.get(row) ?? null);
}

function blocksOf(rows: readonly KeyedBodies[]): Block[] {
  const kept = rows.filter(({ request, response }) => request !== null || response !== null);
  const alike = Map.groupBy(kept, ({ organizationId, id }) => `${organizationId}/${Math.floor(timeOfId(id).getTime() / DAY_MS)}`);
  return [...alike.values()].flatMap(split);
}

function split(rows: readonly KeyedBodies[]): Block[] {
  const blocks: Block[] = [];
  let letters = 0;
  for (const row of rows) {
    const more = (row.request?.length ?? 0) + (row.response?.length ?? 0);
    const last = blocks.at(-1);
    if (!last || letters + more > MOST_LETTERS || last.length === MOST_IN_BLOCK) {
      blocks.push([row]);
      letters = more;
    } else {
      last.push(row);
      letters += more;
    }
  }
  return blocks;
}

function packed(block: readonly LoggedBodies[]): Buffer {
  const whole = Buffer.concat(block.flatMap(({ request, response }) => [...lengthened(request), ...lengthened(response)]));
  const content = deflateRawSync(whole, { ...(whole.length > SMALL_BYTES ? LARGE : SMALL), dictionary: DICTIONARIES[CURRENT] });
  return Buffer.concat([Buffer.of(CURRENT), content]);
}

/** A text after its length. */
function lengthened(text: string | null): Buffer[] {
  const length = Buffer.allocUnsafe(LENGTH_BYTES);
  const bytes = Buffer.from(text ?? '');
  length.writeUInt32LE(text === null ? ABSENT : bytes.length);
  return [length, bytes];
}

const reference = (first: string, place: number): Buffer =>
  Buffer.concat([Buffer.of(REFERENCE), Buffer.from(first.replaceAll('-', ''), 'hex'), Buffer.of(place)]);

/** The id of the row that holds the block of row `t`, in SQL; null where that is its own, or none. */
export const HOLDER_OF_BLOCK = `CASE WHEN get_byte(t.bodies, 0) = ${REFERENCE} THEN encode(substring(t.bodies from 2 for ${ID_BYTES}), 'hex')::uuid END`;

/**
 * @param stored by the row itself.
 * @param block stored by the row that `HOLDER_OF_BLOCK` names.
 */
export function unpackBodies(stored: Buffer | null, block: Buffer | null): LoggedBodies {
  if (stored === null) return { request: null, response: null };
  if (stored[0] !== REFERENCE) return bodiesAt(decompressed(stored), 0);
  invariant(block, 'the row that holds the block of others is kept as long as they are');
  return bodiesAt(decompressed(block), stored.readUInt8(ID_BYTES + 1));
}

/** Who reads many rows reads those of one block after another. */
let last: { readonly block: Buffer; readonly whole: Buffer } | null = null;

function decompressed(block: Buffer): Buffer {
  if (last?.block.equals(block)) return last.whole;
  const version = block.readUInt8(0);
  const dictionary = DICTIONARIES[version];
  invariant(dictionary, `bodies are stored with a known dictionary, not ${version}`);
  const whole = inflateRawSync(block.subarray(1), { dictionary });
  last = { block, whole };
  return whole;
}

function bodiesAt(whole: Buffer, place: number): LoggedBodies {
  let at = 0;
  const next = (): string | null => {
    const length = whole.readUInt32LE(at);
    const begin = at + LENGTH_BYTES;
    at = begin + (length === ABSENT ? 0 : length);
    return length === ABSENT ? null : whole.toString('utf8', begin, at);
  };
  const both = (): LoggedBodies => ({ request: next(), response: next() });
  for (let before = 0; before < place; before += 1) both();
  return both();
}
