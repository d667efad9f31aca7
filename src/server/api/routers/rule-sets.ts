/** Declares the procedures on rule sets, which order the rules of a program. */
import { z } from 'zod';
import {
  CreateRuleSet,
  ListRuleSets,
  OrderRuleSets,
  RuleSet,
  RuleSetOrder,
  RuleSetPage,
  RuleSetPath,
  UpdateRuleSet,
} from '@/contract/rule-set';
import { presentPage } from '@/server/api/present/page';
import { presentRuleSet } from '@/server/api/present/rule';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { createRuleSet, deleteRuleSet, getRuleSet, listRuleSetPage, orderRuleSets, updateRuleSet } from '@/server/services/rules/rule-sets';

export const ruleSetsRouter = router({
  create: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/programs/{id}/rule-sets',
        summary: 'Create a rule set',
        description:
          'The new set is empty and is evaluated after all others. If another set of the program has the same key, the request is refused with `key_exists`.',
        status: 201,
        location: '/v1/programs/{program_id}/rule-sets/{id}',
        idempotency: 'replay',
        errors: [404, 409],
        tags: ['rules'],
      }),
    )
    .input(CreateRuleSet)
    .output(RuleSet)
    .mutation(({ ctx, input }) => replay(ctx, 'ruleSets.create', input, (tx) => createRuleSet(ctx, tx, input).then(presentRuleSet))),

  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/programs/{id}/rule-sets',
        summary: 'List the rule sets of a program',
        description: 'Sorted in evaluation order by default. `search` matches name and key.',
        errors: [404],
        tags: ['rules'],
      }),
    )
    .input(ListRuleSets)
    .output(RuleSetPage)
    .query(async ({ ctx, input }) => presentPage(await listRuleSetPage(ctx, input), presentRuleSet)),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/programs/{id}/rule-sets/{rule_set_id}',
        summary: 'Read a rule set',
        description: 'Returns a set with its position in the evaluation order of the program.',
        errors: [404],
        tags: ['rules'],
      }),
    )
    .input(RuleSetPath)
    .output(RuleSet)
    .query(({ ctx, input }) => getRuleSet(ctx, input).then(presentRuleSet)),

  update: organizationProcedure
    .meta(
      route({
        method: 'PATCH',
        path: '/v1/programs/{id}/rule-sets/{rule_set_id}',
        summary: 'Rename a rule set',
        description:
          'To move a set, replace the order of all sets. A request that changes nothing makes no new version of the configuration.',
        errors: [404, 409],
        tags: ['rules'],
      }),
    )
    .input(UpdateRuleSet)
    .output(RuleSet)
    .mutation(({ ctx, input }) => updateRuleSet(ctx, input).then(presentRuleSet)),

  delete: organizationProcedure
    .meta(
      route({
        method: 'DELETE',
        path: '/v1/programs/{id}/rule-sets/{rule_set_id}',
        summary: 'Remove an empty rule set',
        description:
          'A set with rules that are not archived is refused with `rule_set_not_empty`. The sets after it move up, and its key can be used again.',
        status: 204,
        errors: [404, 409],
        tags: ['rules'],
      }),
    )
    .input(RuleSetPath)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteRuleSet(ctx, input)),

  order: organizationProcedure
    .meta(
      route({
        method: 'PUT',
        path: '/v1/programs/{id}/rule-sets/order',
        summary: 'Replace the order of all rule sets',
        description:
          'Name every set of the program exactly once; positions are renumbered from 1 and the version grows. A list that misses, repeats or adds a set is refused as `unprocessable`, with `details` that say which. An outdated version is refused with `rule_configuration_version_conflict`, and the order stays unchanged.',
        errors: [404, 409, 422],
        tags: ['rules'],
      }),
    )
    .input(OrderRuleSets)
    .output(RuleSetOrder)
    .mutation(async ({ ctx, input }) => {
      const { version, sets } = await orderRuleSets(ctx, input);
      return { rule_configuration_version: version, rule_sets: sets.map(presentRuleSet) };
    }),
});
