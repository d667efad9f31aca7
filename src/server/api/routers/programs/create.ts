import { CreateProgram, Program } from '@/contract/program';
import { presentProgram } from '@/server/api/present/program';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { createProgram } from '@/server/services/programs/create-program';

export const createProgramRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/programs',
      summary: 'Create a program',
      description:
        'The new program has no assets and no rules. `on_unknown_participant` decides what happens to an event about an unknown participant.',
      status: 201,
      location: '/v1/programs/{id}',
      idempotency: 'replay',
      errors: [],
    }),
  )
  .input(CreateProgram)
  .output(Program)
  .mutation(({ ctx, input }) => replay(ctx, 'programs.create', input, (tx) => createProgram(ctx, tx, input).then(presentProgram)));
