import { ImportPage, ListImports } from '@/contract/import';
import { presentImportSummary } from '@/server/api/present/import';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listImports } from '@/server/services/imports/get-import';

export const listImportsRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/imports',
      summary: 'List imports',
      description: 'Newest first by default, each with its progress.',
      errors: [],
    }),
  )
  .input(ListImports)
  .output(ImportPage)
  .query(async ({ ctx, input }) => presentPage(await listImports(ctx, input), presentImportSummary));
