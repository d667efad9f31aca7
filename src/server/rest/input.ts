/** Gathers a procedure's single input object from path, query and body, rejecting fields that are in the wrong place. */
import { DomainError, type FieldError } from '@/domain/errors';
import { inputSchemaOf } from '@/server/api/procedure-parts';
import type { DeclaredUpload } from '@/server/api/route';
import { validationFailure } from '@/server/platform/input/validation';
import { parseJsonObject } from './json';
import { firstHeader, type RestRequest } from './message';
import { parseQuery } from './query';
import { fieldsInReach, type Endpoint, type Match } from './route-table';

interface RequestInput {
  readonly input: Record<string, unknown>;
  readonly body: Readonly<Record<string, unknown>>;
  /** The file, on a route that takes one. */
  readonly upload: AsyncIterable<Uint8Array> | null;
}

/**
 * @throws DomainError validation_error listing every fault, those of the schema included;
 *   request_too_large, unsupported_media_type, invalid_json, bad_request.
 */
export async function gatherInput({ endpoint, params }: Match, request: RestRequest): Promise<RequestInput> {
  const { route, queryFields } = endpoint;
  const query = parseQuery(request.query, queryFields, route.takesBody);
  const upload = route.upload ? openUpload(route.upload, request) : null;
  const body = route.takesBody && !upload ? await readJsonBody(request) : {};
  const placed = { ...query.values, ...params };
  const misplaced = Object.keys(body).filter((name) => route.pathParams.includes(name) || queryFields.has(name));
  const input = { ...body, ...placed };
  const faults = [
    ...query.faults,
    ...misplaced.map((field): FieldError => ({ field, message: 'This field is not known in the body.', reason: 'unknown_field' })),
  ];
  if (faults.length > 0) throw refusal(endpoint, input, faults);
  return { input, body, upload };
}

function refusal(endpoint: Endpoint, input: unknown, found: readonly FieldError[]): DomainError {
  const issues = inputSchemaOf(endpoint.procedure)?.safeParse(input).error?.issues ?? [];
  return validationFailure(issues, input, { found, reach: fieldsInReach(endpoint) });
}

/** @throws DomainError unsupported_media_type, request_too_large. */
function openUpload({ type, maxBytes }: DeclaredUpload, request: RestRequest): AsyncIterable<Uint8Array> {
  const [sent = '', ...parameters] = (firstHeader(request, 'content-type') ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (sent !== type || isEncoded(request) || (charset && !/^charset="?utf-8"?$/.test(charset))) {
    throw new DomainError('unsupported_media_type', `Send the file as \`Content-Type: ${type}\`, in UTF-8 and uncompressed.`);
  }
  return request.openBody(maxBytes);
}

function isEncoded(request: RestRequest): boolean {
  const encoding = firstHeader(request, 'content-encoding')?.trim().toLowerCase();
  return encoding !== undefined && encoding !== '' && encoding !== 'identity';
}

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?$/i;

async function readJsonBody(request: RestRequest): Promise<Record<string, unknown>> {
  const bytes = await request.readBody();
  if (bytes.length === 0) return {};
  if (!JSON_TYPE.test(firstHeader(request, 'content-type')?.trim() ?? '') || isEncoded(request)) {
    throw new DomainError('unsupported_media_type', 'Send the body as `Content-Type: application/json`, in UTF-8 and uncompressed.');
  }
  return parseJsonObject(bytes);
}
