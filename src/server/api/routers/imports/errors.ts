import { ImportErrorPage, ListImportErrors } from '@/contract/import';
import { presentImportFault } from '@/server/api/present/import';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listImportErrors } from '@/server/services/imports/get-import';

export const listImportErrorsRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/imports/{id}/errors',
      summary: 'List the rows that an import left out, and why',
      description: 'Sorted by line of the file, with the column at fault and the error code.',
      errors: [404],
    }),
  )
  .input(ListImportErrors)
  .output(ImportErrorPage)
  .query(async ({ ctx, input }) => presentPage(await listImportErrors(ctx, input), presentImportFault));
