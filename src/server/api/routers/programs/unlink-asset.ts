import { z } from 'zod';
import { ProgramAssetPath } from '@/contract/program';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { unlinkAsset } from '@/server/services/programs/link-asset';

export const unlinkAssetRoute = organizationProcedure
  .meta(
    route({
      method: 'DELETE',
      path: '/v1/programs/{id}/assets/{asset_id}',
      summary: 'Unlink an asset from a program',
      description: 'You can unlink an asset only while the program has no journal entries in it.',
      status: 204,
      errors: [404, 409],
    }),
  )
  .input(ProgramAssetPath)
  .output(z.void())
  .mutation(({ ctx, input }) => unlinkAsset(ctx, input));
