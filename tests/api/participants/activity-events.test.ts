import { expect, test } from 'vitest';
import type { EventRecord } from '@/contract/event';
import { redate } from '@tests/support/event-records';
import { ledger } from '@tests/support/ledger';
import { processDueEvents } from '@tests/support/jobs';

async function clubWithEvents() {
  const club = await ledger();
  const events: EventRecord[] = [];
  for (const day of [1, 2, 3]) {
    const event = await club.send({ idempotency_key: `e${day}`, event_timestamp: `2026-03-0${day}T00:00:00Z` });
    events.push({ ...event, id: await redate(event.id, new Date(Date.UTC(2026, 4, day))) });
  }
  await club.send({ external_id: 'bob', recipient_external_id: 'ada' });
  const keysOf = async (query = '') =>
    (await club.api.get<{ data: EventRecord[] }>(`/participants/ext:ada/activity/events${query}`)).body.data.map(
      (event) => event.idempotency_key,
    );
  return { ...club, keysOf };
}

test('the events of a participant are those in which it is the actor, newest first', async () => {
  const club = await clubWithEvents();
  expect(await club.keysOf()).toEqual(['e3', 'e2', 'e1']);
  expect(await club.keysOf('?sort_dir=asc&limit=2')).toEqual(['e1', 'e2']);
});

test('the windows on ingestion and on occurrence must both hold', async () => {
  const { keysOf } = await clubWithEvents();
  expect(await keysOf('?from=2026-05-02T00:00:00Z')).toEqual(['e3', 'e2']);
  expect(await keysOf('?from=2026-05-01T00:00:00Z&to=2026-05-03T00:00:00Z')).toEqual(['e2', 'e1']);
  expect(await keysOf('?event_from=2026-03-02T00:00:00Z')).toEqual(['e3', 'e2']);
  expect(await keysOf('?event_from=2026-03-01T00:00:00Z&event_to=2026-03-02T00:00:00Z')).toEqual(['e1']);
  expect(await keysOf('?from=2026-05-02T00:00:00Z&event_from=2026-03-01T00:00:00Z&event_to=2026-03-03T00:00:00Z')).toEqual(['e2']);
});

test('status and program_id narrow the list', async () => {
  const club = await clubWithEvents();
  expect(await club.keysOf('?status=PENDING')).toHaveLength(3);
  await processDueEvents(club.id);
  expect(await club.keysOf('?status=PENDING')).toEqual([]);
  expect(await club.keysOf(`?status=COMPLETED&program_id=${club.program.id}`)).toHaveLength(3);
  expect(await club.keysOf('?program_id=00000000-0000-4000-8000-000000000000')).toEqual([]);
});

test('a cursor of one participant is refused for another, and for the list of all events', async () => {
  const club = await clubWithEvents();
  const { body } = await club.api.get<{ pagination: { next_cursor: string } }>('/participants/ext:ada/activity/events?limit=1');
  const cursor = body.pagination.next_cursor;
  expect((await club.api.get(`/participants/ext:ada/activity/events?cursor=${cursor}`)).status).toBe(200);
  for (const path of ['/participants/ext:bob/activity/events?', `/events?participant_id=${club.participant.id}&`]) {
    expect(await club.api.get(`${path}cursor=${cursor}`)).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
  }
});

test.each([
  ['event_to=2026-01-01T00:00:00Z', 'event_from'],
  ['to=2026-01-01T00:00:00Z', 'from'],
  ['event_from=2026-01-02T00:00:00Z&event_to=2026-01-01T00:00:00Z', 'event_from'],
  ['status=DONE', 'status'],
  ['event_from=yesterday', 'event_from'],
])('the query %s is a validation_error', async (query, param) => {
  const { api } = await ledger();
  expect(await api.get(`/participants/ext:ada/activity/events?${query}`)).toMatchObject({
    status: 400,
    body: { code: 'validation_error', param },
  });
});
