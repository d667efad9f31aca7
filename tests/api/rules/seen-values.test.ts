/** Which values the events and participants of a program have, to choose from in conditions. */
import { expect, test } from 'vitest';
import type { SeenValues } from '@/contract/seen-values';
import { organization } from '@tests/support/api';
import { programWithAsset } from '@tests/support/programs';

const valuesOf = ({ fields }: SeenValues['events'], path: string) =>
  fields.find((field) => field.path === path)?.values.map(({ value, count }) => [value, count]);

test('the values of events, tags and attributes are counted, and those of another program or organization are not', async () => {
  const club = await programWithAsset();
  const { api, program } = club;
  const other = (await api.post<{ id: string }>('/programs', { name: 'Other' })).body;
  for (const [channel, order_id] of [
    ['web', 'o-1'],
    ['web', 'o-2'],
    ['store', 'o-3'],
  ])
    await club.send({ event_data: { type: 'order', channel, order_id, email: 'ada@example.com', gift: channel === 'store' } });
  await club.send({ program_id: other.id, event_data: { type: 'visit', channel: 'elsewhere' } });
  const state = { tags: ['vip'], attributes: { city: 'Berlin', born: '1990-02-28' } };
  await api.post('/participants', { external_id: 'bob', program_id: program.id, ...state });
  await api.post('/participants', { external_id: 'cyd', program_id: other.id, tags: ['stranger'] });

  const { status, body } = await api.get<SeenValues>(`/programs/${program.id}/rules/seen-values`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ program_id: program.id, events: { sample_size: 3 }, participants: { sample_size: 2 } });
  expect(valuesOf(body.events, 'channel')).toEqual([
    ['web', 2],
    ['store', 1],
  ]);
  expect(valuesOf(body.events, 'type')).toEqual([['order', 3]]);
  expect(valuesOf(body.events, 'gift')).toEqual([
    [false, 2],
    [true, 1],
  ]);
  expect(valuesOf(body.events, 'email')).toBeUndefined();
  expect(valuesOf(body.participants, 'tags[]')).toEqual([['vip', 1]]);
  expect(valuesOf(body.participants, 'attributes.city')).toEqual([['Berlin', 1]]);
  expect(valuesOf(body.participants, 'attributes.born')).toBeUndefined();

  const stranger = await organization();
  expect(await stranger.api.get(`/programs/${program.id}/rules/seen-values`)).toMatchObject({ status: 404, body: { param: 'programId' } });
});

test('a program without events and participants has no values', async () => {
  const { api, program } = await programWithAsset();
  const nothing = { sample_size: 0, fields: [] };
  expect((await api.get(`/programs/${program.id}/rules/seen-values`)).body).toMatchObject({ events: nothing, participants: nothing });
});
