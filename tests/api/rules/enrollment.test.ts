/** Rules read when somebody was enrolled in their program, wherever they run. */
import { expect, test } from 'vitest';
import type { Rule } from '@/contract/rule';
import type { Simulation } from '@/contract/rule-simulation';
import { automatedProgram } from '@tests/support/automations';
import { backtest, clockOf } from '@tests/support/backtests';
import { estimate } from '@tests/support/estimates';
import { processDueEvents } from '@tests/support/jobs';

const WITHIN = 'now - participant.enrolled_at < duration("720h")';

test('an event, a simulation, a backtest, an estimate and an automation know whether it is within 30 days of the enrollment', async () => {
  const club = await automatedProgram();
  const { api, program, asset } = club;
  const step = async (by: string) => void (await api.post('/sandbox/clock/advance', { by }));
  const rule = await club.addRule({ condition: `event.type == "visit" && ${WITHIN}`, amount: '1' });
  const statusOf = async (external_id: string) => {
    const { rule_evaluations } = await club.sendAndProcess({ external_id, event_data: { type: 'visit' } });
    return rule_evaluations.find(({ rule_id }) => rule_id === rule.id)?.status;
  };
  const from = await clockOf(api);
  expect(await statusOf('ada')).toBe('MATCHED');
  await step('29d');
  expect([await statusOf('ada'), await statusOf('bob')]).toEqual(['MATCHED', 'MATCHED']);
  await step('1d');
  expect([await statusOf('ada'), await statusOf('bob')]).toEqual(['NOT_MATCHED', 'MATCHED']);

  const simulated = async (external_id: string, state?: object) =>
    (
      await api.post<Simulation>(`/rules/${rule.id}/simulate`, {
        event: { event_data: { type: 'visit' }, external_id },
        ...(state && { state }),
      })
    ).body.matched;
  expect([await simulated('ada'), await simulated('bob'), await simulated('somebody new')]).toEqual([false, true, true]);
  expect(await simulated('ada', { participant: { enrolled_at: await clockOf(api) } })).toBe(true);
  expect(await simulated('somebody new', { participant: { enrolled_at: '2020-01-01T00:00:00Z' } })).toBe(false);

  await club.automate({ scope: 'PARTICIPANTS', participant_filter: WITHIN });
  await club.run();
  await processDueEvents(club.id);
  expect(await club.told()).toEqual(['bob']);

  await step('1m');
  const replayed = await backtest(api, program.id, { from, to: await clockOf(api) });
  expect(replayed).toMatchObject({ status: 'COMPLETED', result: { events: { changed: 0 } } });
  const estimated = await estimate(club, {
    condition: `event.type == "visit" && !(${WITHIN})`,
    actions: [{ type: 'CREDIT', asset_id: asset.id, amount: '1' }],
  });
  expect(estimated).toMatchObject({ exact: true, assets: [{ given: '1.00' }], events: { touched: 1, errors: 0 } });
});

test('an example is of somebody new, unless it supposes an earlier enrollment', async () => {
  const { api, program, asset } = await automatedProgram();
  const example = (name: string, enrolled_at: string | null, matched: boolean) => ({
    name,
    event: { event_data: {}, event_timestamp: '2026-03-01T00:00:00Z' },
    ...(enrolled_at && { state: { participant: { enrolled_at } } }),
    expects: { matched, effects: matched ? [{ type: 'CREDIT', amount: '1' }] : [] },
  });
  const create = (examples: unknown[]) =>
    api.post<Rule>('/rules', {
      program_id: program.id,
      name: 'Welcome month',
      condition: WITHIN,
      actions: [{ type: 'CREDIT', asset_id: asset.id, amount: '1' }],
      examples,
    });
  const kept = await create([
    example('somebody new', null, true),
    example('after 29 days', '2026-01-31T00:00:00Z', true),
    example('after 30 days', '2026-01-30T00:00:00Z', false),
  ]);
  expect(kept.status).toBe(201);
  expect(kept.body.sentence).toBe(
    `When it is within 30 days of the enrollment of the participant, gives 1 ${asset.symbol} to the participant.`,
  );
  expect((await create([example('after 30 days', '2026-01-30T00:00:00Z', true)])).body).toMatchObject({ code: 'rule_example_failed' });
  expect((await create([example('no time', 'yesterday', true)])).body).toMatchObject({
    code: 'validation_error',
    param: 'examples[0].state.participant.enrolled_at',
  });
});
