/**
 * A year of seasons, day by day, is what an independent model says: the ranks of each day, ties, what was final of every week, month, quarter and
 * window, and each prize with what it gave, over a leap day and clocks that change.
 */
import { expect, test } from 'vitest';
import type { Leaderboard } from '@/contract/leaderboard';
import { statement } from '@/server/db/transaction';
import { chance } from '@tests/support/chance';
import { brokenInvariants } from '@tests/support/invariants';
import { processDueEvents } from '@tests/support/jobs';
import { rankedClub } from '@tests/support/leaderboards';

const DAY_MS = 86_400_000;
const ZONE = 'Europe/Berlin';
const [FIRST, LAST] = ['2055-09-14', '2056-09-12'];
const PEOPLE = ['ada', 'bob', 'cay', 'dan', 'eve', 'fay', 'gus'];

const plus = (date: string, days: number): string => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
/** What clocks of the zone show, told apart from the code under test by the formatter of the language. */
const shown = (at: number): string => new Intl.DateTimeFormat('sv', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' }).format(at);

/** The instant at which clocks of the zone show this. */
function instantOf(date: string, time: string): string {
  const found = [1, 2].map((hours) => Date.parse(`${date}T${time}Z`) - hours * 3_600_000).find((at) => shown(at) === `${date} ${time}`);
  if (found === undefined) throw new Error(`no clock shows ${date} ${time}`);
  return new Date(found).toISOString();
}

interface Gain {
  readonly who: string;
  readonly kind: 'points' | 'steps' | 'walks';
  readonly amount: number;
  readonly date: string;
}

/** A leaderboard as the model knows it. */
interface Model {
  readonly key: string;
  readonly kind: Gain['kind'];
  /** The season of a date; null: none. */
  readonly season: (date: string) => string | null;
  readonly least: number;
  readonly prizes: readonly (readonly [from: number, to: number, name: string])[];
}

const week = (date: string): string => plus(date, -((new Date(date).getUTCDay() + 6) % 7));
const month = (date: string): string => date.slice(0, 7);
const quarter = (date: string): string => `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
/** When the last two of them are made. */
const MADE = ['2056-01-10', '2056-02-20'];
const WINDOW = ['2055-12-24', '2056-03-01'] as const;

const MODELS: readonly Model[] = [
  {
    key: 'weekly',
    kind: 'points',
    season: week,
    least: 0,
    prizes: [
      [1, 1, 'Gold'],
      [2, 3, 'Silver'],
    ],
  },
  { key: 'quarterly', kind: 'points', season: quarter, least: 60, prizes: [[1, 2, 'Gold']] },
  { key: 'monthly', kind: 'steps', season: month, least: 0, prizes: [[2, 2, 'Bronze']] },
  // Made after the first days of its first month, which count.
  { key: 'late', kind: 'walks', season: (date) => (date < '2056-02-01' ? null : month(date)), least: 2, prizes: [[1, 1, 'Silver']] },
  {
    key: 'window',
    kind: 'points',
    season: (date) => (date >= WINDOW[0] && date < WINDOW[1] ? 'ALL' : null),
    least: 0,
    prizes: [[1, 3, 'Gold']],
  },
];

/** Everybody who is ranked in a season, by rank. */
function standings(
  { kind, season: seasonOf, least }: Model,
  season: string,
  gains: readonly Gain[],
): [who: string, rank: number, score: number][] {
  const of = gains.filter((gain) => gain.kind === kind && seasonOf(gain.date) === season);
  const scores = PEOPLE.map((who) => [who, of.reduce((sum, gain) => (gain.who === who ? sum + gain.amount : sum), 0)] as const).filter(
    ([, score]) => score > 0 && score >= least,
  );
  return scores.map(([who, score]) => [who, 1 + scores.filter(([, other]) => other > score).length, score]);
}

const told = (rows: readonly (readonly [who: string, rank: number, score: number])[]): string[] =>
  rows.map(([who, rank, score]) => `${who} ${rank}. ${score}`).sort();

const prizeOf = ({ prizes }: Model, rank: number): string | null => prizes.find(([from, to]) => from <= rank && rank <= to)?.[2] ?? null;

test('a year of ranks and prizes is what a model says that goes through it day by day', { timeout: 240_000 }, async () => {
  const random = chance('a year of leaderboards');
  const pick = <T>(of: readonly T[]): T => of[random.between(0, of.length - 1)]!;
  const club = await rankedClub({ timezone: ZONE, start: instantOf(FIRST, '00:00') });
  const { body: card } = await club.api.post<{ id: string }>('/challenges', {
    program_id: club.program.id,
    key: 'walks',
    name: 'Three walks',
    status: 'ACTIVE',
    goal: { type: 'COUNT', target: 3, match: { event_types: ['walk'] } },
    repeat: { max: null },
  });
  await club.addRule({
    condition: 'event.type == "leaderboard.prize" && event.prize == "Gold"',
    actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '40' }],
  });
  const measures = {
    points: { type: 'EARNED', asset_id: club.asset.id },
    steps: { type: 'COUNTER', key: 'steps' },
    walks: { type: 'CHALLENGE', challenge_id: card.id },
  };
  const boards = new Map<string, Leaderboard>();
  const make = async (key: string, body: object) => {
    const { kind, least, prizes } = MODELS.find((model) => model.key === key)!;
    const wanted = prizes.map(([from_rank, to_rank, name]) => ({ from_rank, to_rank, name }));
    const min_score = least === 0 ? null : String(least);
    boards.set(key, await club.board({ key, measure: measures[kind], min_score, prizes: wanted, ...body }));
  };
  await make('weekly', { period: 'WEEK' });
  await make('quarterly', { period: 'QUARTER' });
  await make('monthly', { period: 'MONTH' });

  const gains: Gain[] = [];
  const frozen: string[] = [];
  const won: string[] = [];
  const orders: (readonly [who: string, order: string, amount: number])[] = [];
  const walked = new Map<string, number>();
  let sent = 0;

  /** Something that happens on a date, in the words of the API and of the model. */
  const happening = (date: string): readonly [who: string, data: object] => {
    const kind = random.between(0, 9);
    const refunded = kind === 0 ? orders.splice(random.between(0, orders.length), 1)[0] : undefined;
    if (refunded) {
      const [who, order, amount] = refunded;
      const share = pick([0.25, 0.5, 1]);
      gains.push({ who, kind: 'points', amount: -amount * share, date });
      return [who, { type: 'refund', order, share }];
    }
    const who = pick(PEOPLE);
    if (kind < 6) {
      const amount = 4 * random.between(1, 6);
      orders.push([who, `o-${sent}`, amount]);
      gains.push({ who, kind: 'points', amount, date });
      return [who, { type: 'purchase', amount, order: `o-${sent}` }];
    }
    const steps = random.between(-2, 6);
    const walks = (walked.get(who) ?? 0) + 1;
    walked.set(who, walks);
    if (steps !== 0) gains.push({ who, kind: 'steps', amount: steps, date });
    if (walks % 3 === 0) gains.push({ who, kind: 'walks', amount: 1, date });
    return [who, { type: 'walk', steps }];
  };

  /** What is over with a date is final, and whoever won is given a prize on the next one. */
  const midnight = (date: string): void => {
    const next = plus(date, 1);
    const over = MODELS.flatMap((model) => {
      const season = model.season(date);
      return season === null || season === model.season(next) ? [] : [{ model, season, rows: standings(model, season, gains) }];
    });
    for (const { model, season, rows } of over) {
      for (const [who, rank, score] of rows) {
        const prize = prizeOf(model, rank);
        frozen.push(`${model.key} ${season} ${who} ${rank}. ${score} ${prize}`);
        if (prize) won.push(`${model.key} ${season} ${who} ${rank}. ${score} ${prize}`);
        if (prize === 'Gold') gains.push({ who, kind: 'points', amount: 40, date: next });
      }
    }
  };

  for (let date = FIRST; date <= LAST; date = plus(date, 1)) {
    if (date !== FIRST) midnight(plus(date, -1));
    // The clock goes over several midnights at once, too.
    if (!MADE.includes(date) && date !== LAST && random.between(0, 4) < 3) continue;
    await club.advance(instantOf(date, pick(['00:07', '01:30', '11:00', '17:45', '23:51'])));
    if (date === MADE[0]) await make('window', { starts_at: instantOf(WINDOW[0], '00:00'), ends_at: instantOf(WINDOW[1], '00:00') });
    if (date === MADE[1]) await make('late', { period: 'MONTH' });
    const events = Array.from({ length: random.between(4, 10) }, () => {
      sent += 1;
      const [external_id, event_data] = happening(date);
      return { program_id: club.program.id, external_id, event_data, idempotency_key: `e-${sent}` };
    });
    await club.api.post('/events/batch', { events });
    await processDueEvents(club.id);
    if (random.between(0, 3) > 0) continue;
    await club.score();
    for (const model of MODELS) {
      const [board, season] = [boards.get(model.key), model.season(date)];
      if (board && season !== null)
        expect([date, model.key, ...(await club.ranks(board, season)).sort()]).toEqual([
          date,
          model.key,
          ...told(standings(model, season, gains)),
        ]);
    }
  }

  const results = await statement<{ line: string }>(
    `SELECT concat_ws(' ', l.key, r.season, p.external_id, r.rank || '.', trim_scale(r.score), coalesce(r.prize, 'null')) AS line FROM leaderboard_results r
     JOIN leaderboards l ON l.organization_id = r.organization_id AND l.id = r.leaderboard_id
     JOIN participants p ON p.organization_id = r.organization_id AND p.id = r.participant_id WHERE r.organization_id = $1`,
    [club.id],
  );
  expect(results.map(({ line }) => line).sort()).toEqual(frozen.sort());
  const prizes = await statement<{ line: string }>(
    `SELECT concat_ws(' ', event_data ->> 'leaderboard', event_data ->> 'season', external_id, (event_data ->> 'rank') || '.', event_data ->> 'score', event_data ->> 'prize') AS line
     FROM events WHERE organization_id = $1 AND event_data ->> 'type' = 'leaderboard.prize'`,
    [club.id],
  );
  expect(prizes.map(({ line }) => line).sort()).toEqual(won.sort());
  expect([
    frozen.length > 300,
    frozen.some((line) => line.includes('2056-Q1')),
    frozen.some((line) => line.startsWith('late 2056-')),
  ]).toEqual([true, true, true]);
  for (const who of PEOPLE) {
    const points = gains.reduce((sum, gain) => (gain.who === who && gain.kind === 'points' ? sum + gain.amount : sum), 0);
    expect([who, await club.available(who)]).toEqual([who, points.toFixed(2)]);
  }
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});
