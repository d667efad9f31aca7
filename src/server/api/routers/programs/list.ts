import { ListPrograms, ProgramPage } from '@/contract/program';
import { presentPage } from '@/server/api/present/page';
import { presentProgram } from '@/server/api/present/program';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listPrograms } from '@/server/services/programs/get-program';

export const listProgramsRoute = organizationProcedure
  .meta(route({ method: 'GET', path: '/v1/programs', summary: 'List programs', description: '`search` matches the name.', errors: [] }))
  .input(ListPrograms)
  .output(ProgramPage)
  .query(async ({ ctx, input }) => presentPage(await listPrograms(ctx, input), presentProgram));
