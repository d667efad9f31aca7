/** Disconnects an assistant of the organization, whoever connected it. */
import { z } from 'zod';
import { McpGrantPath } from '@/contract/mcp-grant';
import { roleProcedure } from '@/server/api/trpc';
import { revokeMcpGrant } from '@/server/services/mcp-grants/grants';

export const revokeMcpGrantProcedure = roleProcedure('ADMIN')
  .input(McpGrantPath)
  .output(z.null())
  .mutation(({ ctx, input }) => revokeMcpGrant({ organizationId: ctx.organization.id }, input.id).then(() => null));
