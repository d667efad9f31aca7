import { expect, test } from 'vitest';
import type { ProgramActivityLine, RedemptionReportLine, RulePerformanceLine } from '@/contract/report';
import type { Api } from '@tests/support/api';
import { processDueEvents } from '@tests/support/jobs';
import { shop } from '@tests/support/redemptions';

const EVER = 'from=2000-01-01T00:00:00Z&to=2999-01-01T00:00:00Z';
const report = async <Row>(api: Api, path: string): Promise<Row[]> => (await api.get<{ data: Row[] }>(`/reports/${path}`)).body.data;

test('rules are told by what they gave and took, for how many events and holders', async () => {
  const club = await shop({ balance: '0' });
  const { api, program, asset } = club;
  const rule = (name: string, type: string, amount: string) =>
    api.post<{ id: string }>('/rules', {
      program_id: program.id,
      name,
      condition: `event.type == "${name}"`,
      actions: [{ type, asset_id: asset.id, amount }],
    });
  const { body: give } = await rule('give', 'CREDIT', '5');
  const { body: take } = await rule('take', 'DEBIT', '2');
  await rule('never', 'CREDIT', '1');
  const sent = ['ada', 'ada', 'bob'].map((external_id, index) => ({
    program_id: program.id,
    external_id,
    idempotency_key: `g${index}`,
    event_data: { type: 'give' },
  }));
  await api.post('/events/batch', { events: [...sent, { ...sent[0], idempotency_key: 't', event_data: { type: 'take' } }] });
  await processDueEvents(club.id);
  expect(await report<RulePerformanceLine>(api, `rule-performance?${EVER}`)).toEqual([
    {
      rule_id: give.id,
      rule_name: 'give',
      program_id: program.id,
      asset_id: asset.id,
      events: 3,
      participants: 2,
      credited: '15.00',
      debited: '0.00',
    },
    {
      rule_id: take.id,
      rule_name: 'take',
      program_id: program.id,
      asset_id: asset.id,
      events: 1,
      participants: 1,
      credited: '0.00',
      debited: '2.00',
    },
  ]);
  const [day] = await report<ProgramActivityLine>(api, `program-activity?${EVER}`);
  expect(day).toMatchObject({
    program_id: program.id,
    events_completed: 4,
    events_failed: 0,
    active_participants: 2,
    enrolled_participants: 2,
    journal_entries: 4,
  });
});

test('redemptions are told by program, asset and reward, as they stand', async () => {
  const club = await shop();
  const mug = await club.reward({ name: 'Mug' });
  await club.redeemed({ amount: '10' });
  await club.reserved({ amount: '7' });
  await club.act('cancel', await club.reserved({ amount: '3' }));
  const ordered = await club.ordered(mug);
  await club.reverse(ordered, { amount: '4', reason: 'Chipped' });
  const ids = { program_id: club.program.id, asset_id: club.asset.id };
  expect(await report<RedemptionReportLine>(club.api, `redemptions?${EVER}`)).toEqual([
    {
      ...ids,
      reward_id: null,
      reward_name: null,
      completed_count: 1,
      completed_amount: '10.00',
      reversed_amount: '0.00',
      pending_count: 1,
      pending_amount: '7.00',
      ended_count: 1,
    },
    {
      ...ids,
      reward_id: mug.id,
      reward_name: 'Mug',
      completed_count: 1,
      completed_amount: '10.00',
      reversed_amount: '4.00',
      pending_count: 0,
      pending_amount: '0.00',
      ended_count: 0,
    },
  ]);
});
