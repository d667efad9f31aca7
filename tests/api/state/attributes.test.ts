import { expect, test } from 'vitest';
import type { ParticipantDetail } from '@/contract/participant';
import { historyOf, subjectOf, SUBJECTS } from '@tests/support/state';

test.each(SUBJECTS)('attributes of %s hold any JSON value and are read one by one', async (kind) => {
  const { attributes } = await subjectOf(kind);
  const set = { plan: 'gold', seats: 2, nothing: null, list: [1, { b: 1, a: 2 }], 'a key/with: signs': true };
  expect(await attributes.patch({ set })).toMatchObject({ status: 200 });
  expect(Object.fromEntries((await attributes.list<{ key: string; value: unknown }>()).map(({ key, value }) => [key, value]))).toEqual(set);
  for (const [key, value] of Object.entries(set)) expect(await attributes.get(key)).toMatchObject({ status: 200, body: { key, value } });
  expect(await attributes.get('absent')).toMatchObject({ status: 404, body: { code: 'attribute_not_found' } });
});

test('an attribute is replaced whole, and gone once it is unset', async () => {
  const ada = await subjectOf('participants');
  await ada.attributes.patch({ set: { plan: { name: 'gold', seats: 2 }, x: 1 } });
  const { body } = await ada.attributes.patch({ set: { plan: { name: 'silver' } }, unset: ['x', 'never'] });
  expect(body.data).toEqual([{ key: 'plan', value: { name: 'silver' } }]);
  expect((await ada.attributes.get('x')).status).toBe(404);
  expect(await historyOf(ada)).toEqual([
    ['SET', 'plan', null, { name: 'gold', seats: 2 }, 'API'],
    ['SET', 'x', null, 1, 'API'],
    ['DELETE', 'x', 1, null, 'API'],
    ['SET', 'plan', { name: 'gold', seats: 2 }, { name: 'silver' }, 'API'],
  ]);
  expect((await ada.api.get<ParticipantDetail>(ada.path)).body.attributes).toEqual({ plan: { name: 'silver' } });
});

test.each([
  [{ set: { '': 1 } }, 'validation_error'],
  [{ set: { x: 'y'.repeat(16_384) } }, 'validation_error'],
  [{ set: { x: '\u0000' } }, 'validation_error'],
  [{ set: Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`k${index}`, 1])) }, 'validation_error'],
  [{ set: [] }, 'validation_error'],
  [{ set: { x: 1 }, unset: ['x'] }, 'invalid_request'],
])('%.60j is refused', async (body, code) => {
  const { attributes } = await subjectOf('participants');
  expect(await attributes.patch(body)).toMatchObject({ status: 400, body: { code } });
});
