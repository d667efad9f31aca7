/** A request as the log is given it, for tests of the log. */
import type { LoggedRequest } from '@/server/db/repositories/organizations/request-logs';

export const loggedRequest = (settings: Partial<LoggedRequest> = {}): LoggedRequest => ({
  organization_id: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d02',
  request_id: 'req_1',
  method: 'GET',
  path: '/v1/programs',
  route: '/v1/programs',
  status: 200,
  error_code: null,
  duration_ms: 1.5,
  api_key_id: null,
  on_behalf_of: null,
  client_name: null,
  idempotency_key: null,
  request_body: null,
  request_body_bytes: 0,
  response_body: '{}',
  response_body_bytes: 2,
  ...settings,
});
