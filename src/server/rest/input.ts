/** Gathers the one input object of a procedure from path, query and body, refusing what stands in the wrong place. */
import { DomainError, type FieldError } from '@/domain/errors';
import { validationFailure } from '@/server/api/validation';
import { parseJsonObject } from './json';
import { firstHeader, type RestRequest } from './message';
import { parseQuery } from './query';
import { inputSchemaOf, type Endpoint, type Match } from './route-table';

export interface Gathered {
  readonly input: Record<string, unknown>;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * @throws DomainError validation_error listing every fault, those of the schema included;
 *   request_too_large, unsupported_media_type, invalid_json, bad_request.
 */
export async function gatherInput({ endpoint, params }: Match, request: RestRequest): Promise<Gathered> {
  const { route, queryFields } = endpoint;
  const query = parseQuery(request.query, queryFields, route.takesBody);
  const body = route.takesBody ? await readJsonBody(request) : {};
  const placed = { ...query.values, ...params };
  const misplaced = Object.keys(body).filter((name) => route.pathParams.includes(name) || queryFields.has(name));
  const input = { ...body, ...placed };
  const faults = [
    ...query.faults,
    ...misplaced.map((field): FieldError => ({ field, message: 'This field is not known in the body.', reason: 'unknown_field' })),
  ];
  if (faults.length > 0) throw refusal(endpoint, input, faults);
  return { input, body };
}

function refusal({ procedure }: Endpoint, input: unknown, faults: readonly FieldError[]): DomainError {
  return validationFailure(inputSchemaOf(procedure)?.safeParse(input).error?.issues ?? [], input, faults);
}

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?$/i;

async function readJsonBody(request: RestRequest): Promise<Record<string, unknown>> {
  const bytes = await request.readBody();
  if (bytes.length === 0) return {};
  const encoding = firstHeader(request, 'content-encoding')?.trim().toLowerCase();
  if (!JSON_TYPE.test(firstHeader(request, 'content-type')?.trim() ?? '') || (encoding && encoding !== 'identity')) {
    throw new DomainError('unsupported_media_type', 'Send the body as `Content-Type: application/json`, in UTF-8 and uncompressed.');
  }
  return parseJsonObject(bytes);
}
