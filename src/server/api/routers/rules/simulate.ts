import { SimulateRule, Simulation } from '@/contract/rule-simulation';
import { presentSimulation } from '@/server/api/present/rule-simulation';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { simulateRule } from '@/server/services/rules/simulate';

export const simulateRuleRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/rules/{id}/simulate',
      summary: 'Test one rule on an event',
      description:
        'Evaluates the rule as if the event had arrived now, without the other rules of its program, with the stored state or the one in `state`. Nothing is posted and nothing is kept.',
      errors: [404, 409, 422],
    }),
  )
  .input(SimulateRule)
  .output(Simulation)
  .query(({ ctx, input }) => simulateRule(ctx, input).then(presentSimulation));
