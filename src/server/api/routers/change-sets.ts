/** Declares the procedures on change sets: changes of a program that are prepared, compared, published together and taken back. */
import { z } from 'zod';
import {
  ChangeSet,
  ChangeSetDiff,
  ChangeSetPage,
  ChangeSetPath,
  CreateChangeSet,
  ListChangeSets,
  PublishChangeSet,
  RevertChangeSet,
  UpdateChangeSet,
} from '@/contract/change-set';
import { ChangeSetEstimate } from '@/contract/change-set-estimate';
import { presentChangeSet, presentChangeSetDiff, presentChangeSetEstimate, presentChangeSetSummary } from '@/server/api/present/change-set';
import { presentPage } from '@/server/api/present/page';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { diffChangeSet } from '@/server/services/change-sets/diff-change-set';
import {
  cancelSchedule,
  createChangeSet,
  discardChangeSet,
  getChangeSet,
  listChangeSets,
  rebaseChangeSet,
  updateChangeSet,
} from '@/server/services/change-sets/change-sets';
import { estimateChangeSet } from '@/server/services/change-sets/estimate-change-set';
import { publishChangeSet, revertChangeSet } from '@/server/services/change-sets/publish-change-set';

const tags = ['rules'] as const;

export const changeSetsRouter = router({
  create: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/programs/{id}/change-sets',
        summary: 'Begin a change set',
        description:
          'A change set holds changes beside what is live: of rules, rule sets and automations to create, to update (also to pause, activate or move) and to archive or delete. Nothing changes for events until it is published. A rule can be put into a rule set that the same change set creates, by the id that the set has in `changes`. The changes need not be complete: whether they could be published is checked by `GET /v1/change-sets/{id}/diff`.',
        status: 201,
        idempotency: 'replay',
        location: '/v1/change-sets/{id}',
        errors: [400, 404, 409],
        tags,
      }),
    )
    .input(CreateChangeSet)
    .output(ChangeSet)
    .mutation(({ ctx, input }) =>
      replay(ctx, 'changeSets.create', input, async (tx) => presentChangeSet(await createChangeSet(ctx, tx, input))),
    ),

  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/programs/{id}/change-sets',
        summary: 'List the change sets of a program',
        description: 'Newest first, each with what it changes, but not with what becomes different; read a single set for that.',
        errors: [404],
        tags,
      }),
    )
    .input(ListChangeSets)
    .output(ChangeSetPage)
    .query(async ({ ctx, input }) => presentPage(await listChangeSets(ctx, input), presentChangeSetSummary)),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/change-sets/{id}',
        summary: 'Read a change set',
        description: 'Returns the change set with its changes as they were drafted.',
        errors: [404],
        tags,
      }),
    )
    .input(ChangeSetPath)
    .output(ChangeSet)
    .query(({ ctx, input }) => getChangeSet(ctx, input.id).then(presentChangeSet)),

  diff: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/change-sets/{id}/diff',
        summary: 'Compare a change set with what is live',
        description:
          'Returns every rule, rule set and automation that becomes different, as one sentence before and one after, and field by field; and what stands in the way of publishing: conflicts with what others changed since, faults of rules and automations, and examples that fail. Nothing is kept. A published set is compared with the rules before it, and its conflicts stand in the way of reverting it.',
        errors: [404],
        tags,
      }),
    )
    .input(ChangeSetPath)
    .output(ChangeSetDiff)
    .query(({ ctx, input }) => diffChangeSet(ctx, input.id).then(presentChangeSetDiff)),

  estimate: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/change-sets/{id}/estimate',
        summary: 'Estimate what a change set costs',
        description:
          'Says for each changed rule what it would have credited on the events of the last 30 days, from a random sample of them, and what it really credited. Rule sets and automations are not counted. Each rule is tried alone, beside the rules that are live, as `POST /v1/programs/{id}/rules/estimate` does.',
        errors: [400, 404],
        tags,
      }),
    )
    .input(ChangeSetPath)
    .output(ChangeSetEstimate)
    .query(({ ctx, input }) => estimateChangeSet(ctx, input.id).then(presentChangeSetEstimate)),

  update: organizationProcedure
    .meta(
      route({
        method: 'PATCH',
        path: '/v1/change-sets/{id}',
        summary: 'Change a change set',
        description:
          'Renames it, adds changes to it and withdraws some. Only an OPEN set can be changed; cancel the schedule of a SCHEDULED one first.',
        errors: [400, 404],
        tags,
      }),
    )
    .input(UpdateChangeSet)
    .output(ChangeSet)
    .mutation(({ ctx, input }) => updateChangeSet(ctx, input).then(presentChangeSet)),

  discard: organizationProcedure
    .meta(
      route({
        method: 'DELETE',
        path: '/v1/change-sets/{id}',
        summary: 'Discard a change set',
        description: 'It becomes DISCARDED and remains readable. Discarding again changes nothing. A published set can only be reverted.',
        status: 204,
        errors: [400, 404],
        tags,
      }),
    )
    .input(ChangeSetPath)
    .output(z.void())
    .mutation(({ ctx, input }) => discardChangeSet(ctx, input.id)),

  publish: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/change-sets/{id}/publish',
        summary: 'Publish a change set, now or at a time',
        description:
          'Makes all of its changes live at once, in one version of the rules, or none of them: a rule or automation at fault, an example that fails, a rule set to delete that still has rules, or something that somebody changed since (`change_set_conflict`) refuses the whole. With `publish_at` it becomes SCHEDULED, if it could be published now, and is published at that time, checked again; if that fails then, it is OPEN again and `failure` says why. Events are evaluated with the rules that are live when they are processed. Publishing again changes nothing.',
        errors: [400, 404, 409, 422],
        tags,
      }),
    )
    .input(PublishChangeSet)
    .output(ChangeSet)
    .mutation(({ ctx, input }) => publishChangeSet(ctx, input).then(presentChangeSet)),

  cancelSchedule: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/change-sets/{id}/cancel-schedule',
        summary: 'Cancel the schedule of a change set',
        description: 'It becomes OPEN again. Cancelling again changes nothing.',
        errors: [400, 404],
        tags,
      }),
    )
    .input(ChangeSetPath)
    .output(ChangeSet)
    .mutation(({ ctx, input }) => cancelSchedule(ctx, input.id).then(presentChangeSet)),

  rebase: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/change-sets/{id}/rebase',
        summary: 'Rebase a change set onto what is live',
        description:
          'Use this after `change_set_conflict`, once you have read what others changed. What is live now becomes the base of the changes: what others changed stays, except in the fields that the set changes itself. A change of what was archived, deleted or ended meanwhile drops out, and so does what is live already.',
        errors: [400, 404],
        tags,
      }),
    )
    .input(ChangeSetPath)
    .output(ChangeSet)
    .mutation(({ ctx, input }) => rebaseChangeSet(ctx, input.id).then(presentChangeSet)),

  revert: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/change-sets/{id}/revert',
        summary: 'Revert a published change set',
        description:
          'Puts back what was live before, as a new version of the rules: what was created is archived or deleted, what was updated gets its former content, and what was archived or deleted comes back as new, rules and rule sets with the same `client_ref`; budgets of such rules start over. An automation that it created and that has ended since stays ended. Everything else stays as it is. Refused with `change_set_conflict` if something of it was changed since. Reverting again changes nothing.',
        errors: [400, 404, 409, 422],
        tags,
      }),
    )
    .input(RevertChangeSet)
    .output(ChangeSet)
    .mutation(({ ctx, input }) => revertChangeSet(ctx, input).then(presentChangeSet)),
});
