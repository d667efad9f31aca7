/** Codes as events and decisions name them, and what became of them. */
import { z } from 'zod';
import { CODE_USES } from '@/domain/codes/kept';
import { MAX_CODES_OF_EVENT, MAX_CODE_TEXT } from '@/domain/codes/text';
import { DecimalString, Text, Uuid } from './primitives';

/** A code in whatever way a customer writes it. */
export const CodeText = Text.min(1)
  .max(MAX_CODE_TEXT)
  .meta({ examples: ['SPRING-7K4M'] });

/** By which rules name a batch. */
export const CodeBatchKey = Text.regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, {
  error: 'Must have 1 to 63 lower-case letters, digits, `-` or `_`, and begin with a letter or digit.',
}).meta({ examples: ['spring'] });

export const AskedCodes = z
  .array(CodeText)
  .max(MAX_CODES_OF_EVENT)
  .describe('Codes that the participant enters. Case, spaces and dashes do not matter. Rules read those that apply as `codes`.');

export const CodeOutcome = z
  .strictObject({
    code: z.string().describe('In upper case, without spaces and dashes.'),
    batch_id: Uuid.nullable().describe('Null unless it is of a batch, and before the event is processed.'),
    status: z
      .enum(CODE_USES)
      .describe(
        'REDEEMED: used. RESERVED: held by a decision; RETURNED: given back by one. REFUSED: it does not apply, see `error_code`. UNUSED: it was not used up, as no rule that reads `codes` matched or the event failed. PENDING: the event waits to be processed.',
      ),
    error_code: z.string().nullable().describe('Why it does not apply: a `code_…` or `referral_…` error.'),
    message: z.string().nullable(),
    margin: DecimalString.nullable().describe(
      'By how much the condition of its batch was missed, where one comparison of numbers decided.',
    ),
  })
  .meta({ id: 'CodeOutcome' });
export type CodeOutcome = z.infer<typeof CodeOutcome>;
