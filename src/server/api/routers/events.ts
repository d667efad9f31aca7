/** Declares the procedures on events: sending them, alone or together, and reading what the rules made of them. */
import { EventBatch, EventBatchResult, EventDetail, EventIngestion, EventPage, EventPath, EventRecord, ListEvents } from '@/contract/event';
import { present } from '@/domain/assert';
import type { DomainError } from '@/domain/errors';
import { presentEvent, presentEventDetail } from '@/server/api/present/event';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { validationFailure } from '@/server/platform/input/validation';
import { getEvent, listEvents, retryEvent } from '@/server/services/events/events';
import { ingestEvent, ingestEvents, type IngestResult } from '@/server/services/events/ingest-events';

const EXAMPLE_EVENT = {
  program_id: '018f2b5e-7c1d-7e9a-9a51-0c5d6f0a7b21',
  external_id: 'ada',
  idempotency_key: 'order-1042',
  event_data: { type: 'purchase', amount: 24.5 },
};

export const eventsRouter = router({
  ingest: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/events',
        summary: 'Send an event',
        description:
          'Stores the event and answers at once; the rules run afterwards. `program_id` and `idempotency_key` identify the event: if you send it again, you get the stored event back, even if the payload differs. Before you read balances, wait for the `event.completed` webhook or poll the event.',
        status: 202,
        idempotency: 'natural_key',
        example: EXAMPLE_EVENT,
        errors: [404, 409, 422],
      }),
    )
    .input(EventIngestion)
    .output(EventRecord)
    .mutation(({ ctx, input }) => ingestEvent(ctx, input).then(presentEvent)),

  ingestBatch: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/events/batch',
        summary: 'Send up to 100 events',
        description:
          'Each event is accepted or refused on its own: a bad event never fails the others. `results` keeps the order of the request.',
        status: 202,
        idempotency: 'natural_key',
        example: { events: [EXAMPLE_EVENT] },
        errors: [409],
      }),
    )
    .input(EventBatch)
    .output(EventBatchResult)
    .mutation(async ({ ctx, input }) => {
      const parsed = input.events.map((item) => EventIngestion.safeParse(item));
      const ingested = await ingestEvents(
        ctx,
        parsed.flatMap((item) => (item.success ? [item.data] : [])),
      );
      const outcomes = parsed.map((item, index): IngestResult =>
        item.success
          ? present(ingested.shift(), 'every sound event was answered')
          : { error: validationFailure(item.error.issues, input.events[index], { reach: REACH }) },
      );
      return presentBatch(outcomes);
    }),

  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/events',
        summary: 'List events',
        description:
          '`from` and `to` filter by ingestion time, `event_from` and `event_to` by when the event occurred; if you send both pairs, both apply.',
        errors: [],
      }),
    )
    .input(ListEvents)
    .output(EventPage)
    .query(async ({ ctx, input }) => presentPage(await listEvents(ctx, input), presentEvent)),

  get: organizationProcedure
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
    .query(({ ctx, input }) => getEvent(ctx, input.id).then(presentEventDetail)),

  retry: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/events/{id}/retry',
        summary: 'Process a FAILED event again',
        description: 'Use this once the cause of the failure is fixed. The event becomes PENDING, and the current rules run on it.',
        status: 202,
        errors: [404],
      }),
    )
    .input(EventPath)
    .output(EventRecord)
    .mutation(({ ctx, input }) => retryEvent(ctx, input.id).then(presentEvent)),
});

const REACH = { input: EventIngestion, shown: [], changes: false };

function presentBatch(outcomes: readonly IngestResult[]): EventBatchResult {
  const results = outcomes.map((outcome, index) =>
    'event' in outcome
      ? { index, status: 'ACCEPTED' as const, event: presentEvent(outcome.event) }
      : { index, status: 'ERROR' as const, error: presentError(outcome.error) },
  );
  const successes = results.filter((result) => result.status === 'ACCEPTED').length;
  return { total: results.length, success_count: successes, error_count: results.length - successes, results };
}

const presentError = ({ code, message, param }: DomainError) => ({ code, message, ...(param === undefined ? {} : { param }) });
