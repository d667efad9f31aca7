/** Parses request bodies as JSON: a single object, valid UTF-8, of bounded depth. Which characters text may hold is up to the schemas. */
import { MAX_JSON_DEPTH } from '@/contract/primitives';
import { DomainError } from '@/domain/errors';
import { depthExceeds } from '@/domain/json-depth';

const decoder = new TextDecoder('utf-8', { fatal: true });

const invalidJson = (message: string) => new DomainError('invalid_json', message);

/** @throws DomainError invalid_json */
export function parseJsonObject(bytes: Uint8Array): Record<string, unknown> {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw invalidJson('The body is not valid UTF-8.');
  }
  const value = parse(text);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw invalidJson('The body must be one JSON object.');
  if (depthExceeds(value, MAX_JSON_DEPTH)) throw invalidJson(`The body is nested deeper than ${MAX_JSON_DEPTH} levels.`);
  return value as Record<string, unknown>;
}

/** The digits after the leading 9 of every number that rounds to 2^53 without being it, with or without an exponent. */
const NEAR_2_53 = '00719925474099';

function parse(text: string): unknown {
  try {
    return text.includes(NEAR_2_53) ? JSON.parse(text, awayFrom2To53) : JSON.parse(text);
  } catch {
    throw invalidJson('The body is not valid JSON.');
  }
}

const TWO_53 = 2 ** 53;

/** A number just beyond 2^53 must not arrive as 2^53, which would pass for exact. */
function awayFrom2To53(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Math.abs(value) !== TWO_53) return value;
  return /^-?9007199254740992(\.0*)?$/.test(context?.source ?? '') ? value : Math.sign(value) * (TWO_53 + 2);
}
