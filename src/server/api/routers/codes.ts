/** Declares the procedures on single codes and their uses. */
import { CodeDetail, CodePage, CodePath, CodeRedemptionPage, ListCodeRedemptions, ListCodes } from '@/contract/code';
import { presentCode, presentCodeDetail, presentCodeRedemption } from '@/server/api/present/code';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { getCode, listCodeRedemptions, listCodes, voidCode } from '@/server/services/codes/get-code';

export const codesRouter = router({
  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/codes',
        summary: 'List the codes of a batch',
        description: 'In alphabetical order by default.',
        errors: [404],
      }),
    )
    .input(ListCodes)
    .output(CodePage)
    .query(async ({ ctx, input }) => presentPage(await listCodes(ctx, input), presentCode)),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/codes/{code}',
        summary: 'Read a code',
        description: 'In any spelling: its batch, why nobody can use it now, if so, and who used it when.',
        errors: [404],
      }),
    )
    .input(CodePath)
    .output(CodeDetail)
    .query(({ ctx, input }) => getCode(ctx, input).then(presentCodeDetail)),

  void: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/codes/{code}/void',
        summary: 'Make a code void',
        description: 'Nobody can use it any more. What was used or reserved stays so. A code that is void already is returned as it is.',
        errors: [404],
      }),
    )
    .input(CodePath)
    .output(CodeDetail)
    .mutation(({ ctx, input }) => voidCode(ctx, input).then(presentCodeDetail)),
});

export const codeRedemptionsRouter = router({
  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/code-redemptions',
        summary: 'List the uses of codes',
        description: 'Newest first by default, with those that decisions hold and have given back.',
        tags: ['codes'],
        errors: [],
      }),
    )
    .input(ListCodeRedemptions)
    .output(CodeRedemptionPage)
    .query(async ({ ctx, input }) => presentPage(await listCodeRedemptions(ctx, input), presentCodeRedemption)),
});
