import { expect, test } from 'vitest';
import type { EventDetail } from '@/contract/event';
import { processDueEvents } from '@tests/support/jobs';
import { programWithAsset } from '@tests/support/programs';

/** Concurrent requests, so that many are answered however long the database takes for one. */
const AT_ONCE = 4;
const ITEMS = Array.from({ length: 450 }, (_, index) => index);

test('rules that use up their budget are stopped one by one, and requests are answered in between', async () => {
  const made = await programWithAsset();
  const rules = 4;
  for (let index = 0; index < rules; index++) {
    await made.addRule({ name: `Hungry ${index}`, condition: 'event.items.all(a, event.items.all(b, a + b >= 0))' });
  }
  const { body: sent } = await made.api.post<{ results: { event: { id: string } }[] }>('/events/batch', {
    events: Array.from({ length: 20 }, (_, index) => ({
      program_id: made.program.id,
      external_id: 'ada',
      idempotency_key: `hungry-${index}`,
      event_data: { items: ITEMS },
    })),
  });

  let busy = true;
  const processed = processDueEvents(made.id).finally(() => (busy = false));
  let answered = 0;
  while (busy) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => made.api.get('/programs')));
    for (const answer of answers) expect(answer).toMatchObject({ status: 200 });
    answered += answers.length;
  }

  expect(await processed).toBe(20);
  // More than could be answered while the batch is loaded and committed.
  expect(answered).toBeGreaterThan(40);
  const { body: event } = await made.api.get<EventDetail>(`/events/${sent.results[0]!.event.id}`);
  expect(event.status).toBe('COMPLETED');
  expect(event.rule_evaluations.map(({ status }) => status)).toEqual(Array.from({ length: rules }, () => 'ERROR'));
  expect(event.rule_evaluations[0]!.reason).toMatch(/takes more than|runs longer than/);
});

test.each([
  ['20,000 parentheses', `${'('.repeat(20_000)}true${')'.repeat(20_000)}`],
  ['200 levels of brackets', `${'('.repeat(200)}true${')'.repeat(200)}`],
  ['loops in loops in loops', 'event.a.all(x, event.a.all(y, event.a.all(z, x + y + z > 0)))'],
])('%s are refused when the rule is saved', async (_, condition) => {
  const made = await programWithAsset();
  const action = { type: 'CREDIT', asset_id: made.asset.id, amount: '1' };
  const { status, body } = await made.api.post('/rules', { program_id: made.program.id, name: 'Hostile', condition, actions: [action] });
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'validation_error', param: 'condition' });
});
