import { CreateRule, Rule } from '@/contract/rule';
import { presentRule } from '@/server/api/present/rule';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { createRule } from '@/server/services/rules/create-rule';
import { judgedRecord } from '@/server/services/rules/rule-records';

export const createRuleRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/rules',
      summary: 'Create a rule',
      description:
        'The condition and every template are compiled before anything is stored; `fields` reports each expression at fault with its line and column. The rule applies from the next event that is processed.',
      status: 201,
      location: '/v1/rules/{id}',
      idempotency: 'replay',
      errors: [404, 409],
    }),
  )
  .input(CreateRule)
  .output(Rule)
  .mutation(({ ctx, input }) =>
    replay(ctx, 'rules.create', input, async (tx) => presentRule(await judgedRecord(ctx, await createRule(ctx, tx, input), tx))),
  );
