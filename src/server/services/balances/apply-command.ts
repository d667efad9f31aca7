/** Applies a balance command once per idempotency key; commands requested at the same time share a transaction. */
import { DomainError } from '@/domain/errors';
import type { BalanceCommand } from '@/domain/ledger/balance-command';
import { Coalescers } from '@/server/platform/coalescer';
import type { Ctx } from '@/server/platform/context';
import { actingAsService, actor } from '@/server/db/audit-scope';
import type { HolderName } from '@/server/db/repositories/people/holders';
import { withTransaction } from '@/server/db/transaction';
import { whenFree, type OperationOutcome } from '@/server/services/idempotent';
import { applyCommands, type CommandAnswer } from './apply-commands';
import type { CommandRequest } from './load-commands';
import type { ResultOf } from './present-applied';

const MAX_BATCH = 100;

/** One lane per organization, clock offset at the time of the request, and program. */
const together = new Coalescers<CommandRequest, CommandAnswer>(
  (requests) =>
    actingAsService(() => withTransaction((tx) => applyCommands(tx, requests, { commits: 'EACH', waits: false }), { genericPlans: true })),
  MAX_BATCH,
);

/**
 * @throws DomainError not_found, asset_not_found, asset_not_linked, program_suspended, program_archived, participant_inactive,
 * group_archived, refusals of the ledger, and idempotency conflicts.
 */
export function applyCommand<Command extends BalanceCommand>(
  ctx: Ctx,
  holder: HolderName,
  command: Command,
): Promise<OperationOutcome<ResultOf<Command>>> {
  const { id, clockOffsetMs } = ctx.organization;
  const request: CommandRequest = { ctx, holder, command, actor: actor() };
  return whenFree(async () => {
    const answer = await together.add(`${id}/${clockOffsetMs}/${command.program_id}`, request);
    if (answer instanceof DomainError) throw answer;
    // The answer is that to this command, which decides what its result is.
    return answer as OperationOutcome<ResultOf<Command>> | 'in_flight';
  });
}
