import { SimulateConfiguration, Simulation } from '@/contract/rule-simulation';
import { presentSimulation } from '@/server/api/present/rule-simulation';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { simulateConfiguration } from '@/server/services/rules/simulate';

export const simulateConfigurationRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/programs/{id}/rules/simulate',
      summary: 'Try all rules of a program on an event, as they are or as a draft has them',
      description:
        'Evaluates the rules as if the event had come now: with the state that is stored, or that `state` supposes. `failure` says why a real event would fail. Nothing is posted and nothing is kept.',
      tags: ['rules'],
      errors: [404, 409, 422],
    }),
  )
  .input(SimulateConfiguration)
  .output(Simulation)
  .query(({ ctx, input }) => simulateConfiguration(ctx, input).then(presentSimulation));
