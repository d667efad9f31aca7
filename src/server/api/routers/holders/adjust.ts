import { BalanceAdjustment, BalanceAdjustmentResult } from '@/contract/balance';
import { answerOutcome } from '@/server/api/outcome';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { applyCommand } from '@/server/services/balances/apply-command';
import type { HolderKind } from './holder';

const ENROLLS = { participant: ' A credit enrolls the participant in the program.', group: '' };

export const adjustBalanceRoute = ({ noun, path, Path, named }: HolderKind) =>
  organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: `${path}/balances/adjust`,
        summary: `Credit or debit the balance of a ${noun} manually`,
        description: `Credits draw on the program wallet (PREFUNDED) or on issuance (UNLIMITED), debits return there.${ENROLLS[noun]}`,
        idempotency: 'conflict_safe',
        errors: [404, 409, 422],
      }),
    )
    .input(Path.extend(BalanceAdjustment.shape))
    .output(BalanceAdjustmentResult)
    .mutation(async ({ ctx, input: { id, ...body } }) =>
      answerOutcome(ctx, await applyCommand(ctx, named(id), { operation: 'ADJUST', ...body })),
    );
