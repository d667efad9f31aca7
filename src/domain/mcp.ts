/** Defines what an assistant can be allowed to read through the tool server; no scope lets it change anything. */

import { namesIn } from './fields';

export const MCP_SCOPES = {
  'programs:read': 'Programs, their rules, assets, tiers, rewards and automations',
  'participants:read': 'Participants with names and contact details, their balances, and why they have them',
  'activity:read': 'Events and what the rules decided, redemptions, transfers and journal entries',
  'reports:read': 'Reports and the overview',
  'webhooks:read': 'Webhook endpoints, their health and their deliveries',
} as const;
export type McpScope = keyof typeof MCP_SCOPES;

export const MCP_SCOPE_NAMES = namesIn(MCP_SCOPES);

/** Requested as well by a client that wants to renew its token without asking the person again. */
export const OFFLINE_SCOPE = 'offline_access';

export const isMcpScope = (scope: string): scope is McpScope => Object.hasOwn(MCP_SCOPES, scope);

/** More than anybody selects by hand; a grant that needs more covers all programs. */
export const GRANTED_PROGRAMS_MAX = 200;

/** Lifetimes of an access token and of the refresh token that renews it. */
export const MCP_TOKEN_SECONDS = 3600;
export const MCP_REFRESH_SECONDS = 30 * 24 * 3600;
