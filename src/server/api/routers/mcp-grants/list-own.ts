/** Lists the assistants that the person connected, in all of their organizations. */
import { McpGrantList } from '@/contract/mcp-grant';
import { presentMcpGrant } from '@/server/api/present/mcp-grant';
import { personProcedure } from '@/server/api/trpc';
import { listMcpGrants } from '@/server/services/mcp-grants/grants';

export const listOwnMcpGrantsProcedure = personProcedure
  .output(McpGrantList)
  .query(async ({ ctx: { person } }) => ({ data: (await listMcpGrants({ userId: person.userId })).map(presentMcpGrant) }));
