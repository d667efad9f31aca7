/** What automations did can be distinguished from what anybody else did. */
import { expect, test } from 'vitest';
import type { EventRecord } from '@/contract/event';
import type { StateHistoryEntry } from '@/contract/state';
import { automatedProgram, type AutomatedProgram } from '@tests/support/automations';
import { processDueEvents } from '@tests/support/jobs';
import { level } from '@tests/support/tiers';

const historyOf = async ({ api }: AutomatedProgram) =>
  (await api.get<{ data: StateHistoryEntry[] }>('/participants/ext:ada/activity/state-history?sort_dir=asc&limit=200')).body.data;

const byKey = (history: readonly StateHistoryEntry[]) =>
  Object.fromEntries(
    history.map(({ key, source, automation_id, event_id, rule_id }) => [
      key,
      { source, automation_id, event: event_id !== null, rule: rule_id !== null },
    ]),
  );

test('tags, attributes, counters and levels that come of the event of an automation have it as their source', async () => {
  const made = await automatedProgram();
  await made.enroll('ada');
  await made.api.post(`/programs/${made.program.id}/tiers`, {
    key: 'status',
    name: 'Status',
    levels: [level('silver', 1, 3, 'stars')],
  });
  await made.on(
    'nudge',
    { type: 'TAG', tag: 'nudged' },
    { type: 'SET_ATTRIBUTE', key: 'mood', value: 'awake' },
    { type: 'COUNTER', key: 'stars', value: 3 },
    { type: 'SCHEDULE_EVENT', event_name: 'later', payload: {} },
  );
  await made.on('later', { type: 'TAG', tag: 'afterwards' });
  await made.on('sent', { type: 'TAG', tag: 'sent' });
  const { id } = await made.automate();
  await made.run();
  await processDueEvents(made.id);
  await made.happen('sent');
  const own = { source: 'AUTOMATION', automation_id: id, event: true, rule: true };
  const ofRule = { source: 'RULE', automation_id: null, event: true, rule: true };
  expect(byKey(await historyOf(made))).toEqual({ nudged: own, mood: own, stars: own, status: own, afterwards: ofRule, sent: ofRule });
});

test('a change by key is not of an automation', async () => {
  const made = await automatedProgram();
  await made.enroll('ada');
  await made.api.patch('/participants/ext:ada/state/tags', { add: ['vip'] });
  expect(await historyOf(made)).toMatchObject([{ source: 'API', automation_id: null }]);
});

test('the events of one automation can be listed, and each says which one made it', async () => {
  const made = await automatedProgram();
  await made.enroll('ada', 'bob');
  const [one, other] = [await made.automate(), await made.automate({ event: { type: 'other' } })];
  await made.run();
  await made.happen('sent');
  const list = async (query: string) => (await made.api.get<{ data: EventRecord[] }>(`/events?${query}`)).body.data;
  const ofOne = await list(`automation_id=${one.id}`);
  expect(ofOne.map(({ automation_id, event_data }) => [automation_id, event_data.type])).toEqual([
    [one.id, 'nudge'],
    [one.id, 'nudge'],
  ]);
  expect(await list(`automation_id=${other.id}&external_id=bob`)).toMatchObject([{ event_data: { type: 'other' }, external_id: 'bob' }]);
  expect((await list('sort_dir=desc')).map(({ automation_id }) => automation_id).filter((id) => id === null)).toHaveLength(1);
});
