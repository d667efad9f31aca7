import { Automation, CreateAutomation } from '@/contract/automation';
import { presentAutomation } from '@/server/api/present/automation';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { createAutomation } from '@/server/services/automations/create-automation';

export const createAutomationRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/programs/{id}/automations',
      summary: 'Create an automation',
      description:
        'An automation creates SYSTEM events, on which rules run: at most one for each participant and due time. Runs that were missed while the service was down are made up for by a single run. PARTICIPANT_STATE evaluates participants who join the program or whose tags, attributes, counters or tiers change, and everybody at the times of `cron_expression` if there is one. Before its first evaluation the filter counts as false for everybody. A SUSPENDED program skips its runs.',
      status: 201,
      location: '/v1/programs/{program_id}/automations/{id}',
      idempotency: 'replay',
      example: {
        name: 'Every month',
        trigger: { type: 'CRON', cron_expression: '0 9 1 * *' },
        scope: 'PARTICIPANTS',
        event: { type: 'month' },
      },
      errors: [404, 409],
    }),
  )
  .input(CreateAutomation)
  .output(Automation)
  .mutation(({ ctx, input }) =>
    replay(ctx, 'programs.automations.create', input, (tx) => createAutomation(ctx, tx, input).then(presentAutomation)),
  );
