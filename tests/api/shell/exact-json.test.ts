import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '@/contract/error';
import type { EventBatchResult } from '@/contract/event';
import type { ParticipantDetail } from '@/contract/participant';
import { origin, type AnyBody } from '@tests/support/api';
import { send } from '@tests/support/http';
import { csv, importFile } from '@tests/support/imports';
import { ownedOrganization } from '@tests/support/people';
import { programWithAsset, type TestProgram } from '@tests/support/programs';

const LOSSY = ['9007199254740993', '1e400', '0.10000000000000000001', '-123456789012345678901234567890'];
const INHERITED = '{"constructor":"c","toString":1,"hasOwnProperty":[true],"prototype":{"constructor":null},"valueOf":{}}';

/** Sends text as it is, which JSON.stringify could not write. */
async function raw({ key }: Pick<TestProgram, 'key'>, method: string, path: string, body: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const { status, text } = await send(origin(), { method, path: `/v1${path}`, headers, body });
  return { status, body: JSON.parse(text) as ErrorBody & AnyBody };
}

interface Place {
  readonly name: string;
  readonly method: string;
  readonly path: (made: TestProgram) => string;
  readonly param: string;
  /** The body with this text as the free JSON. */
  readonly body: (made: TestProgram, json: string) => string;
}

const within = (start: Record<string, unknown>, name: string, json: string): string =>
  `${JSON.stringify(start).slice(0, -1)}${Object.keys(start).length === 0 ? '' : ','}"${name}":${json}}`;

const reward = ({ asset }: TestProgram) => ({
  asset_id: asset.id,
  name: 'Mug',
  redemption_type: 'AMOUNT_BASED',
});
const rule = ({ program }: TestProgram) => ({ program_id: program.id, name: 'r', condition: 'true' });
const ingestion = ({ program }: TestProgram) => ({ program_id: program.id, external_id: 'ada', idempotency_key: 'k' });

const PLACES: readonly Place[] = [
  {
    name: 'attributes of a new participant',
    method: 'POST',
    path: () => '/participants',
    param: 'attributes.x',
    body: (_, json) => within({ external_id: 'ada' }, 'attributes', json),
  },
  {
    name: 'metadata of a reward',
    method: 'POST',
    path: ({ program }) => `/programs/${program.id}/rewards`,
    param: 'metadata.x',
    body: (made, json) => within(reward(made), 'metadata', json),
  },
  {
    name: 'the payload that a rule emits',
    method: 'POST',
    path: () => '/rules',
    param: 'actions[0].payload.x',
    body: (made, json) => within(rule(made), 'actions', `[{"type":"SCHEDULE_EVENT","delay":"1d","event_name":"e","payload":${json}}]`),
  },
  {
    name: 'an attribute that a rule sets',
    method: 'POST',
    path: () => '/rules',
    param: 'actions[0].value.x',
    body: (made, json) => within(rule(made), 'actions', `[{"type":"SET_ATTRIBUTE","key":"k","value":${json}}]`),
  },
  {
    name: 'data of an event',
    method: 'POST',
    path: () => '/events',
    param: 'event_data.x',
    body: (made, json) => within(ingestion(made), 'event_data', json),
  },
];

describe.each(PLACES)('$name', ({ method, path, param, body }) => {
  test.each(LOSSY)('refuses the number %s, which would lose digits, and keeps nothing', async (number) => {
    const made = await programWithAsset();
    const answer = await raw(made, method, path(made), body(made, `{"x":${number}}`));
    expect(answer).toMatchObject({ status: 400, body: { code: 'amount_precision_exceeded', param } });
    const { body: people } = await made.api.get<{ data: unknown[] }>('/participants');
    expect(people.data).toEqual([]);
  });

  test('refuses a name that is given twice, and a field named __proto__, at any depth', async () => {
    const made = await programWithAsset();
    expect(await raw(made, method, path(made), body(made, '{"x":[{"a":1,"a":1}]}'))).toMatchObject({
      status: 400,
      body: { code: 'invalid_json', message: expect.stringContaining('"a" is given twice') },
    });
    const answer = await raw(made, method, path(made), body(made, '{"x":[{"__proto__":{}}]}'));
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_error', param: `${param}[0].__proto__` } });
    expect(await raw(made, method, path(made), body(made, '{"__proto__":1}'))).toMatchObject({ status: 400 });
  });

  test('takes names that every object inherits', async () => {
    const made = await programWithAsset();
    expect((await raw(made, method, path(made), body(made, INHERITED))).status).toBeLessThan(300);
  });
});

test('attributes, counters, tags and event data named like what every object inherits are kept, changed and read by rules', async () => {
  const made = await programWithAsset();
  const { api, program } = made;
  await made.addRule({
    condition: `event.constructor == "c" && participant.attributes.constructor == "c" && participant.counters.toString == 2.0
      && !has(event.isPrototypeOf) && !has(participant.attributes.isPrototypeOf) && !has(participant.counters.isPrototypeOf)`,
    actions: [
      { type: 'COUNTER', operation: 'INCREMENT', key: 'constructor', value: '1' },
      { type: 'COUNTER', operation: 'INCREMENT', key: 'toString', value: '1' },
      { type: 'SET_ATTRIBUTE', key: 'valueOf', value: '{{ event.toString }}' },
      { type: 'TAG', tag: 'constructor' },
    ],
  });
  const attributes = JSON.parse(INHERITED) as Record<string, unknown>;
  const { body: ada } = await api.post<ParticipantDetail>('/participants', {
    external_id: 'ada',
    program_id: program.id,
    attributes,
    tags: ['tostring'],
  });
  expect(ada.attributes).toEqual(attributes);
  await api.patch(`/participants/${ada.id}/state/counters`, { set: { toString: 2 } });
  const event = await made.sendAndProcess({ event_data: attributes });
  expect(event).toMatchObject({ status: 'COMPLETED', event_data: attributes, rule_evaluations: [{ status: 'MATCHED' }] });
  const { body: after } = await api.get<ParticipantDetail>(`/participants/${ada.id}`);
  expect(after.attributes).toEqual({ ...attributes, valueOf: 1 });
  expect(after.counters).toEqual({ constructor: '1', toString: '3' });
  expect([...after.tags].sort()).toEqual(['constructor', 'tostring']);
});

test('one event of a batch with a number that would lose digits fails alone', async () => {
  const made = await programWithAsset();
  const event = (key: string, n: string) => within({ ...ingestion(made), idempotency_key: key }, 'event_data', `{"n":${n}}`);
  const answer = await raw(made, 'POST', '/events/batch', `{"events":[${event('a', '1.00000000000000000001')},${event('b', '1.0000')}]}`);
  expect(answer).toMatchObject({
    status: 202,
    body: {
      results: [
        { status: 'ERROR', error: { code: 'amount_precision_exceeded', param: 'event_data.n' } },
        { status: 'ACCEPTED', event: { event_data: { n: 1 } } },
      ],
    } satisfies Partial<Record<keyof EventBatchResult, unknown>>,
  });
});

test('a number of a field with a type of its own is not rounded into one that is allowed', async () => {
  const made = await programWithAsset();
  const asset = { name: 'x', symbol: 'X', inventory_mode: 'SIMPLE', issuance_policy: 'UNLIMITED' };
  expect(await raw(made, 'POST', '/assets', within(asset, 'scale', '2.00000000000000000001'))).toMatchObject({
    status: 400,
    body: { code: 'validation_error', param: 'scale', fields: [{ reason: 'not_exact', received: '2.00000000000000000001' }] },
  });
});

test('a row of an import keeps its attributes exactly or is refused with its field', async () => {
  const made = await programWithAsset();
  const quoted = (json: string) => `"${json.replaceAll('"', '""')}"`;
  const rows = [
    '{"n":9007199254740993}',
    '{"a":1,"a":2}',
    '{"a":{"__proto__":1}}',
    '{"__proto__":1}',
    '{"plan":"gold"}',
    '{"constructor":"c"}',
  ];
  const file = csv('external_id,attributes,attribute.plan', ...rows.map((json, n) => `p${n},${quoted(json)},${n === 4 ? 'silver' : ''}`));
  const { body } = await importFile(made, file, 'dry_run=true');
  const { errors } = body as unknown as { errors: { row: number; field: string; code: string }[] };
  expect(errors.map(({ field, code }) => [field, code])).toEqual([
    ['attributes.n', 'amount_precision_exceeded'],
    ['attributes', 'validation_error'],
    ['attributes.a.__proto__', 'validation_error'],
    ['attributes.__proto__', 'validation_error'],
    ['attributes.plan', 'validation_error'],
  ]);
});

test('the dashboard cannot send a field that would be lost either', async () => {
  const { owner } = await ownedOrganization();
  const attributes = JSON.parse('{"__proto__":{"plan":"gold"}}') as unknown;
  const { failure } = await owner.mutate('participants.upsert', { external_id: 'ada', attributes });
  expect(failure).toMatchObject({ code: 'validation_error', message: expect.stringContaining('attributes.__proto__') });
});
