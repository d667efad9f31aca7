import { Program, UpdateProgram } from '@/contract/program';
import { presentProgram } from '@/server/api/present/program';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { updateProgram } from '@/server/services/programs/update-program';

export const updateProgramRoute = organizationProcedure
  .meta(
    route({
      method: 'PATCH',
      path: '/v1/programs/{id}',
      summary: 'Change, suspend or archive a program',
      description: 'Fields that you leave out stay unchanged. An archived program refuses every change with `program_archived`.',
      errors: [404, 409],
    }),
  )
  .input(UpdateProgram)
  .output(Program)
  .mutation(({ ctx, input }) => updateProgram(ctx, input).then(presentProgram));
