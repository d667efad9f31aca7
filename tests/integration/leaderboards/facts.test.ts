/** Scores are what the facts say, whatever happens in whatever order, beside one another and while leaderboards are made. */
import { expect, test } from 'vitest';
import { statement, withTransaction, type Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { chance } from '@tests/support/chance';
import { clockJob } from '@tests/support/clock-jobs';
import { brokenInvariants } from '@tests/support/invariants';
import { processDueEvents } from '@tests/support/jobs';
import { rankedClub } from '@tests/support/leaderboards';

const PEOPLE = Array.from({ length: 25 }, (_, n) => `p${n}`);

test('after random purchases, refunds, steps, corrections and memberships, every score is what the facts say', async () => {
  const club = await rankedClub({ start: '2056-01-10T00:00:00Z' });
  const random = chance('scores and facts');
  const one = <T>(of: readonly T[]): T => of[random.between(0, of.length - 1)]!;
  await club.happen(['boss', { type: 'purchase', amount: 1, order: 'first' }]);
  const { body: boss } = await club.api.get<{ id: string }>('/participants/ext:boss');
  const members = [{ participant_id: boss.id, role: 'ADMIN' }];
  const group = (await club.api.post<{ id: string }>('/groups', { name: 'Half', members })).body.id;
  await club.board({ period: 'WEEK', prizes: [{ from_rank: 1, to_rank: 3, name: 'Gold' }] });
  await club.board({ starts_at: '2056-01-12T00:00:00Z', ends_at: '2056-02-20T00:00:00Z', min_score: '25' });
  await club.board({ group_id: group });
  await club.board({ measure: { type: 'COUNTER', key: 'steps' }, period: 'MONTH' });
  const orders: [string, string][] = [];
  const adjust = (who: string, body: object) =>
    club.api.post(`/participants/ext:${who}/balances/adjust`, {
      program_id: club.program.id,
      asset_id: club.asset.id,
      description: 'x',
      ...body,
    });
  for (let round = 0; round < 12; round++) {
    const events: (readonly [string, Record<string, unknown>])[] = [];
    for (let n = 0; n < 20; n++) {
      const who = one(PEOPLE);
      const kind = random.between(0, 9);
      const order = `o-${round}-${n}`;
      if (kind < 5) {
        orders.push([who, order]);
        events.push([who, { type: 'purchase', amount: random.between(1, 40), order }]);
      } else if (kind < 7 && orders.length > 0) {
        const [buyer, bought] = one(orders);
        events.push([buyer, { type: 'refund', order: bought, share: one([0.25, 0.5, 1]) }]);
      } else events.push([who, { type: 'walk', steps: random.between(-3, 12) }]);
    }
    await club.happen(...events);
    const who = one(PEOPLE);
    const { body: person } = await club.api.get<{ id?: string }>(`/participants/ext:${who}`);
    if (person.id !== undefined) {
      await adjust(who, { type: 'CREDIT', amount: '50' });
      await club.api.patch(`/participants/${person.id}/state/counters`, { increment: { steps: '4' } });
      if (random.between(0, 2) > 0) await club.api.post(`/groups/${group}/members`, { participant_id: person.id });
      else await club.api.delete(`/groups/${group}/members/${person.id}`);
    }
    if (round % 3 === 0) await club.advance('5d');
    if (round === 7) await club.board({ starts_at: '2056-01-01T00:00:00Z' });
    await club.score();
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  }
  const rows = await statement<{ n: number }>('SELECT count(*)::int AS n FROM leaderboard_scores WHERE organization_id = $1', [club.id]);
  expect(rows[0]!.n).toBeGreaterThan(60);
});

const work = (limit: number) =>
  clockJob('score-leaderboards').run({ clock: { now: () => new Date() }, limit, signal: new AbortController().signal });

test('who gains in a transaction that began before the leaderboard was made, and ends after its scan began, is not missed', async () => {
  const club = await rankedClub({ mode: 'LIVE' });
  await club.happen(['ada', { type: 'purchase', amount: 5, order: 'a' }], ['bob', { type: 'purchase', amount: 1, order: 'b' }]);
  let made = '';
  await withTransaction(async (tx) => {
    // The entry is written while no leaderboard is there to be told of it.
    await gainAgain(tx, club.id);
    made = (await club.board({ starts_at: '2020-01-01T00:00:00Z' })).id;
    for (let n = 0; n < 5; n++) await work(50);
    const { body } = await club.api.get<{ is_complete: boolean }>(`/leaderboards/${made}`);
    expect(body.is_complete).toBe(false);
  });
  await club.score();
  expect(await club.ranks({ id: made })).toEqual(['ada 1. 10', 'bob 2. 1']);
});

test('nor is who gains while the leaderboard is being made, in a transaction that began later', async () => {
  const club = await rankedClub({ mode: 'LIVE' });
  await club.happen(['ada', { type: 'purchase', amount: 5, order: 'a' }]);
  const model = await club.board({ starts_at: '2020-01-01T00:00:00Z' });
  await club.score();
  const copy = newId();
  let [isWritten, letGo] = [(): void => undefined, (): void => undefined];
  const written = new Promise<void>((resolve) => (isWritten = resolve));
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  let gaining = Promise.resolve();
  await withTransaction(async (tx) => {
    await tx.query(
      `INSERT INTO leaderboards (organization_id, id, program_id, key, name, status, measure, asset_id, period, starts_at, prizes, scan, due_at, created_at, updated_at)
       SELECT organization_id, $2, program_id, 'copy', name, status, measure, asset_id, period, starts_at, prizes, 'WANTED', now(), created_at, updated_at
       FROM leaderboards WHERE organization_id = $1 AND id = $3`,
      [club.id, copy, model.id],
    );
    await tx.query(
      `INSERT INTO leaderboard_seasons (organization_id, leaderboard_id, season, starts_at, status)
       SELECT organization_id, $2, season, starts_at, status FROM leaderboard_seasons WHERE organization_id = $1 AND leaderboard_id = $3`,
      [club.id, copy, model.id],
    );
    gaining = withTransaction(async (later) => {
      await gainAgain(later, club.id);
      isWritten();
      await gone;
    });
    await written;
  });
  for (let n = 0; n < 5; n++) await work(50);
  expect((await club.api.get<{ is_complete: boolean }>(`/leaderboards/${copy}`)).body.is_complete).toBe(false);
  letGo();
  await gaining;
  await club.score();
  expect(await club.ranks({ id: copy })).toEqual(['ada 1. 10']);
});

test('who writes something else is not waited for', async () => {
  const club = await rankedClub({ mode: 'LIVE' });
  await club.happen(['ada', { type: 'purchase', amount: 5, order: 'a' }], ['ada', { type: 'walk', steps: 3 }]);
  const isComplete = async (id: string) => (await club.api.get<{ is_complete: boolean }>(`/leaderboards/${id}`)).body.is_complete;
  const starts_at = '2020-01-01T00:00:00Z';
  await withTransaction(async (tx) => {
    await tx.query(`UPDATE participants SET display_name = 'Ada' WHERE organization_id = $1`, [club.id]);
    await gainAgain(tx, club.id);
    const [steps, earned] = [await club.board({ starts_at, measure: { type: 'COUNTER', key: 'steps' } }), await club.board({ starts_at })];
    // Other tests may be writing steps as well, but not for long.
    for (let n = 0; n < 500 && !(await isComplete(steps.id)); n++) await work(50);
    expect([await isComplete(steps.id), await isComplete(earned.id)]).toEqual([true, false]);
    expect(await club.ranks(steps)).toEqual(['ada 1. 3']);
  });
});

test('whoever joins the group of a leaderboard meanwhile is waited for', async () => {
  const club = await rankedClub({ mode: 'LIVE' });
  await club.happen(['ada', { type: 'purchase', amount: 5, order: 'a' }], ['bob', { type: 'purchase', amount: 3, order: 'b' }]);
  const idOf = async (who: string) => (await club.api.get<{ id: string }>(`/participants/ext:${who}`)).body.id;
  const members = [{ participant_id: await idOf('ada'), role: 'ADMIN' }];
  const group = (await club.api.post<{ id: string }>('/groups', { name: 'Both', members })).body.id;
  let made = '';
  await withTransaction(async (tx) => {
    await tx.query(
      `INSERT INTO group_members (organization_id, group_id, participant_id, stay, role, created_at, updated_at)
       VALUES ($1, $3, $2, 1, 'MEMBER', now(), now())`,
      [club.id, await idOf('bob'), group],
    );
    made = (await club.board({ starts_at: '2020-01-01T00:00:00Z', group_id: group })).id;
    for (let n = 0; n < 5; n++) await work(50);
    expect((await club.api.get<{ is_complete: boolean }>(`/leaderboards/${made}`)).body.is_complete).toBe(false);
  });
  await club.score();
  expect(await club.ranks({ id: made })).toEqual(['ada 1. 5', 'bob 2. 3']);
});

/** Writes what gave 5 once more. */
const gainAgain = (tx: Pick<Tx, 'query'>, organizationId: string): Promise<unknown> =>
  tx.query(
    `INSERT INTO journal_entries (organization_id, created_at, id, program_id, type, rule_id, account_types, accounts, assets, buckets, amounts)
     SELECT organization_id, time_of_id($2), $2, program_id, type, rule_id, account_types, accounts, assets, buckets, amounts FROM journal_entries
     WHERE organization_id = $1 AND amounts @> ARRAY[5::numeric] LIMIT 1`,
    [organizationId, idNow()],
  );

const idNow = (): string => {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000001`;
};

test('many purchases beside several workers leave no score behind', async () => {
  const club = await rankedClub({ mode: 'LIVE' });
  const board = await club.board();
  const events = Array.from({ length: 300 }, (_, n) => ({
    program_id: club.program.id,
    external_id: `p${n % 20}`,
    idempotency_key: `e-${n}`,
    event_data: { type: 'purchase', amount: 1, order: `o-${n}` },
  }));
  let isOver = false;
  const worker = async (limit: number): Promise<void> => {
    while (!isOver) await work(limit);
  };
  const workers = [worker(3), worker(11), worker(50)];
  for (let from = 0; from < events.length; from += 50) {
    await club.api.post('/events/batch', { events: events.slice(from, from + 50) });
    await Promise.all([processDueEvents(club.id), processDueEvents(club.id)]);
  }
  isOver = true;
  await Promise.all(workers);
  await club.score();
  expect(await club.ranks(board)).toHaveLength(20);
  expect(new Set((await club.ranks(board)).map((line) => line.replace(/^\w+ /, '')))).toEqual(new Set(['1. 15']));
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});
