import { expect, test } from 'vitest';
import type { ParticipantDetail } from '@/contract/participant';
import { organization } from '@tests/support/api';
import { envelopes, snapshot } from '@tests/support/ledger';
import { programWithAsset } from '@tests/support/programs';
import { createEndpoint } from '@tests/support/webhooks';

const RECEIVER = 'http://127.0.0.1:9/';
const ada = (rest: Record<string, unknown> = {}) => ({ external_id: 'ada', ...rest });

test('a new participant answers 201 with its whole record and is found at its location', async () => {
  const { api } = await organization();
  const created = await api.post<ParticipantDetail>('/participants', ada({ email: 'ada@example.com', first_name: 'Ada' }));
  expect(created.status).toBe(201);
  expect(created.headers.location).toBe(`/v1/participants/${created.body.id}`);
  expect(created.body).toMatchObject({
    external_id: 'ada',
    email: 'ada@example.com',
    phone: null,
    first_name: 'Ada',
    last_name: null,
    display_name: null,
    status: 'ACTIVE',
    program_ids: [],
    tags: [],
    attributes: {},
    counters: {},
    tiers: [],
    balances: [],
  });
  expect(await api.get(`/participants/${created.body.id}`)).toMatchObject({ status: 200, body: created.body });
});

test('a known external id answers 200 and changes only the fields that are sent; null clears', async () => {
  const { api } = await organization();
  const first = await api.post<ParticipantDetail>('/participants', ada({ email: 'ada@example.com', phone: '+44 1', last_name: 'King' }));
  const again = await api.post<ParticipantDetail>('/participants', ada({ last_name: 'Lovelace', phone: null }));
  expect(again.status).toBe(200);
  expect(again.headers.location).toBeUndefined();
  expect(again.body).toMatchObject({ id: first.body.id, email: 'ada@example.com', phone: null, last_name: 'Lovelace' });
  expect((await api.post<ParticipantDetail>('/participants', ada())).body).toEqual(again.body);
});

test('tags are stored in lower case without surrounding space, each once, and added to those there are', async () => {
  const { api } = await organization();
  await api.post('/participants', ada({ tags: ['VIP', ' vip ', 'Été'] }));
  const { body } = await api.post<ParticipantDetail>('/participants', ada({ tags: ['ΑΣ', 'İ', 'beta'] }));
  expect(body.tags).toEqual(['beta', 'i̇', 'vip', 'ας', 'été'].sort());
});

test('attributes hold any JSON value; those sent are set and the others stay', async () => {
  const { api } = await organization();
  const value = { deep: [{ list: [1, 'two', null, true] }], text: 'ünïcode 🎉' };
  await api.post('/participants', ada({ attributes: { plan: 'gold', kept: value } }));
  const { body } = await api.post<ParticipantDetail>('/participants', ada({ attributes: { plan: null, 'a.b c': 1.5 } }));
  expect(body.attributes).toEqual({ plan: null, kept: value, 'a.b c': 1.5 });
});

test('program_id enrolls the participant, once', async () => {
  const { api, program } = await programWithAsset();
  for (const status of [201, 200]) {
    const answer = await api.post('/participants', ada({ program_id: program.id }));
    expect(answer).toMatchObject({ status, body: { program_ids: [program.id] } });
  }
});

test('an unknown program, one of another organization or an archived one refuses the whole request', async () => {
  const { id, api, program } = await programWithAsset();
  const stranger = await programWithAsset();
  const before = await snapshot(id);
  for (const programId of [stranger.program.id, '00000000-0000-4000-8000-000000000000']) {
    const answer = await api.post('/participants', ada({ program_id: programId }));
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found', param: 'program_id' } });
  }
  await api.patch(`/programs/${program.id}`, { status: 'ARCHIVED' });
  expect(await api.post('/participants', ada({ program_id: program.id }))).toMatchObject({
    status: 409,
    body: { code: 'program_archived' },
  });
  expect(await snapshot(id)).toEqual(before);
});

test('participant.created is sent for a new participant and for no other', async () => {
  const { id, api } = await organization();
  await createEndpoint(api, RECEIVER);
  const { body } = await api.post<ParticipantDetail>('/participants', ada());
  await api.post('/participants', ada({ first_name: 'Ada' }));
  expect(await envelopes(id)).toEqual([
    { type: 'participant.created', data: { participant_id: body.id, organization_id: id, external_user_id: 'ada' } },
  ]);
});

test('thirty requests at once for one new external id make one participant, one 201 and no failure', async () => {
  const { id, api } = await organization();
  await createEndpoint(api, RECEIVER);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) => api.post<ParticipantDetail>('/participants', ada({ tags: [`t${i}`] }))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(29).fill(200), 201]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await envelopes(id)).toHaveLength(1);
  expect((await api.get<ParticipantDetail>('/participants/ext:ada')).body.tags).toHaveLength(30);
});

test('external ids are compared exactly and belong to one organization', async () => {
  const [one, other] = [await organization(), await organization()];
  for (const externalId of ['ada', 'Ada', 'ada ', 'a', 'A'.repeat(255), '数/=?#%&+', '../x', 'null', '0']) {
    expect(await one.api.post('/participants', { external_id: externalId })).toMatchObject({
      status: 201,
      body: { external_id: externalId },
    });
  }
  expect((await other.api.post('/participants', ada())).status).toBe(201);
});

test('a suspended or closed participant keeps taking profile changes', async () => {
  const { api } = await organization();
  await api.post('/participants', ada());
  for (const status of ['SUSPENDED', 'CLOSED']) {
    await api.patch('/participants/ext:ada', { status });
    expect(await api.post('/participants', ada({ display_name: status }))).toMatchObject({
      status: 200,
      body: { status, display_name: status },
    });
  }
});

test.each([
  ['no external id', {}, 'external_id', 'required'],
  ['an empty external id', ada({ external_id: '' }), 'external_id', 'too_short'],
  ['a blank external id', ada({ external_id: '  ' }), 'external_id', 'too_short'],
  ['an external id of 256 characters', ada({ external_id: 'x'.repeat(256) }), 'external_id', 'too_long'],
  ['an external id with a NUL', ada({ external_id: 'a\0' }), 'external_id', 'invalid_characters'],
  ['an external id with an unpaired surrogate', ada({ external_id: 'a\ud800' }), 'external_id', 'invalid_characters'],
  ['a null external id', ada({ external_id: null }), 'external_id', 'invalid_type'],
  ['a first name with a NUL', ada({ first_name: '\0' }), 'first_name', 'invalid_characters'],
  ['a phone of 51 characters', ada({ phone: '1'.repeat(51) }), 'phone', 'too_long'],
  ['a tag that is blank', ada({ tags: ['ok', ' '] }), 'tags[1]', 'too_short'],
  ['a tag of 65 characters', ada({ tags: ['x'.repeat(65)] }), 'tags[0]', 'too_long'],
  ['a tag with a NUL', ada({ tags: ['\0x'] }), 'tags[0]', 'invalid_characters'],
  ['101 tags', ada({ tags: Array.from({ length: 101 }, (_, i) => `t${i}`) }), 'tags', 'too_many'],
  ['tags that are no list', ada({ tags: 'vip' }), 'tags', 'invalid_type'],
  ['attributes that are a list', ada({ attributes: [] }), 'attributes', 'invalid_type'],
  ['an attribute with a NUL deep inside', ada({ attributes: { a: [{ b: 'x\0' }] } }), 'attributes.a[0].b', 'invalid_characters'],
  ['an attribute with an unpaired surrogate', ada({ attributes: { a: '\udc00' } }), 'attributes.a', 'invalid_characters'],
  ['a program that is no UUID', ada({ program_id: 'p1' }), 'program_id', 'invalid_format'],
  ['an unknown field', ada({ status: 'CLOSED' }), 'status', 'unknown_field'],
])('%s is a validation_error that names the field', async (_, body, field, reason) => {
  const { api } = await organization();
  const answer = await api.post('/participants', body);
  expect(answer).toMatchObject({ status: 400, body: { code: 'validation_error', param: field, fields: [{ field, reason }] } });
});

test.each(['ada', 'ada@', '@example.com', 'a b@example.com', 'ada@example', 'ada@@example.com', ' ada@example.com', ''])(
  'the address %j is invalid_email',
  async (email) => {
    const { api } = await organization();
    expect(await api.post('/participants', ada({ email }))).toMatchObject({ status: 400, body: { code: 'invalid_email', param: 'email' } });
  },
);

test('every fault of a request is told at once', async () => {
  const { api } = await organization();
  const { body } = await api.post<{ code: string; fields: { field: string }[] }>('/participants', { email: 'x', tags: 7, colour: 'red' });
  expect(body.code).toBe('validation_error');
  expect(body.fields.map(({ field }) => field).sort()).toEqual(['colour', 'email', 'external_id', 'tags']);
});
