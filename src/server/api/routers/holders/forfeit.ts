import { BalanceOperationResult, ForfeitBalance } from '@/contract/balance';
import { answerOutcome } from '@/server/api/outcome';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { applyCommand } from '@/server/services/balances/apply-command';
import type { HolderKind } from './holder';

const ALLOWED_ON = { participant: 'closed participants', group: 'archived groups' };

export const forfeitBalanceRoute = ({ noun, path, Path, named }: HolderKind) =>
  organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: `${path}/balances/forfeit`,
        summary: `Destroy balance of a ${noun} into breakage`,
        description: `Irreversible. Also possible for ${ALLOWED_ON[noun]} and archived assets. You can choose lots by id and by when they were earned.`,
        idempotency: 'conflict_safe',
        errors: [404, 409, 422],
      }),
    )
    .input(Path.extend(ForfeitBalance.shape))
    .output(BalanceOperationResult)
    .mutation(async ({ ctx, input: { id, ...body } }) =>
      answerOutcome(ctx, await applyCommand(ctx, named(id), { operation: 'FORFEIT', ...body })),
    );
