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
      description: 'A program without assets and rules. `on_unknown_participant` says what an event about somebody unknown does.',
      status: 201,
      location: '/v1/programs/{id}',
      idempotency: 'replay',
      errors: [],
    }),
  )
  .input(CreateProgram)
  .output(Program)
  .mutation(({ ctx, input }) => replay(ctx, 'programs.create', input, (tx) => createProgram(ctx, tx, input).then(presentProgram)));
