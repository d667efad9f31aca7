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
      summary: 'Read which fields the events of a program have',
      description:
        'Samples the events of the last days and of the equally long period before, and lists every field with its types and how often it is present, beside the fields that active rules read. The sample is spread over its window and depends only on the events and `as_of`. Values of payloads are never shown.',
      tags: ['rules'],
      errors: [404],
    }),
  )
  .input(EventShapesQuery)
  .output(EventShapeInventory)
  .query(({ ctx, input }) => readEventShapes(ctx, input).then(presentEventShapes));
