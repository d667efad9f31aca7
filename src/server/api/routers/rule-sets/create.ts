import { CreateRuleSet, RuleSet } from '@/contract/rule-set';
import { presentRuleSet } from '@/server/api/present/rule-set';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { createRuleSet } from '@/server/services/rules/create-rule-set';

export const createRuleSetRoute = organizationProcedure
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
  .mutation(({ ctx, input }) => replay(ctx, 'ruleSets.create', input, (tx) => createRuleSet(ctx, tx, input).then(presentRuleSet)));
