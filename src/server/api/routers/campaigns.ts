/** Declares the procedures on campaigns: rule sets that run for a time, for an audience and within common budgets. */
import { z } from 'zod';
import { Budget } from '@/contract/budget';
import {
  Campaign,
  CampaignPage,
  CampaignPath,
  CampaignPerformance,
  CampaignPerformanceQuery,
  CloneCampaign,
  CreateCampaign,
  ListCampaigns,
  ResetCampaignBudget,
  UpdateCampaign,
} from '@/contract/campaign';
import { presentBudget } from '@/server/api/present/budget';
import { presentCampaign, presentPerformance } from '@/server/api/present/campaign';
import { presentPage } from '@/server/api/present/page';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { campaignPerformance } from '@/server/services/campaigns/campaign-performance';
import {
  cloneCampaign,
  createCampaign,
  deleteCampaign,
  getCampaign,
  listCampaigns,
  moveCampaign,
  resetCampaignBudget,
  updateCampaign,
} from '@/server/services/campaigns/campaigns';

export const campaignsRouter = router({
  create: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/campaigns',
        summary: 'Create a campaign',
        description:
          'A campaign is a rule set with terms: a window, an audience and budgets that its rules share. Its id is the id of its rule set: create its rules with that `rule_set_id`. It is a DRAFT unless `status` is ACTIVE. If another set of the program has the same key, the request is refused with `key_exists`.',
        status: 201,
        location: '/v1/campaigns/{id}',
        idempotency: 'replay',
        errors: [404, 409],
      }),
    )
    .input(CreateCampaign)
    .output(Campaign)
    .mutation(({ ctx, input }) => replay(ctx, 'campaigns.create', input, (tx) => createCampaign(ctx, tx, input).then(presentCampaign))),

  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/campaigns',
        summary: 'List campaigns',
        description:
          'Latest first. `status` is what each campaign is now. `search` matches name and key. Sorted by `starts_at`, a campaign without one stands where it was created.',
        errors: [404],
      }),
    )
    .input(ListCampaigns)
    .output(CampaignPage)
    .query(async ({ ctx, input }) => presentPage(await listCampaigns(ctx, input), presentCampaign)),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/campaigns/{id}',
        summary: 'Read a campaign',
        description: 'Returns a campaign with what it is now, what its budgets have consumed, and its sentence.',
        errors: [404],
      }),
    )
    .input(CampaignPath)
    .output(Campaign)
    .query(({ ctx, input }) => getCampaign(ctx, input.id).then(presentCampaign)),

  update: organizationProcedure
    .meta(
      route({
        method: 'PATCH',
        path: '/v1/campaigns/{id}',
        summary: 'Change the terms of a campaign',
        description:
          'Fields that you leave out stay unchanged; null takes a window, an audience or a description away. The change applies from the next event that is processed. A request that changes nothing makes no new version of the rules.',
        errors: [404, 409],
      }),
    )
    .input(UpdateCampaign)
    .output(Campaign)
    .mutation(({ ctx, input }) => updateCampaign(ctx, input).then(presentCampaign)),

  start: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/campaigns/{id}/start',
        summary: 'Start a campaign',
        description:
          'A draft becomes SCHEDULED or RUNNING, as its window says. A campaign whose window is over is refused with `invalid_status`. Starting again changes nothing.',
        errors: [404, 409],
      }),
    )
    .input(CampaignPath)
    .output(Campaign)
    .mutation(({ ctx, input }) => moveCampaign(ctx, input.id, 'START').then(presentCampaign)),

  pause: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/campaigns/{id}/pause',
        summary: 'Pause a campaign',
        description:
          'None of its rules runs until it is resumed; events that are processed meanwhile are not made up for. Pausing again changes nothing.',
        errors: [404, 409],
      }),
    )
    .input(CampaignPath)
    .output(Campaign)
    .mutation(({ ctx, input }) => moveCampaign(ctx, input.id, 'PAUSE').then(presentCampaign)),

  resume: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/campaigns/{id}/resume',
        summary: 'Resume a paused campaign',
        description: 'Its rules run again as its window says. Resuming again changes nothing.',
        errors: [404, 409],
      }),
    )
    .input(CampaignPath)
    .output(Campaign)
    .mutation(({ ctx, input }) => moveCampaign(ctx, input.id, 'RESUME').then(presentCampaign)),

  end: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/campaigns/{id}/end',
        summary: 'End a campaign now',
        description:
          'Sets `ends_at` to now. Events with an earlier `event_timestamp` that are processed later still count. Ending again changes nothing. A campaign that has not begun is refused with `invalid_status`; delete it instead.',
        errors: [404, 409],
      }),
    )
    .input(CampaignPath)
    .output(Campaign)
    .mutation(({ ctx, input }) => moveCampaign(ctx, input.id, 'END').then(presentCampaign)),

  resetBudget: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/campaigns/{id}/reset-budget',
        query: ['asset_id'],
        summary: 'Reset what a budget of a campaign has consumed',
        description:
          "Sets `consumed` of the campaign's `PROGRAM` budget on the asset to zero; its schedule stays. If there is no such budget, the response is 404 `budget_not_found`.",
        errors: [404],
      }),
    )
    .input(ResetCampaignBudget)
    .output(Budget)
    .mutation(async ({ ctx, input }) => presentBudget(await resetCampaignBudget(ctx, input.id, input.asset_id))),

  clone: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/campaigns/{id}/clone',
        summary: 'Copy a campaign with its rules',
        description:
          'The copy is a DRAFT with the audience and the budgets of the original, unused, and its own window; its rules are new ones without windows of their own.',
        status: 201,
        location: '/v1/campaigns/{id}',
        idempotency: 'replay',
        errors: [404, 409],
      }),
    )
    .input(CloneCampaign)
    .output(Campaign)
    .mutation(({ ctx, input }) => replay(ctx, 'campaigns.clone', input, (tx) => cloneCampaign(ctx, tx, input).then(presentCampaign))),

  delete: organizationProcedure
    .meta(
      route({
        method: 'DELETE',
        path: '/v1/campaigns/{id}',
        summary: 'Delete a campaign with its rules',
        description: 'Archives its rule set and its rules. What they have given stays, and so do the versions of the rules that had them.',
        status: 204,
        errors: [404, 409],
      }),
    )
    .input(CampaignPath)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteCampaign(ctx, input.id)),

  performance: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/campaigns/{id}/performance',
        summary: 'Report what a campaign gave',
        description:
          'Counts what its rules, archived ones included, credited and took back in the window, whom they reached, and how each day compares with the whole program, then and as many days before.',
        errors: [404],
      }),
    )
    .input(CampaignPerformanceQuery)
    .output(CampaignPerformance)
    .query(({ ctx, input }) => campaignPerformance(ctx, input).then(presentPerformance)),
});
