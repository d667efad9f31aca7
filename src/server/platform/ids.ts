/** Makes ids: UUIDs that sort by creation time, so that indexes grow at one end. */
import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** Random bytes are drawn for many ids at once: a draw costs more than an id. */
const pool = Buffer.alloc(4_096);
let used = pool.length;

/** @returns bytes that no other caller gets; read them at once, as the next call may overwrite them. */
function random(size: number): Buffer {
  if (used + size > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += size;
  return pool.subarray(used - size, used);
}

const SEQUENCES = 2 ** 32;
/** A start that leaves room to count on. */
const drawn = (bytes: Buffer): number => bytes.readUInt32BE(6) & 0x7fffffff;
let sequence: number | null = null;

/** Every id of this process gets the next one, so that ids of one millisecond, of whichever clock, sort in the order in which they were made. */
function nextSequence(bytes: Buffer): number {
  sequence = sequence === null ? drawn(bytes) : (sequence + 1) % SEQUENCES;
  return sequence;
}

/** An id for something that happens at this time: the organization's own, whose clock may run ahead, for whatever is listed by it. */
export function newIdAt(at: Date): string {
  const bytes = random(16);
  return v7({ random: bytes, msecs: at.getTime(), seq: nextSequence(bytes) });
}

/** An id for something that no list orders by its time alone. */
export const newId = (): string => newIdAt(new Date());

/** Makes ids for what happens at this time. */
export const idsAt =
  (at: Date): (() => string) =>
  () =>
    newIdAt(at);

const TIME_BYTES = 6;
const SEQUENCE_BYTES = 4;

/** Identifies one request in its response, its errors and the log: its time, a sequence and random bytes. */
export function newRequestId(): string {
  const own = random(16);
  const bytes = Buffer.allocUnsafe(TIME_BYTES + 2 * SEQUENCE_BYTES);
  bytes.writeUIntBE(Date.now(), 0, TIME_BYTES);
  bytes.writeUInt32BE(nextSequence(own), TIME_BYTES);
  bytes.set(own.subarray(0, SEQUENCE_BYTES), TIME_BYTES + SEQUENCE_BYTES);
  return `req_${bytes.toString('hex')}`;
}

const REQUEST_ID = /^req_([0-9a-f]{12})([0-9a-f]{16})$/;

/** A request's id as a UUIDv7 of the same time and random bytes; null for a text that is no request's id. */
export function uuidOfRequest(requestId: string): string | null {
  const [, time, random] = REQUEST_ID.exec(requestId) ?? [];
  if (!time || !random) return null;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-800${random.charAt(3)}-${random.slice(4)}`;
}

/** The request's id that such a UUID was made of. */
export function requestOfUuid(id: string): string {
  const digits = id.replaceAll('-', '');
  return `req_${digits.slice(0, 12)}${digits.slice(13, 16)}${digits.slice(19)}`;
}

/** When a UUIDv7 was made, to the millisecond. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

/** A UUID that is not greater than any UUIDv7 made at this time or later, and greater than any made before. */
export function firstIdAt(at: Date): string {
  const time = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
