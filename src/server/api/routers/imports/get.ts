import { Import, ImportPath } from '@/contract/import';
import { presentImport } from '@/server/api/present/import';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getImport } from '@/server/services/imports/get-import';

export const getImportRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/imports/{id}',
      summary: 'Read the progress and result of an import',
      description: 'Returns counts of the rows that were read, applied and left out, and the first errors.',
      errors: [404],
    }),
  )
  .input(ImportPath)
  .output(Import)
  .query(async ({ ctx, input }) => presentImport(await getImport(ctx, input.id)));
