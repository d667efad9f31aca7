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
      summary: 'Test all rules of a program, stored or drafted, on an event',
      description:
        'Evaluates the rules as if the event had arrived now, with the stored state or the one in `state`. `failure` says why a real event would fail. Nothing is posted and nothing is kept.',
      tags: ['rules'],
      errors: [404, 409, 422],
    }),
  )
  .input(SimulateConfiguration)
  .output(Simulation)
  .query(({ ctx, input }) => simulateConfiguration(ctx, input).then(presentSimulation));
