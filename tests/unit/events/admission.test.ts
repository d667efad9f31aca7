/** What events that are sent together come to, before anything of them is stored. */
import { describe, expect, test } from 'vitest';
import { DomainError } from '@/domain/errors';
import { admit, type AdmissionState, type KnownParticipant, type SentEvent } from '@/domain/events/admission';

const NOW = new Date('2026-03-01T12:00:00Z');
const ADA: KnownParticipant = { id: 'id-ada', externalId: 'ada', status: 'ACTIVE', programIds: ['club'] };

const sent = (event: Partial<SentEvent> = {}): SentEvent => ({
  requestId: 'req_1',
  programId: 'club',
  idempotencyKey: 'order-1',
  actor: { externalId: 'ada' },
  recipient: null,
  data: { type: 'purchase' },
  timestamp: null,
  codes: null,
  ...event,
});

function admitted(events: readonly SentEvent[], state: Partial<AdmissionState> = {}) {
  let ids = 0;
  const newId = (kind: string) => () => `${kind}-${(ids += 1)}`;
  return admit(
    events,
    {
      organizationId: 'org',
      now: NOW,
      programs: new Map([['club', { onUnknownParticipant: 'CREATE' as const }]]),
      participants: [ADA],
      stored: new Set<string>(),
      ...state,
    },
    { newEventId: newId('event'), newParticipantId: newId('participant') },
  );
}

const codes = (answers: readonly (string | DomainError)[]): string[] =>
  answers.map((answer) => (answer instanceof DomainError ? `${answer.code} at ${answer.param}` : answer));

test('an event of an enrolled participant is stored, and nothing else happens', () => {
  expect(admitted([sent()])).toEqual({
    answers: ['club/order-1'],
    events: [
      {
        id: 'event-1',
        programId: 'club',
        participantId: 'id-ada',
        recipientId: null,
        externalId: 'ada',
        eventData: { type: 'purchase' },
        idempotencyKey: 'order-1',
        requestId: 'req_1',
        eventTimestamp: NOW,
        codes: null,
      },
    ],
    newcomers: [],
    enrollments: [],
    webhooks: [],
  });
});

test('an event that is stored already, or that was sent before it, is answered by that one and stored no second time', () => {
  const again = admitted([sent(), sent({ idempotencyKey: 'order-2' }), sent({ idempotencyKey: 'order-2', actor: { externalId: 'bob' } })], {
    stored: new Set(['club/order-1']),
  });
  expect(again.answers).toEqual(['club/order-1', 'club/order-2', 'club/order-2']);
  expect(again.events.map(({ idempotencyKey, externalId }) => [idempotencyKey, externalId])).toEqual([['order-2', 'ada']]);
  expect(again.newcomers).toEqual([]);
});

test('somebody new whom several events name, as actor and as recipient, is created, announced and enrolled once', () => {
  const bob = { externalId: 'bob' };
  const { events, newcomers, enrollments, webhooks } = admitted([
    sent({ idempotencyKey: 'a', actor: bob, recipient: bob, requestId: 'req_2' }),
    sent({ idempotencyKey: 'b', recipient: bob }),
  ]);
  expect(newcomers).toMatchObject([{ id: 'participant-1', externalId: 'bob' }]);
  expect(enrollments).toEqual([{ programId: 'club', participantId: 'participant-1' }]);
  expect(webhooks).toMatchObject([{ requestId: 'req_2', draft: { type: 'participant.created', data: { external_user_id: 'bob' } } }]);
  expect(events.map(({ participantId, recipientId }) => [participantId, recipientId])).toEqual([
    ['participant-1', 'participant-1'],
    ['id-ada', 'participant-1'],
  ]);
});

test('somebody known who is not enrolled is enrolled and not created', () => {
  const { newcomers, enrollments } = admitted([sent()], { participants: [{ ...ADA, programIds: ['another'] }] });
  expect([newcomers, enrollments]).toEqual([[], [{ programId: 'club', participantId: 'id-ada' }]]);
});

test('a program that the organization does not have refuses the event without telling anybody', () => {
  const { answers, webhooks } = admitted([sent({ programId: 'theirs' })]);
  expect(codes(answers)).toEqual(['not_found at program_id']);
  expect(webhooks).toEqual([]);
});

describe('a refused event leaves its webhook and nothing else', () => {
  const closed: KnownParticipant = { id: 'id-eve', externalId: 'eve', status: 'CLOSED', programIds: ['club'] };
  const strict = { programs: new Map([['club', { onUnknownParticipant: 'REJECT' as const }]]) };
  test.each<[string, Partial<SentEvent>, Partial<AdmissionState>, string]>([
    ['an unknown actor by id', { actor: { id: 'nobody' } }, {}, 'participant_not_found at participant_id'],
    ['an unknown actor where none is created', { actor: { externalId: 'bob' } }, strict, 'participant_not_found at external_id'],
    [
      'an actor who is not enrolled where none is',
      {},
      { ...strict, participants: [{ ...ADA, programIds: [] }] },
      'participant_not_found at external_id',
    ],
    ['an unknown recipient by id', { recipient: { id: 'nobody' } }, {}, 'recipient_not_found at recipient_id'],
    [
      'an unknown recipient where none is created',
      { recipient: { externalId: 'bob' } },
      strict,
      'recipient_not_found at recipient_external_id',
    ],
    ['a closed actor', { actor: { id: 'id-eve' } }, { participants: [closed] }, 'participant_closed at participant_id'],
    ['a suspended actor', {}, { participants: [{ ...ADA, status: 'SUSPENDED' }] }, 'participant_suspended at external_id'],
    [
      'a closed recipient',
      { recipient: { externalId: 'eve' } },
      { participants: [ADA, closed] },
      'participant_closed at recipient_external_id',
    ],
  ])('%s', (_, event, state, expected) => {
    const { answers, webhooks, ...stored } = admitted([sent(event)], state);
    expect(codes(answers)).toEqual([expected]);
    expect(stored).toEqual({ events: [], newcomers: [], enrollments: [] });
    expect(webhooks).toMatchObject([
      { requestId: 'req_1', draft: { type: 'event.rejected', data: { idempotency_key: 'order-1', program_id: 'club' } } },
    ]);
  });
});
