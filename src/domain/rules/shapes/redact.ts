/**
 * Shows the form of a payload but none of its content: keys, nesting and booleans stay, every text and
 * number is replaced by the name of its kind. A key that is itself data, such as an e-mail address, is masked too.
 */
import type { JsonRecord, JsonValue } from '../activation';
import { isJsonList } from '../cel/json';

const MAX_DEPTH = 12;
const MAX_ELEMENTS = 3;
const MAX_NODES = 500;
const MAX_KEY_LENGTH = 64;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const URL_LIKE = /^[a-z][a-z0-9+.-]*:\/\//i;
const NUMBER = /^-?\d+(\.\d+)?$/;
const PHONE = /^\+?[\d\s()./-]+$/;
const EMAIL = /[^\s@]@[^\s@]/;
const MANY_DIGITS = 7;

const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

/** The kind of a text, such as `email`; `text` when it is nothing more specific. */
export function textKind(text: string): string {
  if (text === '') return 'empty';
  if (URL_LIKE.test(text)) return 'url';
  if (EMAIL.test(text)) return 'email';
  if (UUID.test(text)) return 'uuid';
  if (TIMESTAMP.test(text)) return 'timestamp';
  if (DATE.test(text)) return 'date';
  if (NUMBER.test(text)) return 'number';
  return PHONE.test(text) && digitsIn(text) >= MANY_DIGITS ? 'phone' : 'text';
}

/** A key as it may be shown: unchanged when it looks like a name, else its kind in brackets. */
export function shownKey(key: string): string {
  if (key.length > MAX_KEY_LENGTH) return '[text]';
  const kind = textKind(key);
  if (kind !== 'text') return `[${kind}]`;
  return digitsIn(key) >= MANY_DIGITS ? '[text]' : key;
}

/** The value with everything masked that could reveal whom or what it is about, cut to a readable size. */
export function redacted(value: JsonValue): JsonValue {
  return new Redactor().mask(value, 0);
}

class Redactor {
  private nodes = 0;

  mask(value: JsonValue, depth: number): JsonValue {
    this.nodes += 1;
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value === 'string') return `[${textKind(value)}]`;
    if (typeof value === 'number') return Number.isInteger(value) ? '[integer]' : '[decimal]';
    if (depth >= MAX_DEPTH || this.nodes >= MAX_NODES) return isJsonList(value) ? '[array]' : '[object]';
    return isJsonList(value) ? this.maskList(value, depth) : this.maskObject(value, depth);
  }

  /** One element of each form, at most three: more of the same form say nothing new. */
  private maskList(items: readonly JsonValue[], depth: number): JsonValue {
    const forms = new Map<string, JsonValue>();
    for (const item of items) {
      if (forms.size >= MAX_ELEMENTS || this.nodes >= MAX_NODES) break;
      const masked = this.mask(item, depth + 1);
      forms.set(JSON.stringify(masked), masked);
    }
    return [...forms.values()];
  }

  private maskObject(fields: JsonRecord, depth: number): JsonValue {
    const shown = new Map<string, JsonValue>();
    for (const [key, value] of Object.entries(fields)) {
      if (this.nodes >= MAX_NODES) break;
      shown.set(shownKey(key), this.mask(value, depth + 1));
    }
    return Object.fromEntries(shown);
  }
}
