/**
 * Defines the value types that every wire schema is made of. Schemas check and never coerce: what a
 * procedure receives is what was sent. A refinement may carry the contract's own error code in
 * `params.code`; the response then has that code instead of `validation_error`.
 */
import { z } from 'zod';
import { isTimeZone } from '@/domain/time-zone';
import { isCronExpression } from '@/domain/cron';
import { parseDuration } from '@/domain/duration';
import type { ErrorCode } from '@/domain/errors';
import { isAmountText, isDecimalText, MAX_INTEGER_DIGITS } from '@/domain/amount-text';
import { INEXACT_NUMBER, isInexact } from '@/domain/exact-json';
import { isStorable } from '@/domain/text';
import { isTimestamp, withReadableOffset } from '@/domain/timestamp';
import { isReserved } from '@/domain/ledger/references';

/** What a refinement can report about its failure beyond a message. */
export type RefinementParams = {
  /** The contract's code for this failure, when it has one of its own. */
  code?: ErrorCode;
  /** Stable word for `fields[].reason`; `invalid_value` when absent. */
  reason?: string;
  expected?: string;
};

/** What a refinement says about its failure. Made anew for each use: zod takes the message out of the object. */
export const refinement = (message: string, params: RefinementParams) => ({ message, params });

/** Created anew for each use: a refinement removes the message from the object that it is given. */
const unstorable = () => refinement('Text must not hold NUL characters or unpaired surrogates.', { reason: 'invalid_characters' });

/** Any text that can be stored: what every free-text field is made of. */
export const Text = z.string().refine(isStorable, unstorable());

/** An enumeration whose unknown values have an error code of their own. */
export const enumOrCode = <const Values extends readonly [string, ...string[]]>(values: Values, code: ErrorCode) =>
  z
    .string()
    .refine((text) => values.includes(text), refinement(`Must be one of ${values.join(', ')}.`, { code, expected: values.join(' | ') }))
    .pipe(z.enum(values))
    .meta({ enum: [...values] });

/** Any UUID, in either case; compared and returned in lower case. */
export const Uuid = z.guid({ error: (issue) => (typeof issue.input === 'string' ? 'Must be a UUID.' : undefined) }).toLowerCase();

/** RFC 3339 with an offset, whose faults may have an error code of their own. */
export const timestampOrCode = (code?: ErrorCode) =>
  z
    .string()
    .max(40)
    .refine(
      isTimestamp,
      refinement('Must be an RFC 3339 timestamp with an offset, such as 2026-03-01T12:00:00Z.', {
        reason: 'invalid_format',
        expected: 'RFC 3339 timestamp',
        ...(code === undefined ? {} : { code }),
      }),
    )
    .overwrite(withReadableOffset)
    .meta({ format: 'date-time', examples: ['2026-03-01T12:00:00.000Z'] });

/** RFC 3339 with an offset. Responses are always in UTC with milliseconds. */
export const Timestamp = timestampOrCode();

/** Asks for a record as it stood at a time; checked against the organization's clock where that is known. */
export const AsOf = Timestamp.optional().describe(
  'Time as of which to answer, including everything dated at or before it; now when absent. Not in the future.',
);

/** An IANA time zone. */
export const TimeZone = Text.min(1)
  .max(64)
  .refine(
    isTimeZone,
    refinement('Must be an IANA time zone such as Europe/Berlin.', { reason: 'invalid_format', expected: 'IANA time zone' }),
  )
  .meta({ examples: ['Europe/Berlin'] });

/** A positive amount of an asset. Its scale is checked where the asset is known. */
export const AmountString = z
  .string()
  .refine(
    isAmountText,
    refinement(`Must be a positive decimal string such as "12.50", with at most ${MAX_INTEGER_DIGITS} digits before the point.`, {
      code: 'invalid_amount',
      expected: 'positive decimal string',
    }),
  )
  .meta({ examples: ['12.50'] });

/** A SHA-256 in lower-case hex. */
export const HashHex = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] });

/** Any decimal, as text: balances, counters, thresholds. */
export const DecimalString = z
  .string()
  .refine(isDecimalText, refinement('Must be a decimal string such as "-3.25".', { reason: 'invalid_format', expected: 'decimal string' }))
  .meta({ examples: ['3.25'] });

/** A positive length of time: numbers with the units s, m (minutes), h, d, w, each at most once. */
export const DurationString = z
  .string()
  .max(100)
  .refine(
    (text) => parseDuration(text) !== null,
    refinement('Must be a positive duration such as "30d" or "1w2d12h".', { reason: 'invalid_format', expected: 'duration' }),
  )
  .meta({ examples: ['30d'] });

/** A five-field cron schedule: minute, hour, day, month, weekday. */
export const CronExpression = Text.max(100)
  .refine(
    isCronExpression,
    refinement('Must be a cron expression of five fields whose time ever comes, such as "0 0 1 * *".', {
      reason: 'invalid_format',
      expected: 'cron expression of five fields',
    }),
  )
  .meta({ examples: ['0 0 1 * *'] });

/** One line of text that is not blank, 1 to `max` characters. */
export const nameOf = (max: number) =>
  Text.min(1)
    .max(max)
    .refine((text) => text.length === 0 || text.trim().length > 0, refinement('Must not be blank.', { reason: 'too_short' }));

export const Name = nameOf(255);

/** Free text, up to 1,000 characters. */
export const Description = Text.max(1000);

export const OPERATION_DESCRIPTION_MAX = 500;
/** Why value moved: `description` of a balance operation. */
export const OperationDescription = nameOf(OPERATION_DESCRIPTION_MAX);

/** How long the first outcome of a `replay` operation is kept under its key. */
export const REPLAY_KEPT_HOURS = 24;

export const IDEMPOTENCY_KEY_MAX = 255;

/** 1 to 255 characters of any script. The header of the same meaning is limited to ASCII, as all headers are. */
export const IdempotencyKey = Text.min(1)
  .max(IDEMPOTENCY_KEY_MAX)
  .meta({ examples: ['order-1042'] });

export const REFERENCE_ID_MAX = 255;
const REFERENCE_ID_LENGTH = `1 to ${REFERENCE_ID_MAX} characters`;

/** The name under which value is held, outside the reserved `service:` namespace. */
export const ReferenceId = Text.refine(
  (text) => text.length >= 1 && text.length <= REFERENCE_ID_MAX,
  refinement(`Must have ${REFERENCE_ID_LENGTH}.`, { code: 'invalid_reference_id', expected: REFERENCE_ID_LENGTH }),
).refine((text) => !isReserved(text), refinement('Must not begin with "service:", which is reserved.', { code: 'reserved_reference_id' }));

export const MAX_JSON_DEPTH = 64;

/** Any JSON object of the caller's. Its depth is bounded before any schema sees it. */
export const JsonObject = z.looseObject({}).superRefine(checkFreeJson);
export type JsonObject = z.infer<typeof JsonObject>;

/** Made anew for each use, as {@link unstorable} is. */
const inexact = () => refinement(INEXACT_NUMBER, { code: 'amount_precision_exceeded', reason: 'not_exact', expected: 'string' });

/** Reports each text in a JSON value, keys included, that could not be stored, and each number that would lose digits. */
export function checkFreeJson(value: unknown, context: z.core.$RefinementCtx, path: readonly (string | number)[] = []): void {
  const report = (found: ReturnType<typeof refinement>) => context.addIssue({ code: 'custom', path: [...path], ...found });
  if (typeof value === 'string' && !isStorable(value)) report(unstorable());
  if (isInexact(value)) return report(inexact());
  if (value === null || typeof value !== 'object') return;
  if (Array.isArray(value)) return value.forEach((item, index) => checkFreeJson(item, context, [...path, index]));
  for (const [key, item] of Object.entries(value)) {
    if (isStorable(key)) checkFreeJson(item, context, [...path, key]);
    else report(unstorable());
  }
}

/** A participant or group in a path: its UUID, or `ext:` and the caller's own id. */
const EXTERNAL_ID_PREFIX = 'ext:';
export const ParticipantRef = Text.max(EXTERNAL_ID_PREFIX.length + 255)
  .refine(
    (text) => (text.startsWith(EXTERNAL_ID_PREFIX) ? text.length > EXTERNAL_ID_PREFIX.length : z.guid().safeParse(text).success),
    refinement('Must be a UUID, or "ext:" followed by your external id.', {
      reason: 'invalid_format',
      expected: 'UUID or ext:<external_id>',
    }),
  )
  .meta({ examples: ['ext:user-42'] });

/** Of a calendar: that of UTC or of a program, as the field says. */
export const Day = z.iso.date().meta({ examples: ['2026-11-26'] });

/** A field that only the service sets, so that what was read can be sent back. */
export const Ignored = z.unknown().optional().describe('Set by the service. You can send it back as you read it; it is ignored.');
