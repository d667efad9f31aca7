/** Creates a program from a template, for the dashboard; there is no REST route. */
import { Program } from '@/contract/program';
import { ProgramFromTemplate } from '@/contract/program-from-template';
import { presentProgram } from '@/server/api/present/program';
import { replay } from '@/server/api/replay';
import { roleProcedure } from '@/server/api/trpc';
import { programFromTemplate } from '@/server/services/programs/program-from-template';

/** Templates are for people; whoever keeps programs in a repository sends a configuration instead. */
export const programFromTemplateProcedure = roleProcedure('MEMBER')
  .input(ProgramFromTemplate)
  .output(Program)
  .mutation(({ ctx, input }) =>
    replay(ctx, 'programs.from_template', input, (tx) => programFromTemplate(ctx, tx, input).then(presentProgram)),
  );
