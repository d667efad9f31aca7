/** Generates and hashes API keys. */
import { hash, randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'sk_';
const KEY_BYTES = 32;
const ENCODED_LENGTH = 43;
const SHOWN_PREFIX = 7;

interface NewApiKey {
  /** Shown once to its owner, never stored. */
  readonly key: string;
  readonly hash: Buffer;
  /** The first characters, enough to recognise the key by. */
  readonly prefix: string;
  readonly lastFour: string;
}

/** Generates a key from 256 random bits. */
export function newApiKey(): NewApiKey {
  const key = PREFIX + base62(randomBytes(KEY_BYTES));
  return { key, hash: hashApiKey(key), prefix: key.slice(0, SHOWN_PREFIX), lastFour: key.slice(-4) };
}

/** The stored and looked-up form of a key: its SHA-256. Keys are random, so no salt or stretching is needed. */
export function hashApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

function base62(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let i = 0; i < ENCODED_LENGTH; i++) {
    text = ALPHABET.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
