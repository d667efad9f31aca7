/** Plans the contents of a populated organization, with row ids that any statement can compute from a number. */
import { randomInt } from 'node:crypto';
import type { Configuration } from './configuration';

export interface Size {
  readonly participants: number;
  /** Two per entry; at least five per participant. */
  readonly postings: number;
}

export interface Plan extends Size, Configuration {
  /** The year of the postings, in Unix milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Keeps the ids of several organizations apart; four hexadecimal digits. */
  readonly salt: string;
}

/** One statement of the load, with its name for progress reports. */
export interface Step {
  readonly name: string;
  readonly sql: string;
}

export const DAY_MS = 86_400_000;
/** Participants join within the first days; everything else happens later. */
const JOINING_DAYS = 60;
const YEAR_DAYS = 365;
const LEAST_POSTINGS_EACH = 5;

export function planOf(size: Size, configuration: Configuration, now: Date): Plan {
  if (size.postings < size.participants * LEAST_POSTINGS_EACH) {
    throw new Error(`There must be at least ${LEAST_POSTINGS_EACH} postings for each participant.`);
  }
  const to = now.getTime();
  return { ...size, ...configuration, from: to - YEAR_DAYS * DAY_MS, to, salt: (0x8000 + randomInt(0x1000)).toString(16) };
}

/** What follows the time in the ids of each kind of row. */
export const KIND = {
  person: 1,
  group: 2,
  event: 3,
  redemption: 4,
  reservation: 5,
  transfer: 6,
  envelope: 7,
  lot: 9,
  log: 10,
  run: 11,
  change: 12,
};
/** First number of the entry kinds, which follow one another. */
export const ENTRY_KIND = 100;

/** Spreads the numbers of rows over all ends of ids, each on its own: samples are drawn by what is random at the end of real ones. */
const SPREAD = '((n * 25214903917) & 281474976710655)';

/**
 * Session functions that let a row refer to another without looking it up. Times are Unix milliseconds; ids
 * sort by their time, as the service's own do. A few hundred participants share what is left, but one in 500
 * goes to the first, whose lists are therefore long.
 */
export function namingFunctions({ participants, from, to, salt }: Plan): string {
  const joining = JOINING_DAYS * DAY_MS;
  return `
    CREATE FUNCTION pg_temp.made(kind int, n bigint, ms bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
      SELECT (lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(kind), 3, '0') || '${salt}' || lpad(to_hex(${SPREAD}), 12, '0'))::uuid $$;
    CREATE FUNCTION pg_temp.at(ms bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$ SELECT to_timestamp(ms / 1000.0::float8) $$;
    CREATE FUNCTION pg_temp.joined(n bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$ SELECT ${from} + n * ${joining} / ${participants} $$;
    CREATE FUNCTION pg_temp.moment(n bigint, size bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
      SELECT ${from + joining} + n * ${to - from - joining} / (size + 1) $$;
    CREATE FUNCTION pg_temp.person(n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$ SELECT pg_temp.made(${KIND.person}, n, pg_temp.joined(n)) $$;
    CREATE FUNCTION pg_temp.someone(n bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
      SELECT CASE WHEN n % 500 = 0 THEN 1 ELSE 1 + (n * 7919) % ${participants} END $$;`;
}

export const literal = (id: string): string => `'${id}'::uuid`;
