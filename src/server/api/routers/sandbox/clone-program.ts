import { CloneProgram, ProgramClone } from '@/contract/program-configuration';
import { presentProgram } from '@/server/api/present/program';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { cloneProgram } from '@/server/services/programs/clone-program';

export const cloneProgramRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/sandbox/programs/clone',
      summary: 'Copy a program into a sandbox',
      description:
        'Copies assets, tiers, rules, rewards and automations of `source_program_id`, or of a `configuration` that GET /v1/programs/{id}/export returned in any organization, all or nothing. If the organization already has an asset with the same symbol, that asset is used. Participants, balances and history are not copied; `skipped` lists everything else that is not. Errors name their field like `configuration.rule_sets[0].rules[1].condition`. LIVE organizations get `sandbox_only`.',
      status: 201,
      location: '/v1/programs/{id}',
      idempotency: 'replay',
      example: { name: 'Coffee club, tried out', source_program_id: '018f2b5e-7c1d-7e9a-9a51-0c5d6f0a7b21' },
      errors: [404, 409],
    }),
  )
  .input(CloneProgram)
  .output(ProgramClone)
  .mutation(({ ctx, input }) =>
    replay(ctx, 'sandbox.programs.clone', input, async (tx): Promise<ProgramClone> => {
      const { program, copied, skipped } = await cloneProgram(ctx, tx, input);
      return { ...presentProgram(program), copied, skipped: [...skipped] };
    }),
  );
