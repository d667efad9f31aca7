/** What people allow assistants to read, as the dashboard shows it. No route under /v1 touches it. */
import { z } from 'zod';
import { GRANTED_PROGRAMS_MAX, MCP_SCOPE_NAMES } from '@/domain/mcp';
import { Timestamp, Uuid } from './primitives';

export const McpGrant = z.strictObject({
  id: Uuid,
  client_name: z.string().describe('Name that the assistant gives itself.'),
  document_host: z
    .string()
    .nullable()
    .describe('Host of the metadata document that gives this name; null when the assistant registered itself.'),
  redirect_host: z.string().describe('Host that received the answer of the sign-in.'),
  organization_id: Uuid,
  organization_name: z.string(),
  user_id: Uuid,
  user_name: z.string(),
  user_email: z.string(),
  scopes: z.array(z.enum(MCP_SCOPE_NAMES)),
  programs: z
    .array(z.strictObject({ id: Uuid, name: z.string() }))
    .nullable()
    .describe('Null: all programs, also those to come.'),
  last_used_at: Timestamp.nullable().describe('To within a minute.'),
  created_at: Timestamp,
});
export type McpGrant = z.infer<typeof McpGrant>;

export const McpGrantList = z.strictObject({ data: z.array(McpGrant) });
export const McpGrantPath = z.strictObject({ id: Uuid });

/** What a person chooses on the consent page for an assistant. */
export const McpGrantChoice = z.strictObject({
  organization_id: Uuid,
  program_ids: z.array(Uuid).min(1).max(GRANTED_PROGRAMS_MAX).nullable().describe('Null: all programs, also those to come.'),
});
export type McpGrantChoice = z.infer<typeof McpGrantChoice>;
