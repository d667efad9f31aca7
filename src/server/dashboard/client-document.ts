/** Validates a client's metadata document about itself: accepted or rejected as a whole, keeping only what sign-in needs. */
import { oauthClientMetadataSchema } from '@better-auth/oauth-provider';
import { isForbiddenCimdClientMetadataField, type RegisterClientMetadataDocumentInput } from '@better-auth/oauth-provider/internal';
import { APIError } from 'better-auth/api';
import { CLIENT_NAME_MAX } from '@/domain/client-document';
import { isRecord } from '@/domain/fields';
import { env } from '@/env';
import { readPublicDocument, type PublicDocument } from '@/server/platform/outbound/public-document';

const MAX_BYTES = 5 * 1024;
const TIMEOUT_MS = 5_000;
const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** The error in the form in which the sign-in service reports it to a developer. */
export const refusedClient = (description: string): APIError =>
  new APIError('BAD_REQUEST', { error: 'invalid_client', error_description: description });

/** Other fields of a document are meant for other servers. */
const Document = oauthClientMetadataSchema
  .pick({
    client_id: true,
    client_name: true,
    redirect_uris: true,
    token_endpoint_auth_method: true,
    grant_types: true,
    response_types: true,
    application_type: true,
  })
  .strip()
  .required({ client_name: true, redirect_uris: true });

/** @throws DocumentUnreachableError */
export const fetchClientDocument = (clientId: string): Promise<PublicDocument> =>
  readPublicDocument(clientId, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, allowPrivate: env().WEBHOOK_ALLOW_PRIVATE_TARGETS });

/** @throws APIError invalid_client, saying what is wrong with the document. */
export function readClientDocument(
  clientId: string,
  { status, contentType, text }: PublicDocument,
): RegisterClientMetadataDocumentInput['metadata'] {
  const refuse = (description: string): never => {
    throw refusedClient(`The document at client_id ${description}`);
  };
  if (status >= 300 && status < 400) refuse('redirects; it must be served at that very address.');
  if (status !== 200) refuse(`is answered with status ${status} and not with 200.`);
  if (!JSON_TYPE.test(contentType)) refuse('must have a Content-Type of application/json.');
  if (text === null) return refuse(`is longer than ${MAX_BYTES} bytes.`);
  const stated = jsonObject(text) ?? refuse('must be a JSON object.');
  const forbidden = Object.keys(stated).find(isForbiddenCimdClientMetadataField);
  if (forbidden !== undefined) refuse(`must not hold ${forbidden}: such a client has no secret, and nothing that a server assigns.`);
  if (stated['client_id'] !== clientId) refuse('must hold that same address as its client_id.');
  const { success, data, error } = Document.safeParse(stated);
  if (!success) return refuse(`has a fault in ${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}.`);
  const name = data.client_name.trim();
  if (name === '' || name.length > CLIENT_NAME_MAX) refuse(`must have a client_name of 1 to ${CLIENT_NAME_MAX} characters.`);
  if ((data.token_endpoint_auth_method ?? 'none') !== 'none')
    refuse('must have none as its token_endpoint_auth_method: such a client shares no secret.');
  return { ...data, client_name: name, token_endpoint_auth_method: 'none' };
}

function jsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
