/** Declares the procedures on automations, which create the SYSTEM events of a program when they fall due. */
import {
  Automation,
  AutomationPage,
  AutomationPath,
  AutomationRun,
  AutomationRunPage,
  CreateAutomation,
  ListAutomationRuns,
  ListAutomations,
  UpdateAutomation,
} from '@/contract/automation';
import { AutomationPreview, PreviewAutomation } from '@/contract/automation-preview';
import { presentAutomation, presentAutomationRun, presentPreview } from '@/server/api/present/automation';
import { presentPage } from '@/server/api/present/page';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import {
  createAutomation,
  getAutomation,
  listAutomationRuns,
  listAutomations,
  triggerAutomation,
  updateAutomation,
} from '@/server/services/automations/automations';
import { previewAutomation } from '@/server/services/automations/preview-automation';

export const automationsRouter = router({
  create: organizationProcedure
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
    ),

  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/programs/{id}/automations',
        summary: 'List the automations of a program',
        description: 'Each with its trigger, its last run and its next one.',
        errors: [404],
      }),
    )
    .input(ListAutomations)
    .output(AutomationPage)
    .query(async ({ ctx, input }) => presentPage(await listAutomations(ctx, input), presentAutomation)),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/programs/{id}/automations/{automation_id}',
        summary: 'Read an automation',
        description: 'Returns an automation with its trigger, its last run and its next one.',
        errors: [404],
      }),
    )
    .input(AutomationPath)
    .output(Automation)
    .query(({ ctx, input }) => getAutomation(ctx, input).then(presentAutomation)),

  update: organizationProcedure
    .meta(
      route({
        method: 'PATCH',
        path: '/v1/programs/{id}/automations/{automation_id}',
        summary: 'Change, pause, resume, cancel or archive an automation',
        description:
          'Fields that you leave out stay unchanged. Scheduled runs that fall into a pause are skipped; a single run, and changes of state, wait until the pause is over. A run that has started continues through a pause. COMPLETED, CANCELLED and ARCHIVED automations cannot be changed.',
        errors: [404, 409],
      }),
    )
    .input(UpdateAutomation)
    .output(Automation)
    .mutation(({ ctx, input }) => updateAutomation(ctx, input).then(presentAutomation)),

  trigger: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/programs/{id}/automations/{automation_id}/trigger',
        summary: 'Run an automation now',
        description: 'Returns the run, which continues in the background. The schedule does not change; a PAUSED automation runs too.',
        status: 202,
        idempotency: 'replay',
        errors: [404, 409],
      }),
    )
    .input(AutomationPath)
    .output(AutomationRun)
    .mutation(({ ctx, input }) =>
      replay(ctx, 'programs.automations.trigger', input, (tx) => triggerAutomation(ctx, tx, input).then(presentAutomationRun)),
    ),

  runs: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/programs/{id}/automations/{automation_id}/runs',
        summary: 'List the runs of an automation',
        description: 'Participants that are evaluated together after changes of state appear as one run, if that created events or failed.',
        errors: [404],
      }),
    )
    .input(ListAutomationRuns)
    .output(AutomationRunPage)
    .query(async ({ ctx, input }) => presentPage(await listAutomationRuns(ctx, input), presentAutomationRun)),

  preview: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/programs/{id}/automations/preview',
        summary: 'Check an automation without saving it',
        description:
          'Compiles the filter, the guard and every template and reports each mistake with its line and column; a mistake is not an error of the request. If there are none, the response says for how many participants the filter is true now, with examples of the events. Nothing is stored and no event is created.',
        errors: [404],
      }),
    )
    .input(PreviewAutomation)
    .output(AutomationPreview)
    .query(({ ctx, input }) => previewAutomation(ctx, input).then(presentPreview)),
});
