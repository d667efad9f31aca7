import { ListRules, RulePage } from '@/contract/rule';
import { presentPage } from '@/server/api/present/page';
import { presentRule } from '@/server/api/present/rule';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listRules } from '@/server/services/rules/get-rule';
import { judgedRecords } from '@/server/services/rules/rule-records';

export const listRulesRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/rules',
      summary: 'List rules in evaluation order',
      description:
        'Sorted in evaluation order by default: by rule set, then by position in the set. `search` matches the name. Each rule carries its `warnings`, as the single rule does.',
      errors: [],
    }),
  )
  .input(ListRules)
  .output(RulePage)
  .query(async ({ ctx, input }) => {
    const { rows, nextCursor } = await listRules(ctx, input);
    return presentPage({ rows: await judgedRecords(ctx, rows), nextCursor }, presentRule);
  });
