import { Import, ImportPath } from '@/contract/import';
import { presentImport } from '@/server/api/present/import';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { cancelImport } from '@/server/services/imports/get-import';

export const cancelImportRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/imports/{id}/cancel',
      summary: 'Cancel an import',
      description: 'What is applied stays. Cancelling again answers the same; an import that has ended otherwise is `invalid_status`.',
      errors: [404],
    }),
  )
  .input(ImportPath)
  .output(Import)
  .mutation(async ({ ctx, input }) => presentImport(await cancelImport(ctx, input.id)));
