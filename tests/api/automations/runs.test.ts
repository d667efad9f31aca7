/** What automations do when they run. */
import { describe, expect, test } from 'vitest';
import { automatedProgram } from '@tests/support/automations';
import { processDueEvents } from '@tests/support/jobs';

test('IMMEDIATE tells everybody whom the filter holds for, once, and is then COMPLETED', async () => {
  const made = await automatedProgram();
  const [ada, bob] = await made.enroll('ada', 'bob', 'eve');
  await made.api.patch(`/participants/${ada!.id}/state/tags`, { add: ['vip'] });
  await made.api.patch(`/participants/${bob!.id}`, { status: 'SUSPENDED' });
  await made.api.patch(`/participants/${bob!.id}/state/tags`, { add: ['vip'] });
  await made.on('welcome', { type: 'CREDIT', amount: '{{ event.points }}' });
  const { id } = await made.automate({
    participant_filter: '"vip" in participant.tags',
    event: { type: 'welcome', data: { points: '{{ 2 + size(participant.tags) }}', who: 'Dear {{ participant.external_id }}' } },
  });
  await made.run();
  await processDueEvents(made.id);
  expect(await made.made()).toMatchObject([
    { external_id: 'ada', status: 'COMPLETED', event_data: { points: 3, who: 'Dear ada', type: 'welcome' } },
  ]);
  expect((await made.balance()).available).toBe('3.00');
  expect(await made.read(id)).toMatchObject({ status: 'COMPLETED', next_run_at: null, last_run_at: expect.any(String) });
  expect(await made.runs(id)).toMatchObject([
    {
      origin: 'SCHEDULE',
      status: 'COMPLETED',
      participant_count: 2,
      evaluated_count: 2,
      matched_count: 1,
      event_count: 1,
      failed_count: 0,
    },
  ]);
});

test('CRON runs at each of its times as the clock passes them, in order, each with its own timestamp', async () => {
  const made = await automatedProgram();
  await made.enroll('ada');
  await made.on('month', { type: 'CREDIT', amount: '1' });
  const { id, next_run_at } = await made.automate({ trigger: { type: 'CRON', cron_expression: '0 6 1 * *' }, event: { type: 'month' } });
  const performed = await made.advance(new Date(Date.parse(next_run_at!) + 89 * 86_400_000).toISOString());
  expect(performed).toMatchObject({ automations: 3, events: 3 });
  const runs = await made.runs(id);
  expect(runs).toHaveLength(3);
  expect(runs[0]).toMatchObject({ due_at: next_run_at, status: 'COMPLETED', completed_at: next_run_at });
  expect((await made.made()).map(({ event_timestamp, processed_at }) => [event_timestamp, processed_at])).toEqual(
    runs.map(({ due_at }) => [due_at, due_at]),
  );
  expect((await made.balance()).available).toBe('3.00');
});

test('ONE_TIME runs at its time and is then COMPLETED', async () => {
  const made = await automatedProgram();
  await made.enroll('ada');
  const run_at = new Date(Date.now() + 5 * 86_400_000).toISOString();
  const { id } = await made.automate({ trigger: { type: 'ONE_TIME', run_at } });
  await made.advance('4d');
  expect([await made.told(), (await made.read(id)).status]).toEqual([[], 'ACTIVE']);
  await made.advance('2d');
  expect(await made.made()).toMatchObject([{ external_id: 'ada', event_timestamp: run_at }]);
  expect(await made.read(id)).toMatchObject({ status: 'COMPLETED', last_run_at: run_at });
});

test('a run of the whole program makes one event about nobody, for which rules must name a target', async () => {
  const made = await automatedProgram();
  await made.enroll('ada', 'bob');
  await made.on('season', { type: 'TAG', tag: 'summer', target: { type: 'PROGRAM' } });
  await made.on('lost', { type: 'CREDIT', amount: '1' });
  await made.automate({ scope: 'PROGRAM', event: { type: 'season', data: { of: '{{ program.id }}' } } });
  await made.automate({ scope: 'PROGRAM', event: { type: 'lost' } });
  await made.run();
  await processDueEvents(made.id);
  expect(await made.made()).toMatchObject([
    { participant_id: null, external_id: null, status: 'COMPLETED', event_data: { of: made.program.id } },
    { participant_id: null, status: 'FAILED', error_code: 'recipient_not_found' },
  ]);
  expect((await made.api.get<{ data: unknown[] }>(`/programs/${made.program.id}/state/tags`)).body).toMatchObject({
    data: [{ tag: 'summer' }],
  });
});

test('a run that its guard does not let through is SKIPPED, also where the program is suspended', async () => {
  const made = await automatedProgram();
  await made.enroll('ada');
  const { id } = await made.automate({
    trigger: { type: 'CRON', cron_expression: '0 0 * * *' },
    guard_condition: '"open" in program.tags',
  });
  await made.advance('24h');
  await made.api.patch(`/programs/${made.program.id}/state/tags`, { add: ['open'] });
  await made.advance('24h');
  await made.api.patch(`/programs/${made.program.id}`, { status: 'SUSPENDED' });
  await made.advance('24h');
  expect(await made.runs(id)).toMatchObject([
    { status: 'SKIPPED', event_count: 0, reason: expect.stringContaining('guard') },
    { status: 'COMPLETED', event_count: 1, reason: null },
    { status: 'SKIPPED', event_count: 0, reason: expect.stringContaining('SUSPENDED') },
  ]);
});

test('whom nothing can be said of is counted with the reason, and the others are told', async () => {
  const made = await automatedProgram();
  const [ada, bob] = await made.enroll('ada', 'bob', 'eve');
  await made.api.patch(`/participants/${ada!.id}/state/attributes`, { set: { city: 'Kyiv' } });
  await made.api.patch(`/participants/${bob!.id}/state/attributes`, { set: { city: 'Berlin' } });
  const { id } = await made.automate({ participant_filter: 'participant.attributes.city != "Berlin"' });
  const failing = await made.automate({ scope: 'PROGRAM', guard_condition: 'program.attributes.open' });
  await made.run();
  expect(await made.told()).toEqual(['ada']);
  expect(await made.runs(id)).toMatchObject([
    {
      evaluated_count: 3,
      matched_count: 1,
      failed_count: 1,
      failures: [{ participant_id: expect.any(String), reason: 'participant_filter: participant.attributes.city is absent' }],
    },
  ]);
  expect(await made.runs(failing.id)).toMatchObject([{ status: 'FAILED', reason: 'guard_condition: program.attributes.open is absent' }]);
});

test('the filter reads counters, levels, balances and groups as they are', async () => {
  const made = await automatedProgram();
  const [ada, bob] = await made.enroll('ada', 'bob');
  await made.group(ada!, bob!);
  await made.api.post(`/programs/${made.program.id}/tiers`, { key: 'status', name: 'Status', levels: [{ key: 'gold', rank: 1 }] });
  await made.api.put(`/participants/${ada!.id}/state/tiers/status?program_id=${made.program.id}`, { level: 'gold' });
  await made.api.patch(`/participants/${ada!.id}/state/counters`, { set: { visits: 3 } });
  await made.api.post(`/participants/${ada!.id}/balances/adjust`, {
    program_id: made.program.id,
    asset_id: made.asset.id,
    type: 'CREDIT',
    amount: '12.5',
    description: 'Gift',
  });
  const reads = [
    'participant.counters.visits == 3.0',
    'participant.tiers.status.rank == 1',
    'participant.balances.PTS.available == 12.5',
    'groups.exists(g, g.name == "Baristas" && g.role == "ADMIN")',
    'participant.counters.absent == 0.0',
  ];
  await made.automate({
    participant_filter: reads.join(' && '),
    event: { type: 'all', data: { balance: '{{ participant.balances.PTS.available }}' } },
  });
  await made.run();
  expect(await made.made()).toMatchObject([{ external_id: 'ada', event_data: { balance: 12.5 } }]);
});

test('a run by hand comes on top of the schedule, also while it is paused', async () => {
  const made = await automatedProgram();
  await made.enroll('ada');
  const { id, next_run_at } = await made.automate({ trigger: { type: 'CRON', cron_expression: '0 0 1 1 *' } });
  expect(await made.trigger(id)).toMatchObject({ status: 202, body: { origin: 'MANUAL', status: 'RUNNING', participant_count: 1 } });
  await made.run();
  expect(await made.read(id)).toMatchObject({ status: 'ACTIVE', next_run_at });
  await made.patch(id, { status: 'PAUSED' });
  await made.trigger(id);
  await made.run();
  expect(await made.told()).toEqual(['ada', 'ada']);
});

describe('PARTICIPANT_STATE', () => {
  const gold = {
    trigger: { type: 'PARTICIPANT_STATE' },
    participant_filter: 'participant.counters.points >= 100.0',
    event: { type: 'hundred' },
  };

  test('makes an event when the filter comes to hold, none while it holds, and another when it has ceased to hold between', async () => {
    const made = await automatedProgram();
    await made.enroll('ada', 'bob');
    const { id } = await made.automate(gold);
    const points = async (value: number) => {
      await made.api.patch('/participants/ext:ada/state/counters', { set: { points: value } });
      await made.run();
      return (await made.told()).length;
    };
    expect([await points(50), await points(120), await points(180), await points(20), await points(130)]).toEqual([0, 1, 1, 1, 2]);
    expect(await made.told()).toEqual(['ada', 'ada']);
    expect(await made.runs(id)).toMatchObject([{ origin: 'STATE_CHANGE', evaluated_count: 1, event_count: 1 }, { event_count: 1 }]);
  });

  test('hears what rules change, and whoever comes into the program as such', async () => {
    const made = await automatedProgram();
    await made.on('order', { type: 'COUNTER', key: 'points', value: '{{ event.amount }}' });
    await made.automate(gold);
    await made.api.post('/participants', { external_id: 'eve', program_id: made.program.id });
    await made.happen('order', { amount: 99 });
    await made.run();
    expect(await made.told()).toEqual([]);
    await made.happen('order', { amount: 1 });
    await made.run();
    expect(await made.told()).toEqual(['ada']);
    await made.automate({ ...gold, participant_filter: '"new" in participant.tags' });
    await made.api.post('/participants', { external_id: 'zoe', tags: ['new'], program_id: made.program.id });
    await made.run();
    expect(await made.told()).toEqual(['ada', 'zoe']);
  });

  test('evaluates everybody at its cron_expression too, for what only time or balances change', async () => {
    const made = await automatedProgram();
    const [ada] = await made.enroll('ada', 'bob');
    await made.automate({
      ...gold,
      trigger: { type: 'PARTICIPANT_STATE', cron_expression: '0 0 * * *' },
      participant_filter: 'participant.balances.PTS.available > 10',
    });
    await made.advance('24h');
    expect(await made.told()).toEqual([]);
    await made.api.post(`/participants/${ada!.id}/balances/adjust`, {
      program_id: made.program.id,
      asset_id: made.asset.id,
      type: 'CREDIT',
      amount: '12',
      description: 'Gift',
    });
    await made.advance('72h');
    expect(await made.told()).toEqual(['ada']);
  });

  test('what changes while it is paused is evaluated when it is resumed, and nothing once it is cancelled', async () => {
    const made = await automatedProgram();
    await made.enroll('ada');
    const { id } = await made.automate(gold);
    await made.patch(id, { status: 'PAUSED' });
    for (const points of [150, 20, 170]) await made.api.patch('/participants/ext:ada/state/counters', { set: { points } });
    expect([await made.run(), await made.told()]).toEqual([0, []]);
    await made.patch(id, { status: 'ACTIVE' });
    await made.run();
    expect(await made.told()).toEqual(['ada']);
    await made.patch(id, { status: 'CANCELLED' });
    for (const points of [20, 170]) await made.api.patch('/participants/ext:ada/state/counters', { set: { points } });
    await made.run();
    expect(await made.told()).toEqual(['ada']);
  });
});
