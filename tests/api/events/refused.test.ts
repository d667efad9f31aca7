/** A refused event names the field that the caller sent, and who is in the way. */
import { describe, expect, test } from 'vitest';
import type { EventBatchResult, EventRecord } from '@/contract/event';
import type { Participant } from '@/contract/participant';
import { prisma } from '@/server/db/client';
import { programWithAsset, type TestProgram } from '@tests/support/programs';

const NOBODY = '00000000-0000-4000-8000-000000000000';

/** The answer of one event, and of the same event in a batch. */
async function answers(club: TestProgram, fields: Record<string, unknown>): Promise<[unknown, unknown]> {
  const event = { program_id: club.program.id, event_data: {}, ...fields };
  const alone = await club.api.post('/events', { ...event, idempotency_key: 'alone' });
  const batch = await club.api.post<{ results: { error: unknown }[] }>('/events/batch', {
    events: [{ ...event, idempotency_key: 'batch' }],
  });
  return [alone, batch.body.results[0]!.error];
}

describe('an unknown participant is named by the field that was sent', () => {
  test.each([
    ['participant_id', { participant_id: NOBODY }, 'participant_not_found', 'CREATE'],
    ['participant_id', { participant_id: NOBODY }, 'participant_not_found', 'REJECT'],
    ['external_id', { external_id: 'nobody' }, 'participant_not_found', 'REJECT'],
    ['recipient_id', { external_id: 'ada', recipient_id: NOBODY }, 'recipient_not_found', 'CREATE'],
    ['recipient_id', { external_id: 'ada', recipient_id: NOBODY }, 'recipient_not_found', 'REJECT'],
    ['recipient_external_id', { external_id: 'ada', recipient_external_id: 'nobody' }, 'recipient_not_found', 'REJECT'],
  ])('%s of %j is %s where unknown ones are to %s', async (param, fields, code, on_unknown_participant) => {
    const club = await programWithAsset({ program: { on_unknown_participant } });
    await club.api.post('/participants', { external_id: 'ada', program_id: club.program.id });
    const [alone, inBatch] = await answers(club, fields);
    expect(alone).toMatchObject({ status: 422, body: { code, param } });
    expect(inBatch).toMatchObject({ code, param });
  });
});

describe('somebody in the way is named by the field that was sent, with their status', () => {
  test.each([
    ['SUSPENDED', 'participant_suspended'],
    ['CLOSED', 'participant_closed'],
  ])('%s', async (status, code) => {
    const club = await programWithAsset();
    const enroll = { external_id: 'ada', program_id: club.program.id };
    const { id } = (await club.api.post<Participant>('/participants', enroll)).body;
    await club.api.patch(`/participants/${id}`, { status });
    for (const [param, fields] of [
      ['external_id', { external_id: 'ada' }],
      ['participant_id', { participant_id: id }],
      ['recipient_external_id', { external_id: 'bob', recipient_external_id: 'ada' }],
      ['recipient_id', { external_id: 'bob', recipient_id: id }],
    ] as const) {
      const [alone, inBatch] = await answers(club, fields);
      expect(alone).toMatchObject({ status: 422, body: { code, param, details: { participant_id: id, status } } });
      expect(inBatch).toMatchObject({ code, param });
    }
  });
});

test('an event that was accepted before its participant was suspended is answered again as it is stored, and announces no refusal', async () => {
  const club = await programWithAsset();
  const { api, program } = club;
  await api.post('/webhook-endpoints', { url: 'http://127.0.0.1:9/hook', enabled_events: ['event.rejected'] });
  const sent = { program_id: program.id, external_id: 'ada', idempotency_key: 'first', event_data: {} };
  const { id, participant_id } = (await api.post<EventRecord>('/events', sent)).body;
  await api.patch(`/participants/${participant_id}`, { status: 'SUSPENDED' });
  expect(await api.post('/events', sent)).toMatchObject({ status: 202, body: { id } });
  const { body } = await api.post<EventBatchResult>('/events/batch', { events: [sent, { ...sent, idempotency_key: 'second' }] });
  expect(body.results).toMatchObject([{ event: { id } }, { error: { code: 'participant_suspended' } }]);
  const refusals = await prisma().webhookEvent.count({ where: { organization_id: club.id, type: 'event.rejected' } });
  expect(refusals).toBe(1);
});
