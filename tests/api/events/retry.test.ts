import { expect, test } from 'vitest';
import { programWithAsset } from '@tests/support/programs';

test('more refused retries at once than there are database connections are all answered', async () => {
  const club = await programWithAsset();
  const { id } = await club.sendAndProcess({});
  const answers = await Promise.all(Array.from({ length: 40 }, () => club.api.post(`/events/${id}/retry`)));
  for (const answer of answers) expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_status' } });
});

test('an unknown event cannot be retried', async () => {
  const club = await programWithAsset();
  expect(await club.api.post('/events/00000000-0000-4000-8000-000000000000/retry')).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  });
});
