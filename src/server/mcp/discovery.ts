/** Where an assistant finds out who signs people in for the tool server, and what it can ask for (RFC 9728). */
import { MCP_SCOPE_NAMES } from '@/domain/mcp';
import { env } from '@/env';
import { mcpResource } from '@/server/mcp-access';
import type { RestRequest, RestResponse } from '@/server/rest/message';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';
export const RESOURCE_METADATA_PATH = `${WELL_KNOWN}/mcp`;

export const isResourceMetadataPath = (path: string): boolean => path === WELL_KNOWN || path === RESOURCE_METADATA_PATH;

export function handleResourceMetadata({ method }: RestRequest): Promise<RestResponse> {
  const headers = { 'Access-Control-Allow-Origin': '*', 'X-Content-Type-Options': 'nosniff' };
  if (method !== 'GET' && method !== 'HEAD')
    return Promise.resolve({ status: 405, headers: { ...headers, Allow: 'GET, HEAD' }, body: null });
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
