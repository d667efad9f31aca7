/** Parses request bodies as JSON: a single object, valid UTF-8, of bounded depth, with nothing in it changed. Which characters text may hold is up to the schemas. */
import { DomainError } from '@/domain/errors';
import { DuplicateNameError, parseExactJson } from '@/domain/exact-json';
import { isRecord } from '@/domain/fields';
import { assertJsonLimits } from '@/server/platform/input/json-limits';

const decoder = new TextDecoder('utf-8', { fatal: true });

const invalidJson = (message: string) => new DomainError('invalid_json', message);

/** @throws DomainError invalid_json, validation_error (a field named `__proto__`) */
export function parseJsonObject(bytes: Uint8Array): Record<string, unknown> {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw invalidJson('The body is not valid UTF-8.');
  }
  const value = parse(text);
  if (!isRecord(value)) throw invalidJson('The body must be one JSON object.');
  assertJsonLimits(value);
  return value;
}

function parse(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch (error) {
    throw invalidJson(error instanceof DuplicateNameError ? `${error.message} Send it once.` : 'The body is not valid JSON.');
  }
}
