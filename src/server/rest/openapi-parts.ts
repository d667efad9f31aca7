/** Holds the parts of the API description that no single procedure declares: keys, headers, errors, and the rules all routes share. */
import type { SecuritySchemeObject } from 'trpc-to-openapi';
import { PAGE_LIMIT_MAX } from '@/contract/choices';
import { PAGE_LIMIT_DEFAULT } from '@/contract/page';
import { IDEMPOTENCY_KEY_MAX, REPLAY_KEPT_HOURS } from '@/contract/primitives';
import { ERROR_CODES, type ErrorStatus } from '@/domain/errors';

export const DESCRIPTION = `
Incentive programs over a double-entry ledger. Send events about participants; rules issue and move value.

**Keys.** Send \`Authorization: Bearer sk_…\` (or \`X-API-Key\`). A key can read and write everything in its organization. If the deployment accepts session tokens (JSON Web Tokens of its identity provider), send one in the same place; it can do what its role allows.

**Names and values.** Fields are \`snake_case\`, ids UUIDs, timestamps RFC 3339, amounts decimal strings, enumerated values \`UPPER_SNAKE\`. Unknown fields are refused. In a path, name a participant by its UUID, or by \`ext:\` and your own id, percent-encoded.

**Lists** return \`{data, pagination}\`. \`limit\` defaults to ${PAGE_LIMIT_DEFAULT} and is at most ${PAGE_LIMIT_MAX}. Send \`next_cursor\` back as \`cursor\`, with the same filters. Pages stay stable while rows are added and removed. \`to\` needs \`from\`.

**Errors** have \`type\`, \`code\`, \`message\`, \`request_id\` and \`doc_url\`; branch on \`code\`. A \`validation_error\` lists all fields at fault. Retry 429 after \`Retry-After\`, 5xx with backoff and the same idempotency key, 409 only for \`retryable_conflict\` and \`idempotency_in_flight\`.

**Idempotency.** \`x-service-idempotency\` says how an operation recognizes a repeated request: \`replay\` keeps the first outcome for ${REPLAY_KEPT_HOURS} hours under the \`Idempotency-Key\` header; \`conflict_safe\` keeps it permanently, under the header or the \`idempotency_key\` field; \`natural_key\` uses an identity in the body; \`none\` does not recognize it.

**Limits.** Requests share one bucket per organization; \`X-RateLimit-*\` headers say what is left. A body can have at most 1 MiB.
`.trim();

export const SECURITY_SCHEMES: Record<string, SecuritySchemeObject> = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'API key of an organization, which begins with `sk_`.' },
  apiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'API key of an organization in its own header.' },
  sessionToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Session token of the identity provider, if the deployment accepts them.',
  },
  adminKey: { type: 'http', scheme: 'bearer', description: 'Admin key of the deployment, which begins with `sk_admin_`.' },
};

export const PARAMETERS = {
  IdempotencyKey: {
    in: 'header' as const,
    name: 'Idempotency-Key',
    description: `Key with which a repeated request takes effect only once. 1 to ${IDEMPOTENCY_KEY_MAX} printable ASCII characters.`,
    schema: { type: 'string' as const, minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX },
  },
  OnBehalfOf: {
    in: 'header' as const,
    name: 'X-On-Behalf-Of',
    description: 'Person for whom a trusted key acts. Other keys cannot send this header.',
    schema: { type: 'string' as const, minLength: 1, maxLength: 255 },
  },
};

const text = (description: string) => ({ description, schema: { type: 'string' as const } });
const count = (description: string) => ({ description, schema: { type: 'integer' as const } });

export const HEADERS = {
  'X-Request-ID': text('Names this request in logs and errors.'),
  'X-RateLimit-Limit': count('How many requests a full bucket admits, whichever instance answers.'),
  'X-RateLimit-Remaining': count('Requests left right now, as far as the instance that answered knows.'),
  'X-RateLimit-Reset': count('Unix seconds when the bucket is full again.'),
  'Retry-After': count('Seconds to wait.'),
  Location: text('Address of what was created.'),
  Allow: text('Methods that the path supports.'),
};

const NAMES: Readonly<Record<ErrorStatus, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  408: 'RequestCanceled',
  409: 'Conflict',
  410: 'Gone',
  413: 'RequestTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Unprocessable',
  429: 'RateLimited',
  500: 'InternalError',
  502: 'BadGateway',
  503: 'Unavailable',
};

/** The name of an error status among the description's shared responses. */
export const responseName = (status: ErrorStatus): string => NAMES[status];

const codesOf = (status: number): string[] =>
  Object.entries(ERROR_CODES).flatMap(([code, entry]) => (entry.status === status && entry.unusedBecause === null ? [`\`${code}\``] : []));

export const ERROR_RESPONSES = Object.fromEntries(
  Object.entries(NAMES).map(([status, name]) => {
    const headers = ['X-Request-ID', ...(status === '429' ? ['Retry-After'] : []), ...(status === '405' ? ['Allow'] : [])];
    const codes = codesOf(Number(status));
    return [
      name,
      {
        description: codes.length > 0 ? `Codes: ${codes.join(', ')}.` : 'Not currently used.',
        headers: Object.fromEntries(headers.map((header) => [header, { $ref: `#/components/headers/${header}` }])),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ];
  }),
);
