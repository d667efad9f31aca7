/** The log of API requests on the wire (API page: "Ledger, reports, logs"). */
import { z } from 'zod';
import { createdWindow, listQuery, pageOf, sortedBy } from './page';
import { Text, Timestamp, Uuid } from './primitives';
import { reportFormat } from './report';
import { REQUEST_METHODS, REQUEST_OUTCOMES } from './choices';

/** Longer bodies are not stored, only their length. */
export const LOGGED_BODY_BYTES = 16 * 1024;

export const RequestLogResource = z
  .strictObject({
    id: Uuid,
    request_id: z.string().describe('Id of the request, as in the `X-Request-ID` header and in errors.'),
    method: z.string(),
    path: z.string().describe('Path of the request as sent, with the query string.'),
    route: z.string().nullable().describe('Pattern of the route; null when no route matches.').meta({ example: '/v1/events/{id}' }),
    status: z.int(),
    error_code: z.string().nullable(),
    duration_ms: z.number(),
    api_key_id: Uuid.nullable(),
    on_behalf_of: z.string().nullable().describe('The actor that a trusted key asserted.'),
    client_name: z.string().nullable().describe('Name of the assistant, for a call to the tool server.'),
    idempotency_key: z.string().nullable(),
    created_at: Timestamp.describe('When the request was made, in real time even in a sandbox whose clock was moved.'),
  })
  .meta({ id: 'RequestLog' });
export type RequestLogResource = z.infer<typeof RequestLogResource>;

const body = (whose: string) =>
  z
    .string()
    .nullable()
    .describe(
      `The ${whose} as text, with secrets and personal data replaced. Null when there was none, or when it had more than ${LOGGED_BODY_BYTES} bytes.`,
    );

export const RequestLogDetail = RequestLogResource.extend({
  request_body: body('body that was sent'),
  request_body_bytes: z.int().min(0),
  response_body: body('answer'),
  response_body_bytes: z.int().min(0),
}).meta({ id: 'RequestLogDetail' });
export type RequestLogDetail = z.infer<typeof RequestLogDetail>;

export const RequestLogPath = z.strictObject({ id: Uuid });

export const ListRequestLogs = listQuery({
  ...createdWindow,
  ...sortedBy(['created_at']),
  ...reportFormat,
  method: z.enum(REQUEST_METHODS).optional(),
  route: Text.min(1)
    .max(255)
    .optional()
    .describe('Pattern of the route, such as `/v1/programs/{id}`.')
    .meta({ example: '/v1/events/{id}' }),
  record: Text.min(1)
    .max(1024)
    .optional()
    .describe('Path of a record as it was sent: requests that changed it or anything below it, or tried to. Reads are not found by it.')
    .meta({ example: '/v1/participants/ext:ada' }),
  status: z.int().min(100).max(599).optional(),
  outcome: z.enum(REQUEST_OUTCOMES).optional().describe('Outcome of the request. FAILED: a status of 400 or above.'),
  api_key_id: Uuid.optional(),
  request_id: Text.min(1).max(64).optional(),
});
export type ListRequestLogs = z.infer<typeof ListRequestLogs>;

export const RequestLogPage = pageOf(RequestLogResource);
