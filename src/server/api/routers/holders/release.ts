import { BalanceOperationResult, ReleaseBalance } from '@/contract/balance';
import { answerOutcome } from '@/server/api/outcome';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { applyCommand } from '@/server/services/balances/apply-command';
import type { HolderKind } from './holder';

export const releaseBalanceRoute = ({ noun, path, Path, named }: HolderKind) =>
  organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: `${path}/balances/release`,
        summary: `Release held balance of a ${noun}`,
        description:
          'Moves all or part of the held value back from HELD to AVAILABLE: from the hold that `reference_id` names, or from the oldest holds first. Lots that expire first are released last.',
        idempotency: 'conflict_safe',
        errors: [404, 409, 422],
      }),
    )
    .input(Path.extend(ReleaseBalance.shape))
    .output(BalanceOperationResult)
    .mutation(async ({ ctx, input: { id, ...body } }) =>
      answerOutcome(ctx, await applyCommand(ctx, named(id), { operation: 'RELEASE', ...body })),
    );
