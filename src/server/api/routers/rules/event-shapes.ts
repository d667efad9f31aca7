import { EventShapeInventory, EventShapesQuery } from '@/contract/event-shapes';
import { presentEventShapes } from '@/server/api/present/event-shapes';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { readEventShapes } from '@/server/services/rules/event-shapes';

export const eventShapesRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/programs/{programId}/rules/event-shapes',
      summary: 'What the events of a program look like',
      description:
        'Draws a sample of the events of the last days and of the equally long period before, and lists every field with its types and how often it is there, beside the fields that active rules read. A sample is spread over its window and depends on nothing but the events and `as_of`. The values of payloads are never shown.',
      tags: ['rules'],
      errors: [404],
    }),
  )
  .input(EventShapesQuery)
  .output(EventShapeInventory)
  .query(({ ctx, input }) => readEventShapes(ctx, input).then(presentEventShapes));
