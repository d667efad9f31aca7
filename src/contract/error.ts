/** The body of every error answer (contract: "Errors"). */
import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from '@/domain/errors';

export const FieldFailure = z
  .strictObject({
    field: z.string().describe('Path of the field, such as `actions[0].amount`.'),
    message: z.string(),
    reason: z.string().describe('Stable word such as `required`, `unknown_field` or `out_of_range`.'),
    expected: z.string().optional(),
    received: z.string().optional(),
  })
  .meta({ id: 'FieldFailure' });

export const ErrorBody = z
  .strictObject({
    type: z.enum(['invalid_request', 'authentication', 'permission', 'not_found', 'conflict', 'unprocessable', 'rate_limited', 'internal']),
    code: z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]).describe('Stable; branch on it, never on `message`.'),
    message: z.string().describe('What to do about it, in a sentence or two.'),
    request_id: z.string().describe('Equals the `X-Request-ID` header.'),
    doc_url: z.string().describe('Explains the code.'),
    param: z.string().optional().describe('The one field at fault, when there is one.'),
    fields: z.array(FieldFailure).optional().describe('Every failing field, in one pass.'),
    details: z.record(z.string(), z.unknown()).optional().describe('More context, per code.'),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof ErrorBody>;
