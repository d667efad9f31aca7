import { EventBatch, EventBatchResult, EventIngestion } from '@/contract/event';
import type { DomainError } from '@/domain/errors';
import { presentEvent } from '@/server/api/present/event';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { validationFailure } from '@/server/platform/input/validation';
import { ingestEvents, type IngestResult } from '@/server/services/events/ingest-events';

export const ingestEventBatchRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/events/batch',
      summary: 'Send up to 100 events',
      description:
        'Each event is accepted or refused on its own: a bad event never fails the others. `results` keeps the order of the request.',
      status: 202,
      idempotency: 'natural_key',
      example: {
        events: [
          {
            program_id: '018f2b5e-7c1d-7e9a-9a51-0c5d6f0a7b21',
            external_id: 'ada',
            idempotency_key: 'order-1042',
            event_data: { type: 'purchase', amount: 24.5 },
          },
        ],
      },
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
      item.success ? ingested.shift()! : { error: validationFailure(item.error.issues, input.events[index], { reach: REACH }) },
    );
    return presentBatch(outcomes);
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
