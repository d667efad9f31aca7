/** Serves the resource metadata that tells an assistant where to sign people in for the tool server and which scopes exist (RFC 9728). */
import { DomainError } from '@/domain/errors';
import { MCP_SCOPE_NAMES } from '@/domain/mcp';
import { env } from '@/env';
import { newRequestId } from '@/server/platform/ids';
import { mcpResource } from '@/server/access/mcp-access';
import { errorResponse } from '@/server/rest/errors';
import type { RestRequest, RestResponse } from '@/server/rest/message';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';
export const RESOURCE_METADATA_PATH = `${WELL_KNOWN}/mcp`;

export const isResourceMetadataPath = (path: string): boolean => path === WELL_KNOWN || path === RESOURCE_METADATA_PATH;

const READING = ['GET', 'HEAD'];

export function handleResourceMetadata({ method }: RestRequest): Promise<RestResponse> {
  const requestId = newRequestId();
  const headers = { 'Access-Control-Allow-Origin': '*', 'X-Content-Type-Options': 'nosniff', 'X-Request-ID': requestId };
  if (!READING.includes(method)) {
    const failure = new DomainError('method_not_allowed', 'This path supports GET, HEAD only.', { details: { allow: READING } });
    const refused = errorResponse(failure, { requestId, baseUrl: env().PUBLIC_URL });
    return Promise.resolve({ ...refused, headers: { ...headers, ...refused.headers } });
  }
  const body = {
    resource: mcpResource(),
    resource_name: 'Rewards',
    resource_documentation: `${env().PUBLIC_URL}/docs`,
    authorization_servers: [`${env().PUBLIC_URL}/api/auth`],
    scopes_supported: MCP_SCOPE_NAMES,
    bearer_methods_supported: ['header'],
  };
  return Promise.resolve({
    status: 200,
    headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'public, max-age=60' },
    body: JSON.stringify(body),
  });
}
