import { EventDetail, EventPath } from '@/contract/event';
import { presentEventDetail } from '@/server/api/present/event';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getEvent } from '@/server/services/events/get-event';

export const getEventRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/events/{id}',
      summary: 'Read an event and why each rule did what it did',
      description: '`rule_evaluations` has one item for each rule, in evaluation order, with the value of each part of its condition.',
      errors: [404],
    }),
  )
  .input(EventPath)
  .output(EventDetail)
  .query(({ ctx, input }) => getEvent(ctx, input.id).then(presentEventDetail));
