/** Rules that end in ERROR, as the dashboard marks them in its lists. */
import { expect, test } from 'vitest';
import type { FailingRule } from '@/contract/failing-rule';
import type { Program } from '@/contract/program';
import { organizationClock } from '@/server/platform/context';
import { failingRules } from '@/server/services/rules/failing-rules';
import { processDueEvents } from '@tests/support/jobs';
import { programWithAsset } from '@tests/support/programs';

const failing = (organizationId: string, programId?: string): Promise<FailingRule[]> =>
  failingRules(
    {
      requestId: 'test',
      actor: { kind: 'SYSTEM' },
      idempotencyKey: null,
      organization: { id: organizationId, mode: 'LIVE', clockOffsetMs: 0 },
      clock: organizationClock(0),
    },
    programId,
  );

test('rules that ended in ERROR for some of the latest events are listed with how often and why, those that fail most often first', async () => {
  const club = await programWithAsset();
  const some = await club.addRule({ name: 'Some', condition: 'event.amount > 1' });
  const all = await club.addRule({ name: 'All', condition: 'event.total > 1' });
  await club.addRule({ name: 'None', condition: 'event.type == "ERROR"' });
  expect(await failing(club.id)).toEqual([]);
  for (const event_data of [{ type: 'a', amount: 3 }, { type: 'b' }, { type: 'ERROR', amount: 4 }])
    await club.sendAndProcess({ event_data });
  const listed = [
    { rule_id: all.id, rule_name: 'All', evaluated: 3, failed: 3, reason: 'event.total is absent' },
    { rule_id: some.id, rule_name: 'Some', evaluated: 3, failed: 1, reason: 'event.amount is absent' },
  ];
  expect(await failing(club.id)).toEqual(listed);
  expect(await failing(club.id, club.program.id)).toEqual(listed);
});

test('a rule is no longer listed once it is changed, and neither is one that is suspended', async () => {
  const club = await programWithAsset();
  const [mended, paused] = [await club.addRule({ condition: 'event.amount > 1' }), await club.addRule({ condition: 'event.amount > 2' })];
  await club.sendAndProcess({ event_data: {} });
  expect(await failing(club.id)).toHaveLength(2);
  await club.api.patch(`/rules/${mended.id}`, { condition: 'has(event.amount) && event.amount > 1' });
  await club.api.patch(`/rules/${paused.id}`, { status: 'SUSPENDED' });
  expect(await failing(club.id)).toEqual([]);
});

test('nothing is listed of another organization, even by the id of its program', async () => {
  const [club, other] = [await programWithAsset(), await programWithAsset()];
  await other.addRule({ condition: 'event.amount > 1' });
  await other.sendAndProcess({ event_data: {} });
  expect(await failing(other.id, other.program.id)).toHaveLength(1);
  expect(await failing(club.id)).toEqual([]);
  expect(await failing(club.id, other.program.id)).toEqual([]);
});

test('of many programs those whose events were processed last are looked at, and a single one whenever it is asked for', async () => {
  const club = await programWithAsset();
  await club.addRule({ name: 'Oldest', condition: 'event.amount > 1' });
  await club.sendAndProcess({ event_data: {} });
  for (let number = 0; number < 10; number++) {
    const { body } = await club.api.post<Program>('/programs', { name: `Program ${number}` });
    const actions = [{ type: 'COUNTER', key: 'visits', operation: 'INCREMENT', value: '1' }];
    await club.addRule({ program_id: body.id, name: `Rule ${number}`, condition: 'event.amount > 1', actions });
    await club.send({ program_id: body.id });
    await processDueEvents(club.id);
  }
  const names = (await failing(club.id)).map(({ rule_name }) => rule_name);
  expect(names).toEqual(Array.from({ length: 10 }, (_, number) => `Rule ${number}`));
  expect(await failing(club.id, club.program.id)).toMatchObject([{ rule_name: 'Oldest' }]);
});
