import { ProgramPath } from '@/contract/program';
import { ProgramConfiguration } from '@/contract/program-configuration';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { exportProgram } from '@/server/services/programs/portable-program';

export const exportProgramRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/programs/{id}/export',
      summary: 'Export the whole configuration of a program as a portable document',
      description:
        'Settings, assets, tiers, rule sets with their rules, rewards and automations, without ids, times and balances; assets are named by their symbols. You can send the document as the `configuration` of POST /v1/sandbox/programs/clone in any sandbox, and a program created from it exports as the same document. `skipped` lists what the document leaves out: archived assets and what needs them, the balances of wallets, rewards that a provider delivers, automations that have run for the last time.',
      errors: [404],
    }),
  )
  .input(ProgramPath)
  .output(ProgramConfiguration)
  .query(({ ctx, input }) => exportProgram(ctx, input.id));
