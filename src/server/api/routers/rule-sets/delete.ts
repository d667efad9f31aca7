import { z } from 'zod';
import { RuleSetPath } from '@/contract/rule-set';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { deleteRuleSet } from '@/server/services/rules/delete-rule-set';

export const deleteRuleSetRoute = organizationProcedure
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
  .mutation(({ ctx, input }) => deleteRuleSet(ctx, input));
