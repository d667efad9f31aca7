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
      description:
        'Rows that are already applied remain. Cancelling again returns the same import; an import that has ended in another way is refused with `invalid_status`.',
      errors: [404],
    }),
  )
  .input(ImportPath)
  .output(Import)
  .mutation(async ({ ctx, input }) => presentImport(await cancelImport(ctx, input.id)));
