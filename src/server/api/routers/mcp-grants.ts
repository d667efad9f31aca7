/** Declares the procedures on assistants that people have connected; none has a REST route. */
import { z } from 'zod';
import { McpGrantList, McpGrantPath } from '@/contract/mcp-grant';
import { presentMcpGrant } from '@/server/api/present/organization';
import { personProcedure, roleProcedure, router } from '@/server/api/trpc';
import { listMcpGrants, revokeMcpGrant } from '@/server/services/organizations/assistants';

export const mcpGrantsRouter = router({
  /** Lists every assistant that reads in the organization, whoever connected it. */
  list: roleProcedure('ADMIN')
    .output(McpGrantList)
    .query(async ({ ctx }) => ({ data: (await listMcpGrants({ organizationId: ctx.organization.id })).map(presentMcpGrant) })),

  /** Disconnects an assistant of the organization, whoever connected it. */
  revoke: roleProcedure('ADMIN')
    .input(McpGrantPath)
    .output(z.null())
    .mutation(({ ctx, input }) => revokeMcpGrant({ organizationId: ctx.organization.id }, input.id).then(() => null)),

  /** Lists the assistants that the person connected, in all of their organizations. */
  own: personProcedure
    .output(McpGrantList)
    .query(async ({ ctx: { person } }) => ({ data: (await listMcpGrants({ userId: person.userId })).map(presentMcpGrant) })),

  /** Disconnects one of the person's own assistants. */
  revokeOwn: personProcedure
    .input(McpGrantPath)
    .output(z.null())
    .mutation(({ ctx, input }) => revokeMcpGrant({ userId: ctx.person.userId }, input.id).then(() => null)),
});
