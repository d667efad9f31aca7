import { BalanceOperationResult, VoidHold } from '@/contract/balance';
import { answerOutcome } from '@/server/api/outcome';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { applyCommand } from '@/server/services/balances/apply-command';
import type { HolderKind } from './holder';

export const voidHoldRoute = ({ noun, path, Path, named }: HolderKind) =>
  organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: `${path}/balances/void-hold`,
        summary: `Take back a provisional credit to a ${noun}`,
        description:
          'LOT assets only. Lots that were credited straight to HELD under `reference_id` return to where they came from. Value that was held from AVAILABLE stays held.',
        idempotency: 'conflict_safe',
        errors: [404, 409, 422],
      }),
    )
    .input(Path.extend(VoidHold.shape))
    .output(BalanceOperationResult)
    .mutation(async ({ ctx, input: { id, ...body } }) =>
      answerOutcome(ctx, await applyCommand(ctx, named(id), { operation: 'VOID_HOLD', ...body })),
    );
