/** Reads the policy of a reward source: the currency and face values at which its rewards are redeemed. */
import { DomainError } from '@/domain/errors';
import { isRecord } from '@/domain/fields';
import { isCurrency } from './currency';

export interface SourcePolicy {
  /** ISO 4217 code. */
  readonly currency: string;
  readonly min_face_value_minor?: number;
  readonly max_face_value_minor?: number;
  /** The only face values, ascending; absent or empty: any within the bounds. */
  readonly denominations?: readonly number[];
}

/** Of one order, in minor units: far above any gift card, and exact as a JSON number in currency units. */
export const FACE_VALUE_MAX_MINOR = 100_000_000_000;
const DENOMINATIONS_MAX = 100;
const FIELDS = ['currency', 'min_face_value_minor', 'max_face_value_minor', 'denominations'];

/**
 * Reads a policy as a caller sent it.
 * @throws DomainError invalid_policy naming the first field at fault.
 */
export function parsePolicy(sent: unknown): SourcePolicy {
  if (!isRecord(sent)) throw invalid('', 'The policy must be an object with a `currency`.');
  const unknown = Object.keys(sent).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) throw invalid(unknown, 'Unknown field; leave it out.', 'unknown_field');
  const { currency, denominations } = sent;
  if (typeof currency !== 'string' || !isCurrency(currency)) throw invalid('currency', 'Must be an ISO 4217 currency code such as "USD".');
  const min = bound(sent, 'min_face_value_minor');
  const max = bound(sent, 'max_face_value_minor');
  if (min !== undefined && max !== undefined && min > max)
    throw invalid('max_face_value_minor', 'Must not be less than `min_face_value_minor`.', 'out_of_range');
  const fixed = parseDenominations(denominations, min ?? 1, max ?? FACE_VALUE_MAX_MINOR);
  return {
    currency,
    ...(min === undefined ? {} : { min_face_value_minor: min }),
    ...(max === undefined ? {} : { max_face_value_minor: max }),
    ...(fixed.length === 0 ? {} : { denominations: fixed }),
  };
}

const isFaceValue = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= FACE_VALUE_MAX_MINOR;

function bound(policy: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = policy[name] ?? undefined;
  if (value === undefined || isFaceValue(value)) return value;
  throw invalid(name, `Must be a whole number of minor units from 1 to ${FACE_VALUE_MAX_MINOR}.`, 'out_of_range');
}

function parseDenominations(sent: unknown, min: number, max: number): number[] {
  const list = sent ?? [];
  if (!Array.isArray(list) || list.length > DENOMINATIONS_MAX)
    throw invalid('denominations', `Must be a list of up to ${DENOMINATIONS_MAX} face values in minor units.`);
  const values = list.map((value: unknown, index) => {
    const field = `denominations[${index}]`;
    if (!isFaceValue(value))
      throw invalid(field, `Must be a whole number of minor units from 1 to ${FACE_VALUE_MAX_MINOR}.`, 'out_of_range');
    if (value < min || value > max)
      throw invalid(field, 'Must lie within `min_face_value_minor` and `max_face_value_minor`.', 'out_of_range');
    return value;
  });
  return [...new Set(values)].sort((a, b) => a - b);
}

function invalid(name: string, message: string, reason = 'invalid_value'): DomainError {
  const field = name === '' ? 'policy' : `policy.${name}`;
  return new DomainError('invalid_policy', `\`${field}\`: ${message}`, { param: field, fields: [{ field, message, reason }] });
}
