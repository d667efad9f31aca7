import { Rule, UpdateRule } from '@/contract/rule';
import { presentRule } from '@/server/api/present/rule';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { judgedRecord } from '@/server/services/rules/rule-records';
import { updateRule } from '@/server/services/rules/update-rule';

export const updateRuleRoute = organizationProcedure
  .meta(
    route({
      method: 'PATCH',
      path: '/v1/rules/{id}',
      summary: 'Change, move, suspend or archive a rule',
      description: 'Fields that you leave out stay unchanged. `order` moves the rule within its set. Archiving is final.',
      errors: [404, 409],
    }),
  )
  .input(UpdateRule)
  .output(Rule)
  .mutation(async ({ ctx, input }) => presentRule(await judgedRecord(ctx, await updateRule(ctx, input))));
