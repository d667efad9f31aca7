/** An authenticator app for tests: the codes of RFC 6238, from the address that a QR code holds. */
import { createHmac } from 'node:crypto';

const STEP_MS = 30_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** @param secret in base 32, as the page shows it. @param steps which neighbour of the present code: each passes once. */
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

/** A code of six digits that no neighbour of the present one is; another for each turn. */
export function wrongCode(secret: string, turn = 0): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  const wrong = Array.from({ length: turn + near.length + 1 }, (_, index) => String(100_000 + index)).filter(
    (code) => !near.includes(code),
  );
  return wrong[turn]!;
}
