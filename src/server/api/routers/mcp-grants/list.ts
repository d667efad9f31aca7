/** Lists every assistant that reads in the organization, whoever connected it. */
import { McpGrantList } from '@/contract/mcp-grant';
import { presentMcpGrant } from '@/server/api/present/mcp-grant';
import { roleProcedure } from '@/server/api/trpc';
import { listMcpGrants } from '@/server/services/mcp-grants/grants';

export const listMcpGrantsProcedure = roleProcedure('ADMIN')
  .output(McpGrantList)
  .query(async ({ ctx }) => ({ data: (await listMcpGrants({ organizationId: ctx.organization.id })).map(presentMcpGrant) }));
