/** Turns failures into responses: the contract's body, its status, and the matching headers. */
import type { ErrorBody } from '@/contract/error';
import { errorFamily, type DomainError } from '@/domain/errors';
import type { RestResponse } from './message';

interface ErrorPlace {
  readonly requestId: string;
  /** The public URL of this deployment, without a trailing slash. */
  readonly baseUrl: string;
}

export function errorBody(failure: DomainError, { requestId, baseUrl }: ErrorPlace): ErrorBody {
  const { code, message, param, fields, details, status } = failure;
  return { type: errorFamily(status), code, message, request_id: requestId, doc_url: `${baseUrl}/errors/${code}`, param, fields, details };
}

export function errorResponse(failure: DomainError, place: ErrorPlace): RestResponse {
  return {
    status: failure.status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...extraHeaders(failure) },
    body: JSON.stringify(errorBody(failure, place)),
  };
}

function extraHeaders(failure: DomainError): Record<string, string> {
  if (failure.status === 401) return { 'WWW-Authenticate': 'Bearer realm="api"' };
  if (failure.code === 'method_not_allowed' && Array.isArray(failure.details?.allow)) return { Allow: failure.details.allow.join(', ') };
  if (typeof failure.details?.retry_after_seconds === 'number') return { 'Retry-After': String(failure.details.retry_after_seconds) };
  return {};
}
