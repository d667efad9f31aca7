/** Declares the procedures on notices that were sent. */
import { ListNotices, Notice, NoticePage, NoticePath } from '@/contract/notice';
import { presentNotice } from '@/server/api/present/notice';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { getNotice, listNotices } from '@/server/services/notices/get-notice';

export const noticesRouter = router({
  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/notices',
        summary: 'List notices',
        description: 'What participants were told, newest first by default, with what they did within 14 days after it.',
        errors: [],
      }),
    )
    .input(ListNotices)
    .output(NoticePage)
    .query(async ({ ctx, input }) => presentPage(await listNotices(ctx, input), presentNotice)),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/notices/{id}',
        summary: 'Read a notice',
        description: 'What a participant was told when and why, the event that rules could answer, and what followed.',
        errors: [404],
      }),
    )
    .input(NoticePath)
    .output(Notice)
    .query(({ ctx, input }) => getNotice(ctx, input.id).then(presentNotice)),
});
