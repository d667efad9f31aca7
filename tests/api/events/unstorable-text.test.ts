import { expect, test } from 'vitest';
import type { EventBatchResult } from '@/contract/event';
import { programWithAsset } from '@tests/support/programs';

test('an item of a batch whose text cannot be stored fails alone, by its field', async () => {
  const { api, program } = await programWithAsset();
  const item = (key: string, rest: Record<string, unknown> = {}) => ({
    program_id: program.id,
    external_id: 'ada',
    idempotency_key: key,
    event_data: {},
    ...rest,
  });
  const { status, body } = await api.post<EventBatchResult>('/events/batch', {
    events: [
      item('e1'),
      item('e2', { external_id: 'a\0' }),
      item('e3', { event_data: { deep: [{ text: '\ud800' }] } }),
      item('e4', { event_data: { 'key\0': 1 } }),
      item('e5'),
    ],
  });
  expect(status).toBe(202);
  expect(body).toMatchObject({ total: 5, success_count: 2, error_count: 3 });
  expect(body.results.map((result) => result.error?.param ?? result.status)).toEqual([
    'ACCEPTED',
    'external_id',
    'event_data.deep[0].text',
    'event_data',
    'ACCEPTED',
  ]);
});

test('an event whose text cannot be stored is a validation_error by its field', async () => {
  const { api, program } = await programWithAsset();
  const event = { program_id: program.id, external_id: 'ada', idempotency_key: 'e1' };
  expect(await api.post('/events', { ...event, event_data: { a: '\0' } })).toMatchObject({
    status: 400,
    body: { code: 'validation_error', fields: [{ field: 'event_data.a', reason: 'invalid_characters' }] },
  });
});
