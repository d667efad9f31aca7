/** Explains why a schema rejected a value: every failing field in one pass, in the terms of the contract. */
import type { z } from 'zod';
import type { RefinementParams } from '@/contract/primitives';
import { DomainError, type ErrorCode, type FieldError } from '@/domain/errors';
import { INEXACT_NUMBER, InexactNumber } from '@/domain/exact-json';
import { explainUnknownField, type FieldsInReach } from './unknown-field';

type Issue = z.core.$ZodIssue;
type Failure = FieldError & { code?: ErrorCode };

/**
 * The error for a list of schema issues, plus fields that the transport itself found at fault. When every failing field fails
 * for the same reason with an error code of its own (`invalid_amount`), that is the code; otherwise it is `validation_error`.
 * @param input the rejected value, to show what was received.
 * @param reach the known fields, to suggest what an unknown field was likely meant to be.
 */
export function validationFailure(
  issues: readonly Issue[],
  input?: unknown,
  { found = [], reach }: { readonly found?: readonly FieldError[]; readonly reach?: FieldsInReach | undefined } = {},
): DomainError {
  const failures: Failure[] = [...found, ...failuresOf(issues, input, reach)];
  const codes = new Set(failures.map((failure) => failure.code));
  const [only] = codes;
  const code = codes.size === 1 && only ? only : 'validation_error';
  const fields = failures.map(({ code: _, ...field }) => field);
  const names = new Set(fields.map((field) => field.field));
  const [param] = names.size === 1 ? names : [];
  const [first] = fields;
  const message =
    fields.length === 1 && first
      ? `\`${first.field}\`: ${first.message}`
      : `${fields.length} fields are missing, malformed or not allowed; \`fields\` lists each.`;
  return new DomainError(code, message, { param: param || undefined, fields });
}

/** Every failing field, with its own error code where it has one. */
export const failuresOf = (issues: readonly Issue[], input: unknown, reach?: FieldsInReach): Failure[] =>
  issues.flatMap((issue) => explain(issue, [], input, reach));

function explain(issue: Issue, parents: readonly PropertyKey[], input: unknown, reach: FieldsInReach | undefined): Failure[] {
  const path = [...parents, ...issue.path];
  const at = (failure: Omit<Failure, 'field'>): Failure[] => [{ field: fieldPath(path), ...failure }];
  const value = valueAt(path, input);
  if (value instanceof InexactNumber && issue.code !== 'custom')
    return at({ message: INEXACT_NUMBER, reason: 'not_exact', received: shown(value) });
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ field: fieldPath([...path, key]), ...explainUnknownField(path, key, reach) }));
    case 'invalid_union':
      return closestBranch(issue.errors)
        .flatMap((inner) => explain(inner, path, input, reach))
        .concat(issue.errors.length === 0 ? at(explainOptions(issue, valueAt(path, input))) : []);
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues.flatMap((inner) => explain(inner, path, input, reach));
    case 'custom': {
      // Every refinement here gives these params or none.
      const { code, reason = 'invalid_value', expected } = (issue.params ?? {}) as RefinementParams;
      return at({ message: issue.message, reason, expected, received: shown(valueAt(path, input)), code });
    }
    default:
      return at(explainValue(issue, valueAt(path, input)));
  }
}

/** A discriminated union whose discriminator matches none of its options. */
function explainOptions(issue: Extract<Issue, { code: 'invalid_union' }>, value: unknown): Omit<Failure, 'field'> {
  const options = (('options' in issue ? issue.options : undefined) ?? []).map(String);
  if (value === undefined) return { message: 'This field is required.', reason: 'required', expected: options.join(' | ') };
  return {
    message: `Must be one of ${options.join(', ')}.`,
    reason: 'invalid_value',
    expected: options.join(' | '),
    received: shown(value),
  };
}

type ValueIssue = Exclude<Issue, { code: 'unrecognized_keys' | 'invalid_union' | 'invalid_key' | 'invalid_element' | 'custom' }>;

function explainValue(issue: ValueIssue, value: unknown): Omit<Failure, 'field'> {
  const got = shown(value);
  switch (issue.code) {
    case 'invalid_type': {
      const expected = issue.expected === 'int' ? 'integer' : issue.expected;
      return got === undefined
        ? { message: 'This field is required.', reason: 'required', expected }
        : { message: `Must be of type ${expected}.`, reason: 'invalid_type', expected, received: kindOf(value) };
    }
    case 'too_small':
      return {
        message: isEmptiness(issue) ? 'Must not be empty.' : `Must be at least ${issue.minimum}${unitOf(issue.origin)}.`,
        reason: boundReason(issue.origin, 'short', 'few'),
        expected: `>= ${issue.minimum}`,
        received: got,
      };
    case 'too_big':
      return {
        message: `Must be at most ${issue.maximum}${unitOf(issue.origin)}.`,
        reason: boundReason(issue.origin, 'long', 'many'),
        expected: `<= ${issue.maximum}`,
        received: got,
      };
    case 'invalid_value': {
      const expected = issue.values.map(String).join(' | ');
      return got === undefined
        ? { message: 'This field is required.', reason: 'required', expected }
        : { message: `Must be one of ${issue.values.map(String).join(', ')}.`, reason: 'invalid_value', expected, received: got };
    }
    case 'invalid_format':
      return {
        message: issue.message,
        reason: issue.format === 'regex' ? 'invalid_characters' : 'invalid_format',
        expected: issue.format === 'guid' ? 'uuid' : undefined,
        received: got,
      };
    case 'not_multiple_of':
      return {
        message: `Must be a multiple of ${issue.divisor}.`,
        reason: 'out_of_range',
        expected: `multiple of ${issue.divisor}`,
        received: got,
      };
  }
}

const isText = (origin: string): boolean => origin === 'string';
const isList = (origin: string): boolean => origin === 'array' || origin === 'set' || origin === 'map' || origin === 'object';
const isEmptiness = ({ origin, minimum }: { origin: string; minimum: number | bigint }): boolean =>
  minimum === 1 && (isText(origin) || isList(origin));
const unitOf = (origin: string): string => (isText(origin) ? ' characters long' : isList(origin) ? ' items long' : '');
const boundReason = (origin: string, text: string, list: string): string =>
  isText(origin) ? `too_${text}` : isList(origin) ? `too_${list}` : 'out_of_range';

/** The alternative with the fewest failures, whose message is the most useful. */
function closestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] {
  return branches.reduce<readonly Issue[]>((best, branch) => (best.length === 0 || branch.length < best.length ? branch : best), []);
}

/** `actions[0].amount` */
function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`),
    '',
  );
}

function valueAt(path: readonly PropertyKey[], input: unknown): unknown {
  return path.reduce<unknown>(
    // Objects and lists are both read by key.
    (value, part) => (value !== null && typeof value === 'object' ? (value as Record<PropertyKey, unknown>)[part] : undefined),
    input,
  );
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

const RECEIVED_MAX = 64;

/** Scalars as sent, truncated; the type of anything larger; undefined for what is absent. */
function shown(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === null || (typeof value === 'object' && !(value instanceof InexactNumber))) return kindOf(value);
  const text = value instanceof InexactNumber ? value.text : String(value);
  return text.length > RECEIVED_MAX ? `${text.slice(0, RECEIVED_MAX)}…` : text;
}
