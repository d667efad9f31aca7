/** What the driver makes of a value of each type of Postgres: asked of the driver itself, which the service configures. */
import pg from 'pg';
import '@/server/db/client';
import type { Kind } from './declared';

const JSON_TYPES = new Set([114, 3802]);
/** A value of each type that the driver reads into something other than text. */
const SAMPLES: Readonly<Record<number, string>> = {
  16: 't',
  17: '\\x00',
  20: '1',
  21: '1',
  23: '1',
  26: '1',
  700: '1',
  701: '1',
  1082: '2026-01-01',
  1114: '2026-01-01 00:00:00',
  1184: '2026-01-01 00:00:00+00',
  1186: '1 day',
};
/** The types of arrays, by what their elements are. */
const ELEMENTS: Readonly<Record<number, number>> = {
  1000: 16,
  1005: 21,
  1007: 23,
  1009: 25,
  1015: 1043,
  1016: 20,
  1021: 700,
  1022: 701,
  1115: 1114,
  1182: 1082,
  1185: 1184,
  1231: 1700,
  2951: 2950,
};

export function kindsOf(type: number): readonly Kind[] {
  if (JSON_TYPES.has(type)) return ['string', 'number', 'boolean', 'object', 'any[]'];
  const element = ELEMENTS[type];
  const read = pg.types.getTypeParser(type) as (text: string) => unknown;
  if (element === undefined) return [kindOf(read(SAMPLES[type] ?? 'text'))];
  const values = read(`{"${SAMPLES[element] ?? 'text'}"}`);
  return Array.isArray(values) ? [`${kindOf(values[0])}[]` as Kind] : ['string'];
}

function kindOf(value: unknown): Kind {
  if (value instanceof Date) return 'date';
  return value instanceof Uint8Array ? 'bytes' : (typeof value as 'string' | 'number' | 'boolean' | 'object');
}
