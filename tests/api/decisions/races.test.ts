/** Decisions beside one another and beside events: what there is goes out exactly once, and nothing stays reserved. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { DecisionRecord } from '@/contract/decision';
import { statement } from '@/server/db/transaction';
import { chance, type Chance } from '@tests/support/chance';
import { till, type TestTill } from '@tests/support/decisions';
import { brokenInvariants } from '@tests/support/invariants';
import { processDueEvents } from '@tests/support/jobs';

test('of a budget and a stock that fifty clients fight for, exactly what there is goes out', async () => {
  const club = await till({ budgets: [{ scope: 'PROGRAM', limit: '33', schedule_type: null }], balance: '0' });
  const reward = await club.reward({ max_total: 10, unit_cost: '1' });
  const people = Array.from({ length: 50 }, (_, index) => `client-${index}`);
  await Promise.all(
    people.map((external_id) =>
      club.api.post(`/participants`, { external_id, program_id: club.program.id }).then(({ body }) =>
        club.api.post(`/participants/${String(body.id)}/balances/adjust`, {
          program_id: club.program.id,
          asset_id: club.asset.id,
          type: 'CREDIT',
          amount: '1',
          description: 'To spend',
        }),
      ),
    ),
  );
  const answers = await Promise.all(
    people.map((external_id, index) =>
      club.decide({ external_id, mode: index % 2 === 0 ? 'COMMIT' : 'RESERVE', redemptions: [{ reward_id: reward.id }] }),
    ),
  );
  const made = answers.filter(({ status }) => status === 200).map(({ body }) => body);
  expect(made).toHaveLength(10);
  expect(answers.filter(({ status }) => status !== 200).every(({ body }) => body.code === 'max_total_exceeded')).toBe(true);
  const given = await Promise.all(people.map((external_id) => club.decided({ external_id })));
  const credited = [...made, ...given].flatMap(({ effects }) => effects.map(({ amount }) => Number(amount) * 100));
  expect(credited.reduce((sum, cents) => sum + cents, 0)).toBe(3_300);
  for (const { id, status } of made) if (status === 'RESERVED') await club.end('commit', { id });
  expect(await club.readReward(reward)).toMatchObject({ redeemed_count: 10, status: 'OUT_OF_STOCK' });
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

const pick = <Item>(dice: Chance, [first, ...others]: readonly [Item, ...Item[]]): Item =>
  others[dice.between(0, others.length) - 1] ?? first;

async function busyTill(): Promise<TestTill> {
  const club = await till({ inventory_mode: 'LOT', budgets: [{ scope: 'PARTICIPANT', limit: '40', schedule_type: null }] });
  const asset_id = club.asset.id;
  await club.addRule({
    name: 'Visits',
    actions: [
      { type: 'COUNTER', key: 'visits', operation: 'INCREMENT', value: '1' },
      { type: 'CREDIT', asset_id, amount: '1', matures_in: '30d' },
    ],
  });
  await club.addRule({ name: 'Often', condition: 'participant.counters.visits >= 5.0', actions: [{ type: 'TAG', tag: 'often' }] });
  await club.addRule({
    name: 'Fee',
    condition: 'event.type == "fee"',
    actions: [{ type: 'DEBIT', asset_id, amount: '{{ event.amount }}', shortfall_policy: 'REJECT', bucket: 'AVAILABLE' }],
  });
  return club;
}

test('reservations that are committed, changed, cancelled and expired at random leave nothing reserved', async () => {
  const dice = chance('reservations that end at random');
  const club = await busyTill();
  const open: DecisionRecord[] = [];
  for (let step = 0; step < 80; step++) {
    const external_id = pick(dice, ['ada', 'bob', 'cyd']);
    const event_data = { type: pick(dice, ['purchase', 'fee', 'visit']), amount: dice.between(1, 60) };
    const redemptions = dice.between(0, 2) === 0 ? [{ asset_id: club.asset.id, amount: String(dice.between(1, 20)) }] : [];
    const chosen = open[dice.between(0, Math.max(0, open.length - 1))];
    const what = pick(dice, ['reserve', 'reserve', 'commit', 'cancel', 'change', 'part', 'advance']);
    if (what === 'reserve' || !chosen) {
      const { status, body } = await club.decide({ mode: 'RESERVE', external_id, event_data, redemptions });
      if (status === 200) open.push(body);
      else expect(body.code).toBe('insufficient_funds');
    } else if (what === 'advance') await club.advance('5m');
    else {
      const answer =
        what === 'change'
          ? await club.change(chosen, { event_data, ...(redemptions.length > 0 ? { redemptions } : {}) })
          : await club.end(what === 'cancel' ? 'cancel' : 'commit', chosen, what === 'part' ? { event_data } : {});
      if (answer.status !== 200) expect(['insufficient_funds', 'decision_already_resolved']).toContain(answer.body.code);
    }
    if (step % 20 === 19) expect(await brokenInvariants(statement, club.id)).toEqual([]);
  }
  await club.advance('1d');
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
  const held = await statement<{ held: string }>('SELECT coalesce(sum(held), 0)::text AS held FROM balances WHERE organization_id = $1', [
    club.id,
  ]);
  expect(Number(held[0]?.held)).toBe(0);
  expect((await club.api.get<{ data: unknown[] }>('/decisions?status=RESERVED')).body.data).toEqual([]);
}, 60_000);

test('decisions and events of the same people at the same time are all done, each once', async () => {
  const club = await till();
  const people = ['ada', 'bob', 'cyd', 'dan'];
  const keys = Array.from({ length: 60 }, () => randomUUID());
  const answers = await Promise.all(
    keys.map((idempotency_key, index) => {
      const external_id = people[index % people.length];
      return index % 3 === 0
        ? club.api.post('/events', {
            program_id: club.program.id,
            external_id,
            idempotency_key,
            event_data: { type: 'purchase', amount: 50 },
          })
        : club.decide({ external_id, idempotency_key });
    }),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 202]));
  await processDueEvents(club.id);
  const [total] = await statement<{ total: string }>(
    `SELECT sum(available)::text AS total FROM balances WHERE organization_id = $1 AND account_type = 'PARTICIPANT'`,
    [club.id],
  );
  expect(Number(total?.total)).toBe(100 + 60 * 5);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});
