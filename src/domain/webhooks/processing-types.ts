/** Says what webhooks tell of events: processed, failed or refused. */
import { error, error_code, eventType, organization_id, program_id, text, uuid } from './event-type';
import { SAMPLE } from './sample-ids';

export const PROCESSING_TYPES = {
  'event.completed': eventType({
    category: 'lifecycle',
    description: 'An event was processed: all rules were evaluated.',
    payload: { fields: { event_id: uuid('The event.'), organization_id, program_id } },
    sample: { event_id: SAMPLE.EVENT, organization_id: SAMPLE.ORGANIZATION, program_id: SAMPLE.PROGRAM },
  }),
  'event.failed': eventType({
    category: 'lifecycle',
    description: 'The validation or processing of an event failed and will not be retried automatically.',
    payload: {
      fields: {
        event_id: uuid('The event.'),
        organization_id,
        program_id: { ...program_id, optional: true },
        error,
        error_code: { ...error_code, optional: true },
      },
    },
    sample: {
      event_id: SAMPLE.EVENT,
      organization_id: SAMPLE.ORGANIZATION,
      program_id: SAMPLE.PROGRAM,
      error: 'The program is not active.',
      error_code: 'program_inactive',
    },
  }),
  'event.rejected': eventType({
    category: 'lifecycle',
    description: 'An event was refused when it was sent, because of its actor or recipient.',
    payload: {
      fields: {
        organization_id,
        program_id,
        external_id: text('Your own id of the actor.'),
        idempotency_key: text('The key that the event was sent with.'),
        error,
        error_code,
      },
    },
    sample: {
      organization_id: SAMPLE.ORGANIZATION,
      program_id: SAMPLE.PROGRAM,
      external_id: 'user-42',
      idempotency_key: 'order-1042',
      error: 'The participant is suspended.',
      error_code: 'participant_suspended',
    },
  }),
};
