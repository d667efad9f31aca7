/** The body of every error response (contract: "Errors"). */
import { z } from 'zod';
import { ERROR_CODES } from '@/domain/errors';
import { namesIn } from '@/domain/fields';

/** Those that something answers; the page of errors lists the others apart. */
const ANSWERED = namesIn(ERROR_CODES).filter((code) => ERROR_CODES[code].unusedBecause === null);

const FieldFailure = z
  .strictObject({
    field: z.string().describe('Path of the field at fault, such as `actions[0].amount`.'),
    message: z.string(),
    reason: z.string().describe('Stable reason, such as `required`, `unknown_field` or `out_of_range`.'),
    expected: z.string().optional(),
    received: z.string().optional(),
  })
  .meta({ id: 'FieldFailure' });

export const ErrorBody = z
  .strictObject({
    type: z.enum(['invalid_request', 'authentication', 'permission', 'not_found', 'conflict', 'unprocessable', 'rate_limited', 'internal']),
    code: z.enum(ANSWERED).describe('Stable error code. Branch on it, never on `message`.'),
    message: z.string().describe('What went wrong and what to do about it, in a sentence or two.'),
    request_id: z.string().describe('Id of the request, equal to the `X-Request-ID` header.'),
    doc_url: z.string().describe('Link to the page that explains the code.'),
    param: z.string().optional().describe('The field at fault, when there is exactly one.'),
    fields: z.array(FieldFailure).optional().describe('All fields at fault.'),
    details: z.record(z.string(), z.unknown()).optional().describe('Further information, depending on the code.'),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof ErrorBody>;
