/** Disconnects one of the person's own assistants. */
import { z } from 'zod';
import { McpGrantPath } from '@/contract/mcp-grant';
import { personProcedure } from '@/server/api/trpc';
import { revokeMcpGrant } from '@/server/services/mcp-grants/grants';

export const revokeOwnMcpGrantProcedure = personProcedure
  .input(McpGrantPath)
  .output(z.null())
  .mutation(({ ctx, input }) => revokeMcpGrant({ userId: ctx.person.userId }, input.id).then(() => null));
