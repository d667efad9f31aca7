/** Lists and revokes what assistants may read; a revoked grant is refused from the next call on. */
import { DomainError } from '@/domain/errors';
import {
  listMcpGrantRows,
  revokeMcpGrantRow,
  type ListedMcpGrantRow,
  type McpGrantOwner,
} from '@/server/db/repositories/organizations/mcp-grants';
import { withTransaction } from '@/server/db/transaction';

export const listMcpGrants = (owner: McpGrantOwner): Promise<ListedMcpGrantRow[]> => listMcpGrantRows(owner);

/** @throws DomainError not_found. */
export const revokeMcpGrant = (owner: McpGrantOwner, id: string): Promise<void> =>
  withTransaction(async (tx) => {
    if (!(await revokeMcpGrantRow(tx, owner, id)))
      throw new DomainError('not_found', 'This assistant is already disconnected; reload the list.', { param: 'id' });
  });
