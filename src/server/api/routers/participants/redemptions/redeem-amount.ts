import { RedeemAmount, Redemption } from '@/contract/redemption';
import { answerCreation } from '@/server/api/outcome';
import { PARTICIPANT } from '@/server/api/routers/holders';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { participantId } from '@/server/services/participants/get-participant';
import { redeemAmount } from '@/server/services/redemptions/redeem-amount';

export const redeemAmountRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: `${PARTICIPANT.path}/redemptions`,
      summary: 'Redeem an amount of balance',
      description:
        'INSTANT spends the value at once. PENDING reserves it, out of reach of every other operation, until the redemption is captured, cancelled or failed, or until `expires_at`. A repeated request with the same key returns 200 and the first response.',
      status: [201, 200],
      location: '/v1/redemptions/{id}',
      idempotency: 'conflict_safe',
      tags: ['redemptions'],
      errors: [404, 409, 422],
    }),
  )
  .input(RedeemAmount)
  .output(Redemption)
  .mutation(async ({ ctx, input: { id, ...body } }) =>
    answerCreation(ctx, await redeemAmount(ctx, { type: 'PARTICIPANT', id: await participantId(ctx, id) }, body)),
  );
