import { BalanceOperationResult, HoldBalance } from '@/contract/balance';
import { ParticipantPath } from '@/contract/participant';
import { answerOutcome } from '@/server/api/outcome';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { holdBalance } from '@/server/services/balances/hold-balance';
import { participantHolder } from '@/server/services/balances/holders';

export const holdBalanceRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/participants/{id}/balances/hold',
      summary: 'Set available balance aside',
      description:
        'Moves value from AVAILABLE to HELD under `reference_id`; a second hold under one reference adds to it. First-expiring lots are held first.',
      idempotency: 'conflict_safe',
      errors: [404, 409, 422],
    }),
  )
  .input(ParticipantPath.extend(HoldBalance.shape))
  .output(BalanceOperationResult)
  .mutation(async ({ ctx, input: { id, ...body } }) => answerOutcome(ctx, await holdBalance(ctx, await participantHolder(ctx, id), body)));
