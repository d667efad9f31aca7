/** A year in a sandbox: every challenge stands where an independent model says, whatever came late or was refunded. */
import { expect, test } from 'vitest';
import type { Goal } from '@/domain/challenges/goal';
import { statement } from '@/server/db/transaction';
import { chance } from '@tests/support/chance';
import { challenges } from '@tests/support/challenges';
import { processDueEvents } from '@tests/support/jobs';
import { brokenInvariants } from '@tests/support/invariants';
import { roundsBy, type Happening } from '@tests/support/challenge-oracle';

const DAY_MS = 86_400_000;
const PEOPLE = ['ada', 'bob', 'cid'];
const STORES = ['north', 'south', 'east', 'west', 'harbour'];

interface Sent extends Happening {
  readonly who: string;
  readonly month: string;
}

const match = { event_types: ['visit'], condition: null };
/** Of calendar months, and of the whole year. */
const CARDS: readonly { key: string; goal: Goal; max: number; period: 'MONTH' | 'NONE' }[] = [
  { key: 'count', goal: { type: 'COUNT', target: 7, match }, max: 1_000, period: 'NONE' },
  { key: 'sum', goal: { type: 'SUM', target: '60', match, value: 'event.amount' }, max: 3, period: 'MONTH' },
  { key: 'distinct', goal: { type: 'DISTINCT', target: 4, match, value: 'event.store' }, max: 1, period: 'MONTH' },
  { key: 'streak', goal: { type: 'STREAK', target: 4, unit: 'DAY', match, min_per_unit: 1, grace: 1 }, max: 1_000, period: 'NONE' },
];

test('a year of visits, some late and some refunded, gives what the model says', async () => {
  const club = await challenges();
  const random = chance('a year of challenges');
  const take_back = { match: { event_types: ['refund'] }, reference: 'event.order', original_reference: 'event.order' };
  for (const { key, goal, max, period } of CARDS)
    await club.challenge({ key, name: key, goal, period, take_back, repeat: { max: max === 1_000 ? null : max }, parts: [50] });
  const start = Date.now();
  const sent: Sent[] = [];
  const refunds: { order: string; who: string }[] = [];
  for (let week = 0; week < 52; week++) {
    const events: object[] = [];
    const send = (who: string, body: { type: string } & Record<string, unknown>, at: Date) =>
      events.push({
        program_id: club.program.id,
        external_id: who,
        idempotency_key: `e-${week}-${events.length}`,
        event_data: body,
        event_timestamp: at.toISOString(),
      });
    for (let n = 0; n < 12; n++) {
      const who = PEOPLE[random.between(0, PEOPLE.length - 1)]!;
      const late = random.between(0, 9) === 0 ? random.between(0, 30) : 0;
      const at = new Date(start + Math.max(0, week * 7 + random.between(0, 6) - late) * DAY_MS);
      const order = `o-${week}-${n}`;
      const amount = random.between(1, 30);
      const store = STORES[random.between(0, STORES.length - 1)]!;
      sent.push({
        id: order,
        who,
        at: Math.floor(at.getTime() / DAY_MS),
        month: at.toISOString().slice(0, 7),
        amount,
        value: store,
        steps: [],
        order,
      });
      send(who, { type: 'visit', order, amount, store }, at);
    }
    if (random.between(0, 1) === 0) {
      // An order of the past, or one that is still to come.
      const order = `o-${Math.max(0, week - random.between(-1, 8))}-${random.between(0, 11)}`;
      const who = PEOPLE[random.between(0, PEOPLE.length - 1)]!;
      refunds.push({ order, who });
      send(who, { type: 'refund', order }, new Date(start + week * 7 * DAY_MS));
    }
    await club.advance('7d');
    expect((await club.api.post('/events/batch', { events })).status).toBe(202);
    await processDueEvents(club.id);
  }
  const rows = await statement<{ key: string; external_id: string; period: string; rounds: number }>(
    `SELECT c.key, p.external_id, g.period, g.rounds FROM challenge_progress g
     JOIN challenges c ON c.organization_id = g.organization_id AND c.id = g.challenge_id
     JOIN participants p ON p.organization_id = g.organization_id AND p.id = g.participant_id WHERE g.organization_id = $1`,
    [club.id],
  );
  const found = Object.fromEntries(rows.map((row) => [`${row.key} ${row.external_id} ${row.period}`, row.rounds]));
  const expected: Record<string, number> = {};
  for (const { key, goal, max, period } of CARDS)
    for (const who of PEOPLE) {
      const own = sent.filter((one) => one.who === who);
      const back = refunds.filter((one) => one.who === who).map(({ order }) => ({ order, amount: null }));
      for (const [name, inside] of Map.groupBy(own, ({ month }) => (period === 'MONTH' ? month : 'ALL')))
        expected[`${key} ${who} ${name}`] = roundsBy(goal, max, inside, back);
    }
  expect(found).toEqual(expected);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
}, 120_000);
