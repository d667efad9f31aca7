import { expect, test } from 'vitest';
import { programWithAsset } from '@tests/support/programs';

test('an event of an unknown participant enrolls it and credits it once', async () => {
  const club = await programWithAsset();
  await club.addRule({ condition: 'event.type == "purchase" && event.amount > 10', amount: '{{ event.amount * 0.05 }}' });
  const event = await club.sendAndProcess({ external_id: 'ada', event_data: { type: 'purchase', amount: 19.99 } });
  expect(event).toMatchObject({ status: 'COMPLETED', external_id: 'ada', event_type: 'EXTERNAL' });
  expect(event.rule_evaluations).toMatchObject([{ status: 'MATCHED', actions: [{ type: 'CREDIT', result: 'APPLIED', amount: '0.99' }] }]);
  expect(await club.available('ada')).toBe('0.99');
});

test('computed amounts are exact decimals rounded down to the scale: 0.1 * 3 credits 0.30', async () => {
  const club = await programWithAsset();
  await club.addRule({ amount: '{{ 0.1 * 3 }}' });
  await club.sendAndProcess({});
  expect(await club.available('ada')).toBe('0.30');
});

test('an amount of thirty digits comes back digit for digit', async () => {
  const club = await programWithAsset({ scale: 2 });
  await club.addRule({ amount: '{{ event.amount }}' });
  await club.sendAndProcess({ event_data: { amount: '123456789012345678901234567890.12' } });
  expect(await club.available('ada')).toBe('123456789012345678901234567890.12');
});

test('a condition that reads an absent field makes its rule ERROR with the path, and the others still run', async () => {
  const club = await programWithAsset();
  await club.addRule({ condition: 'event.pull_request.merged' });
  await club.addRule({ amount: '7' });
  const event = await club.sendAndProcess({ event_data: { type: 'push' } });
  expect(event.rule_evaluations).toMatchObject([
    { status: 'ERROR', reason: 'event.pull_request.merged is absent: there is no event.pull_request', actions: [] },
    { status: 'MATCHED' },
  ]);
  expect(await club.available('ada')).toBe('7.00');
});

test('an action that the ledger refuses fails the event with its code and posts nothing of it', async () => {
  const club = await programWithAsset();
  await club.addRule({ amount: '5' });
  await club.addRule({ actions: [{ type: 'DEBIT', asset_id: club.asset.id, amount: '5.01' }] });
  const event = await club.sendAndProcess({});
  expect(event).toMatchObject({ status: 'FAILED', error_code: 'insufficient_funds' });
  expect(event.rule_evaluations.every((evaluation) => evaluation.actions.length === 0)).toBe(true);
  expect(await club.available('ada')).toBeNull();
});

test('events of one batch see what earlier ones did, and a failed one leaves nothing for the next', async () => {
  const club = await programWithAsset();
  await club.addRule({ condition: 'event.kind == "earn"', amount: '5' });
  await club.addRule({
    condition: 'event.kind == "spend"',
    actions: [{ type: 'DEBIT', asset_id: club.asset.id, amount: '{{ event.amount }}' }],
  });
  const send = (kind: string, amount: number) => club.send({ event_data: { kind, amount } });
  await send('spend', 1);
  await send('earn', 0);
  await send('spend', 4);
  await send('spend', 2);
  const last = await club.sendAndProcess({ event_data: { kind: 'spend', amount: 1 } });
  expect(last.status).toBe('COMPLETED');
  expect(await club.available('ada')).toBe('0.00');
  const { body } = await club.api.get<{ data: { status: string }[] }>('/events?sort_dir=asc');
  expect(body.data.map((event) => event.status)).toEqual(['FAILED', 'COMPLETED', 'COMPLETED', 'FAILED', 'COMPLETED']);
});

test('a program that is not active fails accepted events with program_inactive', async () => {
  const club = await programWithAsset();
  await club.api.patch(`/programs/${club.program.id}`, { status: 'SUSPENDED' });
  const event = await club.sendAndProcess({});
  expect(event).toMatchObject({ status: 'FAILED', error_code: 'program_inactive', rule_evaluations: [] });
});

test('a failed event can be retried once its cause is mended', async () => {
  const club = await programWithAsset();
  await club.addRule({ amount: '3' });
  await club.api.patch(`/programs/${club.program.id}`, { status: 'SUSPENDED' });
  const failed = await club.sendAndProcess({});
  await club.api.patch(`/programs/${club.program.id}`, { status: 'ACTIVE' });
  expect(await club.api.post(`/events/${failed.id}/retry`)).toMatchObject({ status: 202, body: { status: 'PENDING' } });
  await club.sendAndProcess({ external_id: 'somebody-else' });
  expect(await club.api.get(`/events/${failed.id}`)).toMatchObject({ body: { status: 'COMPLETED' } });
  expect(await club.available('ada')).toBe('3.00');
  expect(await club.api.post(`/events/${failed.id}/retry`)).toMatchObject({ status: 400, body: { code: 'invalid_status' } });
});

test('the same key again is the same event, and a hundred at once have one effect', async () => {
  const club = await programWithAsset();
  await club.addRule({ amount: '1' });
  const body = { program_id: club.program.id, external_id: 'ada', idempotency_key: 'order-1', event_data: { n: 1 } };
  const answers = await Promise.all(Array.from({ length: 100 }, () => club.api.post<{ id: string }>('/events', body)));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([202]));
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  const other = await club.api.post<{ id: string; event_data: unknown }>('/events', { ...body, event_data: { n: 2 } });
  expect(other.body).toMatchObject({ id: answers[0]!.body.id, event_data: { n: 1 } });
  await club.sendAndProcess({ external_id: 'grace' });
  expect(await club.available('ada')).toBe('1.00');
});

test('rules run in order of their sets and places, and stop_after_match ends the set', async () => {
  const club = await programWithAsset();
  await club.addRule({ name: 'second', amount: '2' });
  await club.addRule({ name: 'first', amount: '1', order: 1, stop_after_match: true });
  const event = await club.sendAndProcess({});
  expect(event.rule_evaluations).toMatchObject([
    { rule_name: 'first', status: 'MATCHED' },
    { rule_name: 'second', status: 'SKIPPED_STOPPED' },
  ]);
  expect(await club.available('ada')).toBe('1.00');
});

test('a rule is active from active_from up to but not at active_to, by the time of the event', async () => {
  const club = await programWithAsset();
  await club.addRule({ active_from: '2026-01-01T00:00:00Z', active_to: '2026-02-01T00:00:00Z' });
  const at = (event_timestamp: string) => club.sendAndProcess({ event_timestamp }).then((event) => event.rule_evaluations[0]!.status);
  expect(await at('2025-12-31T23:59:59.999Z')).toBe('SKIPPED_INACTIVE');
  expect(await at('2026-01-01T00:00:00Z')).toBe('MATCHED');
  expect(await at('2026-02-01T00:00:00Z')).toBe('SKIPPED_INACTIVE');
});

test('why a condition did not hold is told with the value of its parts and the margin', async () => {
  const club = await programWithAsset();
  await club.addRule({ condition: 'event.type == "purchase" && event.amount >= 50' });
  const event = await club.sendAndProcess({ event_data: { type: 'purchase', amount: 37.5 } });
  expect(event.rule_evaluations[0]).toMatchObject({ status: 'NOT_MATCHED' });
  expect(event.rule_evaluations[0]!.trace).toContainEqual({ expression: 'event.amount >= 50', value: false, margin: '-12.5' });
});

test('a recipient is credited by a rule that targets it, and a rule that needs one fails an event without', async () => {
  const club = await programWithAsset();
  await club.addRule({ actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '4', target: { type: 'RECIPIENT' } }] });
  await club.sendAndProcess({ recipient_external_id: 'grace' });
  expect(await club.available('grace')).toBe('4.00');
  expect(await club.sendAndProcess({})).toMatchObject({ status: 'FAILED', error_code: 'recipient_not_found' });
});

test('an empty wallet fails the event, and a funded one is drawn on', async () => {
  const club = await programWithAsset({ issuance_policy: 'PREFUNDED' });
  await club.addRule({ amount: '6' });
  expect(await club.sendAndProcess({})).toMatchObject({ status: 'FAILED', error_code: 'insufficient_funds' });
  await club.api.post(`/programs/${club.program.id}/assets/${club.asset.id}/fund`, { amount: '10', description: 'June budget' });
  await club.sendAndProcess({});
  expect(await club.available('ada')).toBe('6.00');
  expect(await club.sendAndProcess({})).toMatchObject({ status: 'FAILED', error_code: 'insufficient_funds' });
});

test('a rule that did not match says why in one line, and one that matched says nothing', async () => {
  const club = await programWithAsset();
  await club.addRule({ condition: 'event.type == "purchase" && event.amount >= 50' });
  await club.addRule({ condition: 'event.amount > 1' });
  const { rule_evaluations } = await club.sendAndProcess({ event_data: { type: 'purchase', amount: 37.5 } });
  expect(rule_evaluations).toMatchObject([
    { status: 'NOT_MATCHED', reason: null, explanation: 'Amount is 37.5; it must be at least 50' },
    { status: 'MATCHED', explanation: null },
  ]);
});
