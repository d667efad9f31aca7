/** Groups the procedures on assistants that people have connected; none has a REST route. */
import { router } from '@/server/api/trpc';
import { listMcpGrantsProcedure } from './list';
import { listOwnMcpGrantsProcedure } from './list-own';
import { revokeMcpGrantProcedure } from './revoke';
import { revokeOwnMcpGrantProcedure } from './revoke-own';

export const mcpGrantsRouter = router({
  list: listMcpGrantsProcedure,
  revoke: revokeMcpGrantProcedure,
  own: listOwnMcpGrantsProcedure,
  revokeOwn: revokeOwnMcpGrantProcedure,
});
