/** Declares the procedures on transfers of value from one holder to others. */
import { CreateTransfer, ListTransfers, Transfer, TransferPage, TransferPath } from '@/contract/transfer';
import { answerOutcome } from '@/server/api/outcome';
import { presentPage } from '@/server/api/present/page';
import { presentTransfer } from '@/server/api/present/transfer';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { createTransfer, getTransfer, listTransfers } from '@/server/services/transfers/transfers';

export const transfersRouter = router({
  create: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/transfers',
        summary: 'Move value from a participant or group to others',
        description:
          'A transfer is one journal entry, all or nothing; the wallet of a PREFUNDED asset is not involved. Lots that expire first move first, in the order of the recipients, and keep their earning time and expiry. The overdraft of a recipient is repaid first. Returns 201 for a new transfer, 200 for one that was already made with the same key.',
        status: [201, 200],
        location: '/v1/transfers/{id}',
        idempotency: 'conflict_safe',
        example: {
          program_id: '018f2b5e-7c1d-7e9a-9a51-0c5d6f0a7b21',
          asset_id: '018f2b5e-7c1d-7e9a-9a51-0c5d6f0a7b22',
          source_external_id: 'ada',
          recipients: [{ external_id: 'bob', amount: '15' }],
          idempotency_key: 'birthday-2026',
        },
        errors: [404, 409, 422],
      }),
    )
    .input(CreateTransfer)
    .output(Transfer)
    .mutation(async ({ ctx, input }) => answerOutcome(ctx, await createTransfer(ctx, input, presentTransfer))),

  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/transfers',
        summary: 'List transfers',
        description: '`participant_id` and `group_id` match either side; together, they select the transfers between the two.',
        errors: [],
      }),
    )
    .input(ListTransfers)
    .output(TransferPage)
    .query(async ({ ctx, input }) => presentPage(await listTransfers(ctx, input), presentTransfer)),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/transfers/{id}',
        summary: 'Read a transfer',
        description: 'Returns a transfer with its source, all of its recipients and the journal entry that moved the value.',
        errors: [404],
      }),
    )
    .input(TransferPath)
    .output(Transfer)
    .query(({ ctx, input }) => getTransfer(ctx, input.id).then(presentTransfer)),
});
