import { Program, ProgramAssetPath } from '@/contract/program';
import { presentProgram } from '@/server/api/present/program';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { linkAsset } from '@/server/services/programs/link-asset';

export const linkAssetRoute = organizationProcedure
  .meta(
    route({
      method: 'PUT',
      path: '/v1/programs/{id}/assets/{asset_id}',
      summary: 'Link an asset to a program',
      description: 'Rules of the program can then move the asset. Linking again changes nothing.',
      errors: [404, 409, 422],
    }),
  )
  .input(ProgramAssetPath)
  .output(Program)
  .mutation(({ ctx, input }) => linkAsset(ctx, input).then(presentProgram));
