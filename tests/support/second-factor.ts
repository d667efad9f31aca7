/** Acts as an authenticator app: computes RFC 6238 codes from the URI in a QR code. */
import { createHmac } from 'node:crypto';

const STEP_MS = 30_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** @param secret in base32, as the page shows it. @param steps offset from the current time step: each code passes only once. */
export function codeOf(secret: string, steps = 0): string {
  const bits = [...secret.replaceAll(/[\s=]/g, '')].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + steps));
  const digest = createHmac('sha1', key).update(counter).digest();
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

export const secretIn = (uri: string): string => new URL(uri).searchParams.get('secret') ?? '';

/** A six-digit code that is not valid for the current or an adjacent time step; a different one for each turn. */
export function wrongCode(secret: string, turn = 0): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  const wrong = Array.from({ length: turn + near.length + 1 }, (_, index) => String(100_000 + index)).filter(
    (code) => !near.includes(code),
  );
  return wrong[turn]!;
}
