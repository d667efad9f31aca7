import { expect, test } from 'vitest';
import type { EventShapeInventory } from '@/contract/event-shapes';
import { githubEvents } from '@/demo/github-events';
import { programWithAsset, type TestProgram } from '@tests/support/programs';

const MISSING = '00000000-0000-4000-8000-000000000000';

/** A program in a sandbox, whose clock an hour's step puts every event sent so far into the past. */
async function observed(): Promise<
  TestProgram & {
    read(query?: string): Promise<EventShapeInventory>;
    advance(by: string): Promise<void>;
    sendAll(payloads: Record<string, unknown>[]): Promise<void>;
  }
> {
  const club = await programWithAsset({ mode: 'SANDBOX' });
  const { api, program } = club;
  return {
    ...club,
    read: async (query = '') => {
      const answer = await api.get<EventShapeInventory>(`/programs/${program.id}/rules/event-shapes${query}`);
      expect(answer.status).toBe(200);
      return answer.body;
    },
    advance: async (by) => void expect((await api.post('/sandbox/clock/advance', { by })).status).toBe(200),
    sendAll: async (payloads) => {
      for (const event_data of payloads) await club.send({ event_data });
    },
  };
}

const fieldOf = ({ inventory }: EventShapeInventory, path: string) => inventory.fields.find((field) => field.path === path);

test('the windows are two equally long periods that meet, the current one ending before as_of', async () => {
  const club = await observed();
  const shapes = await club.read('?window_days=3&sample_limit=10&as_of=2026-03-10T00:00:00Z');
  expect(shapes).toMatchObject({
    as_of: '2026-03-10T00:00:00.000Z',
    program_id: club.program.id,
    current_window: {
      from: '2026-03-07T00:00:00.000Z',
      to: '2026-03-10T00:00:00.000Z',
      sample_limit: 10,
      sample_size: 0,
      payloads_omitted: 0,
      payload_bytes_analyzed: 0,
    },
    baseline_window: { from: '2026-03-04T00:00:00.000Z', to: '2026-03-07T00:00:00.000Z', sample_size: 0 },
    inventory: { fields: [], shapes: [], sample_size: 0, truncated: false },
    warnings: [],
  });
});

test('an event is in the window that ends after its ingestion and in none that ends at it', async () => {
  const club = await observed();
  const { created_at } = await club.send({ event_data: { type: 'visit' } });
  await club.advance('1h');
  const next = new Date(Date.parse(created_at) + 1).toISOString();
  expect((await club.read(`?as_of=${created_at}`)).inventory.sample_size).toBe(0);
  expect((await club.read(`?as_of=${next}`)).inventory.shapes).toMatchObject([
    { event_type: 'EXTERNAL', event_name: 'visit', first_observed_at: created_at, last_observed_at: created_at, sample_size: 1 },
  ]);
});

test('windows that would begin before the first instant with a name begin at it', async () => {
  const club = await observed();
  const first = '0001-01-01T00:00:00.000Z';
  expect(await club.read(`?window_days=3&as_of=${first}`)).toMatchObject({
    current_window: { from: first, to: first },
    baseline_window: { from: first, to: first },
  });
});

test('GitHub webhooks are inventoried without a word of what they say, and drawn alike for the same as_of', async () => {
  const club = await observed();
  await club.addRule({ condition: 'event.action == "opened" && has(event.pull_request.user.login) && event.pull_request.sparkles > 1' });
  const events = githubEvents(club.program.id);
  for (let from = 0; from < events.length; from += 25) {
    expect((await club.api.post('/events/batch', { events: events.slice(from, from + 25) })).body).toMatchObject({ error_count: 0 });
  }
  await club.advance('1h');
  const shapes = await club.read('?sample_limit=100');
  const { current_window, inventory, references } = shapes;
  expect(current_window.sample_size + current_window.payloads_omitted).toBe(100);
  expect(current_window.payload_bytes_analyzed).toBeLessThanOrEqual(current_window.payload_byte_limit);
  expect(references).toEqual({ event_paths: ['action', 'pull_request.sparkles', 'pull_request.user.login'], dynamic_event_paths: [] });
  expect(shapes.referenced_never_observed).toEqual(['pull_request.sparkles']);
  expect(shapes.observed_unreferenced).toContain('repository.full_name');
  expect(fieldOf(shapes, 'pull_request.user.login')).toMatchObject({ dominant_type: 'string', mixed: false });
  expect(shapes.warnings[0]).toMatchObject({
    code: 'referenced_event_field_never_observed',
    path: 'pull_request.sparkles',
    referenced: true,
    event_type: null,
  });
  expect(JSON.stringify(inventory)).not.toMatch(/codertocat|octocat|api\.github\.com|@users\.noreply/i);
  expect(await club.read(`?sample_limit=100&as_of=${shapes.as_of}`)).toEqual(shapes);
  await club.sendAll([{ later: true }]);
  expect(await club.read(`?sample_limit=100&as_of=${shapes.as_of}`)).toEqual(shapes);
});

test('a sample smaller than the window is spread over it, not its newest or oldest part', async () => {
  const club = await observed();
  for (const day of [1, 2, 3, 4, 5]) {
    await club.sendAll(Array.from({ length: 20 }, () => ({ day })));
    await club.advance('1d');
  }
  const { inventory } = await club.read('?sample_limit=30');
  expect(inventory.sample_size).toBe(30);
  const { first_observed_at, last_observed_at } = inventory.shapes[0]!;
  expect(Date.parse(last_observed_at) - Date.parse(first_observed_at)).toBeGreaterThan(2 * 86_400_000);
});

test('a payload beyond the limit of one event is left out and counted', async () => {
  const club = await observed();
  await club.sendAll([{ small: 1 }, { huge: 'x'.repeat(70_000) }]);
  await club.advance('1h');
  const shapes = await club.read();
  expect(shapes.current_window).toMatchObject({ sample_size: 1, payloads_omitted: 1, payload_bytes_analyzed: '{"small":1}'.length });
  expect(fieldOf(shapes, 'huge')).toBeUndefined();
});

test('the payloads of a sample stay below the limit of all of them together', async () => {
  const club = await observed();
  const payload = { pad: 'x'.repeat(60_000) };
  await club.sendAll(Array.from({ length: 40 }, () => payload));
  await club.advance('1h');
  const { current_window } = await club.read();
  const size = JSON.stringify(payload).length;
  expect(current_window.sample_size).toBe(Math.floor(current_window.payload_byte_limit / size));
  expect(current_window).toMatchObject({
    payloads_omitted: 40 - current_window.sample_size,
    payload_bytes_analyzed: current_window.sample_size * size,
  });
});

test('a field whose type changed since the period before is warned of, for the events that have it', async () => {
  const club = await observed();
  await club.addRule({ condition: 'event.type == "purchase" && event.amount > 10' });
  await club.sendAll([
    { type: 'purchase', amount: 12 },
    { type: 'refund', amount: 1 },
  ]);
  await club.advance('2d');
  await club.sendAll([
    { type: 'purchase', amount: '12' },
    { type: 'refund', amount: 1 },
  ]);
  await club.advance('1h');
  const { warnings } = await club.read('?window_days=2');
  expect(warnings).toMatchObject([
    {
      code: 'event_field_type_changed',
      path: 'amount',
      event_type: 'EXTERNAL',
      event_name: 'purchase',
      variant: 'dominant',
      referenced: true,
      baseline_type: 'number',
      current_type: 'string',
      current_type_rate: 1,
    },
  ]);
});

test('suspended rules do not count as readers, and paths that only an event decides are told apart', async () => {
  const club = await observed();
  await club.addRule({ condition: 'event.paused == 1', status: 'SUSPENDED' });
  await club.addRule({ condition: 'event.prices[event.currency] > 1', amount: '{{ event.commits[0].size }}' });
  const { references } = await club.read();
  expect(references).toEqual({ event_paths: ['commits[].size', 'currency'], dynamic_event_paths: ['prices[*]'] });
});

test('a program of somebody else is not found, and queries beyond the bounds are refused by name', async () => {
  const [club, other] = [await observed(), await observed()];
  for (const id of [MISSING, other.program.id]) {
    expect(await club.api.get(`/programs/${id}/rules/event-shapes`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
  for (const [query, param] of [
    ['window_days=31', 'window_days'],
    ['window_days=0', 'window_days'],
    ['sample_limit=101', 'sample_limit'],
    ['as_of=yesterday', 'as_of'],
    ['as_of=2999-01-01T00:00:00Z', 'as_of'],
  ]) {
    expect(await club.api.get(`/programs/${club.program.id}/rules/event-shapes?${query}`), query).toMatchObject({
      status: 400,
      body: { param },
    });
  }
});
