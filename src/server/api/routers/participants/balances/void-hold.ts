import { BalanceOperationResult, VoidHold } from '@/contract/balance';
import { ParticipantPath } from '@/contract/participant';
import { answerOutcome } from '@/server/api/outcome';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { voidHeldBalance } from '@/server/services/balances/void-hold';
import { participantHolder } from '@/server/services/balances/holders';

export const voidHoldRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/participants/{id}/balances/void-hold',
      summary: 'Take back a provisional issue',
      description:
        'LOT assets only: lots that were credited straight to HELD under `reference_id` return to where they came from. What was held from AVAILABLE stays held.',
      idempotency: 'conflict_safe',
      errors: [404, 409, 422],
    }),
  )
  .input(ParticipantPath.extend(VoidHold.shape))
  .output(BalanceOperationResult)
  .mutation(async ({ ctx, input: { id, ...body } }) => answerOutcome(ctx, await voidHeldBalance(ctx, await participantHolder(ctx, id), body)));
