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
      summary: 'Try one rule on an event',
      description:
        'Evaluates the rule as if the event had come now, by itself and without the other rules of its program: with the state that is stored, or that `state` supposes. Nothing is posted and nothing is kept.',
      errors: [404, 409, 422],
    }),
  )
  .input(SimulateRule)
  .output(Simulation)
  .query(({ ctx, input }) => simulateRule(ctx, input).then(presentSimulation));
