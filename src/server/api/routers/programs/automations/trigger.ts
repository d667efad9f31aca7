import { AutomationPath, AutomationRun } from '@/contract/automation';
import { presentAutomationRun } from '@/server/api/present/automation';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { triggerAutomation } from '@/server/services/automations/trigger-automation';

const ACCEPTED = 202;

export const triggerAutomationRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/programs/{id}/automations/{automation_id}/trigger',
      summary: 'Run an automation now',
      description: 'Returns the run, which continues in the background. The schedule does not change; a PAUSED automation runs too.',
      status: ACCEPTED,
      idempotency: 'replay',
      errors: [404, 409],
    }),
  )
  .input(AutomationPath)
  .output(AutomationRun)
  .mutation(async ({ ctx, input }) => {
    const run = await replay(ctx, 'programs.automations.trigger', input, (tx) =>
      triggerAutomation(ctx, tx, input).then(presentAutomationRun),
    );
    ctx.reply.status = ACCEPTED;
    return run;
  });
