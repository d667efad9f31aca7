/** Writes values as Postgres reads them: lists, times and objects as text, whatever they hold. */

/** What a statement is sent for one parameter: text, or bytes as they are. @throws TypeError, RangeError for what has no text, such as an invalid date. */
export function asParameter(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  return value instanceof Uint8Array ? bufferOf(value) : asText(value);
}

/** The text of a value that is neither null nor bytes. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return `{${value.map(asMember).join(',')}}`;
  if (value instanceof Date) return timeText(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function asMember(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value)) return asText(value);
  const text = value instanceof Uint8Array ? `\\x${bufferOf(value).toString('hex')}` : asText(value);
  return `"${SPECIAL.test(text) ? text.replace(EACH_SPECIAL, '\\$&') : text}"`;
}

const SPECIAL = /[\\"]/;
const EACH_SPECIAL = /[\\"]/g;

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);

/** The length of what follows the year in ISO 8601. */
const AFTER_YEAR = '-mm-ddThh:mm:ss.mmmZ'.length;

/** Postgres has no year 0 and no signs. */
function timeText(time: Date): string {
  const iso = time.toISOString();
  const year = time.getUTCFullYear();
  if (year >= 1 && year <= 9999) return iso;
  return `${String(year < 1 ? 1 - year : year).padStart(4, '0')}${iso.slice(-AFTER_YEAR)}${year < 1 ? ' BC' : ''}`;
}
