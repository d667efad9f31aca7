/** Makes ids: UUIDs that sort by creation time, so that indexes grow at one end. */
import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** Random bytes are drawn for many ids at once: a draw costs more than an id. */
const pool = Buffer.alloc(4_096);
let used = pool.length;

/** @returns bytes that no other caller gets; read them at once, as the next call may overwrite them. */
function random(size: number): Uint8Array {
  if (used + size > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += size;
  return pool.subarray(used - size, used);
}

const last = { msecs: 0, seq: 0 };
const SEQUENCES = 2 ** 32;

/** Ids made in one millisecond count up from a random start that leaves room for them. */
export function newId(): string {
  const bytes = random(16);
  const now = Date.now();
  if (now > last.msecs) {
    last.msecs = now;
    last.seq = ((bytes[6]! & 0x7f) << 24) | (bytes[7]! << 16) | (bytes[8]! << 8) | bytes[9]!;
  } else if ((last.seq = (last.seq + 1) % SEQUENCES) === 0) last.msecs += 1;
  return v7({ random: bytes, ...last });
}

const TIME_BYTES = 6;

/** Identifies one request in its response, its errors and the log: a timestamp and random bytes. */
export function newRequestId(): string {
  const bytes = Buffer.allocUnsafe(TIME_BYTES + 8);
  bytes.writeUIntBE(Date.now(), 0, TIME_BYTES);
  bytes.set(random(8), TIME_BYTES);
  return `req_${bytes.toString('hex')}`;
}
