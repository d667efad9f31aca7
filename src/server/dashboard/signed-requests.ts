/**
 * Keeps clients of the authorization server from authenticating with signed JWTs: they show a secret or none. The library stores a
 * replay marker for each assertion under an id of its own making, which cannot be kept where ids are UUIDs.
 */
import { APIError } from 'better-auth/api';
import { fieldsOf } from '@/domain/fields';

const SIGNED = 'private_key_jwt';

/** @throws APIError invalid_client_metadata. */
export function refuseSignedRequests(registration: unknown): void {
  const { token_endpoint_auth_method: method } = fieldsOf(registration);
  if (method !== SIGNED) return;
  throw new APIError('BAD_REQUEST', {
    error: 'invalid_client_metadata',
    error_description: `token_endpoint_auth_method must be none, client_secret_basic or client_secret_post; ${SIGNED} is not supported here.`,
  });
}

/** The metadata of the authorization server, without any mention of signed requests. */
export async function withoutSignedRequests(answer: Response): Promise<Response> {
  const metadata = Object.entries(fieldsOf(await answer.json()))
    .filter(([name]) => !name.endsWith('_auth_signing_alg_values_supported'))
    .map(([name, value]) => [name, Array.isArray(value) ? value.filter((each) => each !== SIGNED) : value]);
  return Response.json(Object.fromEntries(metadata), { status: answer.status, headers: answer.headers });
}
