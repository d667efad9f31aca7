import { Program, ProgramPath } from '@/contract/program';
import { presentProgram } from '@/server/api/present/program';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getProgram } from '@/server/services/programs/get-program';

export const getProgramRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/programs/{id}',
      summary: 'Read a program',
      description: 'Returns a program with the assets that are linked to it and the version of its rule configuration.',
      errors: [404],
    }),
  )
  .input(ProgramPath)
  .output(Program)
  .query(({ ctx, input }) => getProgram(ctx, input.id).then(presentProgram));
