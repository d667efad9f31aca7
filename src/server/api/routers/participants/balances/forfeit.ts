import { BalanceOperationResult, ForfeitBalance } from '@/contract/balance';
import { ParticipantPath } from '@/contract/participant';
import { answerOutcome } from '@/server/api/outcome';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { forfeitBalance } from '@/server/services/balances/forfeit-balance';
import { participantHolder } from '@/server/services/balances/holders';

export const forfeitBalanceRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/participants/{id}/balances/forfeit',
      summary: 'Destroy balance into breakage',
      description:
        'Irreversible. Also possible for closed participants and archived assets. Lots can be chosen by id and by when they were earned.',
      idempotency: 'conflict_safe',
      errors: [404, 409, 422],
    }),
  )
  .input(ParticipantPath.extend(ForfeitBalance.shape))
  .output(BalanceOperationResult)
  .mutation(async ({ ctx, input: { id, ...body } }) => answerOutcome(ctx, await forfeitBalance(ctx, await participantHolder(ctx, id), body)));
