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
        'Makes SYSTEM events, which rules answer, at most one for each participant and due time. Runs that were missed while the service stood still are made up for by one. PARTICIPANT_STATE judges whoever comes into the program or has a change of tags, attributes, counters or tiers, and everybody at each `cron_expression` where there is one; nobody has satisfied the filter before it is first judged. A SUSPENDED program skips its runs.',
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
