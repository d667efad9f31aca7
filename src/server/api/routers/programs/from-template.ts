/** A program made from a template, for the dashboard: there is no route for it. */
import { Program } from '@/contract/program';
import { ProgramFromTemplate } from '@/contract/program-from-template';
import { presentProgram } from '@/server/api/present/program';
import { replay } from '@/server/api/replay';
import { roleProcedure } from '@/server/api/trpc';
import { programFromTemplate } from '@/server/services/programs/program-from-template';

/** Templates are for people; a program that lives in a repository is sent with its configuration. */
export const programFromTemplateProcedure = roleProcedure('MEMBER')
  .input(ProgramFromTemplate)
  .output(Program)
  .mutation(({ ctx, input }) =>
    replay(ctx, 'programs.from_template', input, (tx) => programFromTemplate(ctx, tx, input).then(presentProgram)),
  );
