import { BalanceOperationResult, HoldBalance } from '@/contract/balance';
import { answerOutcome } from '@/server/api/outcome';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { applyCommand } from '@/server/services/balances/apply-command';
import type { HolderKind } from './holder';

export const holdBalanceRoute = ({ noun, path, Path, named }: HolderKind) =>
  organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: `${path}/balances/hold`,
        summary: `Hold available balance of a ${noun}`,
        description:
          'Moves value from AVAILABLE to HELD under `reference_id`; a second hold under the same reference adds to it. Lots that expire first are held first.',
        idempotency: 'conflict_safe',
        errors: [404, 409, 422],
      }),
    )
    .input(Path.extend(HoldBalance.shape))
    .output(BalanceOperationResult)
    .mutation(async ({ ctx, input: { id, ...body } }) =>
      answerOutcome(ctx, await applyCommand(ctx, named(id), { operation: 'HOLD', ...body })),
    );
