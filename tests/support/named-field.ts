/** Checks that a refusal names the field at fault, and one that its route takes: whoever wrote the request can then find it. */
import type { ErrorBody } from '@/contract/error';
import type { ErrorCode } from '@/domain/errors';

/** Codes that are about no field, and what they are about instead. */
const ABOUT_NO_FIELD: Partial<Record<ErrorCode, string>> = {
  authentication_required: 'the credentials',
  invalid_api_key: 'the credentials',
  invalid_token: 'the credentials',
  jwt_not_configured: 'the credentials',
  admin_key_required: 'the credentials',
  org_key_required: 'the credentials',
  insufficient_permissions: 'the role of the caller',
  actor_assertion_forbidden: 'a header',
  organization_context_required: 'the credentials',
  not_organization_member: 'the credentials',
  sandbox_only: 'the organization of the key',
  rate_limit_exceeded: 'the number of requests',
  too_many_requests: 'the number of requests',
  bad_request: 'the request as a whole, with details.reason',
  invalid_json: 'the body as a whole',
  invalid_csv: 'the file, with details.line',
  unsupported_media_type: 'a header',
  request_too_large: 'the body as a whole',
  method_not_allowed: 'the route',
  provider_unavailable: 'the other side',
  service_unavailable: 'the service',
  internal_error: 'the service',
  retryable_conflict: 'another request at the same time',
};

/** What a request can have whatever the route takes: the key in its header, and a name that is refused at any depth of it. */
const ANYWHERE = /^idempotency_key$|(^|\.)__proto__$/;
/** Names the fields of the stored account that it checks, which are what has to be changed. */
const VERIFIES = 'POST /v1/fulfillment-accounts/{id}/verify';
/** Why a field was refused that the route does not take. */
const NOT_TAKEN: ReadonlySet<string | undefined> = new Set(['unknown_field', 'immutable']);

type Refusal = Pick<ErrorBody, 'code' | 'param' | 'fields'>;

/** @param taken the fields that the route takes. @throws Error */
export function assertNamesField({ code, param, fields = [] }: Refusal, taken: ReadonlySet<string>, name: string): void {
  if (code in ABOUT_NO_FIELD) return;
  if (param === undefined && fields.length === 0) throw new Error(`${name}: ${code} names no field`);
  if (param === undefined || fields.some(({ reason }) => NOT_TAKEN.has(reason)) || name.startsWith(VERIFIES)) return;
  const [field = ''] = param.split(/[.[]/);
  if (!taken.has(field) && !ANYWHERE.test(param)) throw new Error(`${name}: ${code} names ${param}, which the route does not take`);
}
