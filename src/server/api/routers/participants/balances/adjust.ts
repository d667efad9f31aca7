import { AdjustParticipantBalance, BalanceAdjustmentResult } from '@/contract/balance';
import { answerOutcome } from '@/server/api/outcome';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { adjustBalance } from '@/server/services/balances/adjust-balance';
import { participantHolder } from '@/server/services/balances/holders';

export const adjustBalanceRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/participants/{id}/balances/adjust',
      summary: 'Credit or debit a balance by hand',
      description:
        'Credits draw on the program wallet (PREFUNDED) or on issuance (UNLIMITED), debits return there. A credit enrolls the participant in the program.',
      idempotency: 'conflict_safe',
      errors: [404, 409, 422],
    }),
  )
  .input(AdjustParticipantBalance)
  .output(BalanceAdjustmentResult)
  .mutation(async ({ ctx, input: { id, ...body } }) => answerOutcome(ctx, await adjustBalance(ctx, await participantHolder(ctx, id), body)));
