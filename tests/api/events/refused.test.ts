/** A refused event names the field that the caller sent, and who is in the way. */
import { describe, expect, test } from 'vitest';
import type { Participant } from '@/contract/participant';
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
