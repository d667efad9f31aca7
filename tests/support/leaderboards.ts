/** Sets up tests of leaderboards: a program whose rules give for purchases, take back for refunds and count steps, and leaderboards over it. */
import type { Leaderboard } from '@/contract/leaderboard';
import type { LeaderboardRank, LeaderboardResult, LeaderboardSeason, ParticipantRank } from '@/contract/leaderboard-rank';
import { statement } from '@/server/db/transaction';
import { clockJob } from '@tests/support/clock-jobs';
import type { Answer, AnyBody } from './api';
import { performDue, processDueEvents } from './jobs';
import { programWithAsset, type TestProgram } from './programs';

type Body = Record<string, unknown>;

export interface RankedClub extends TestProgram {
  create(body?: Body): Promise<Answer<Leaderboard & AnyBody>>;
  /** Creates one of what is earned, without a period or an end unless `body` says otherwise; must succeed. */
  board(body?: Body): Promise<Leaderboard>;
  /** Sends events, each with who it is of, and processes whatever is due. */
  happen(...events: readonly (readonly [who: string, data: Body])[]): Promise<void>;
  /** Scores, freezes and tells whatever is due, and processes the events of prizes. */
  score(): Promise<void>;
  /** `ada 1. 30` for each of the first hundred. */
  ranks(board: Pick<Leaderboard, 'id'>, season?: string): Promise<string[]>;
  rank(board: Pick<Leaderboard, 'id'>, who: string): Promise<ParticipantRank>;
  seasons(board: Pick<Leaderboard, 'id'>): Promise<LeaderboardSeason[]>;
  results(board: Pick<Leaderboard, 'id'>, query?: string): Promise<LeaderboardResult[]>;
  /** Everything that the events of prizes say, in the order in which they were made. */
  prizes(): Promise<Body[]>;
  advance(to: string): Promise<Record<string, number>>;
  now(): Promise<Date>;
}

let count = 0;

export async function rankedClub(
  settings: { readonly timezone?: string; readonly start?: string; readonly mode?: 'LIVE' | 'SANDBOX' } = {},
): Promise<RankedClub> {
  const { timezone = 'UTC', start, mode = 'SANDBOX' } = settings;
  const made = await programWithAsset({ mode, program: { timezone } });
  const { api, program, asset } = made;
  const must = async <T>(answer: Promise<Answer<T>>, ...expected: number[]): Promise<T> => {
    const { status, body } = await answer;
    if (!expected.includes(status)) throw new Error(`expected ${expected.join(' or ')}, got ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const when = (type: string, ...actions: Body[]) => made.addRule({ name: type, condition: `event.type == "${type}"`, actions });
  await when('purchase', { type: 'CREDIT', asset_id: asset.id, amount: '{{ event.amount }}', reference_id: '{{ event.order }}' });
  await when('refund', { type: 'TAKE_BACK', asset_id: asset.id, reference_id: '{{ event.order }}', share: '{{ event.share }}' });
  await when('walk', { type: 'COUNTER', key: 'steps', value: '{{ event.steps }}' });
  const create = (body: Body = {}): Promise<Answer<Leaderboard & AnyBody>> =>
    api.post('/leaderboards', {
      program_id: program.id,
      key: `board-${(count += 1)}`,
      name: 'A leaderboard',
      measure: { type: 'EARNED', asset_id: asset.id },
      ...body,
    });
  // Whoever makes a leaderboard waits for all that were writing then what it measures, those of other tests included.
  const WAITING = `SELECT 1 FROM leaderboards WHERE organization_id = $1 AND status = 'ACTIVE' AND scan <> 'DONE' LIMIT 1`;
  const score = async (): Promise<void> => {
    do await performDue(made.id, clockJob('score-leaderboards'));
    while ((await statement(WAITING, [made.id])).length > 0);
    await processDueEvents(made.id);
    await performDue(made.id, clockJob('score-leaderboards'));
  };
  const listed = async <T>(path: string): Promise<T[]> => (await must(api.get<{ data: T[] }>(path), 200)).data;
  const club: RankedClub = {
    ...made,
    create,
    board: (body?: Body) => must(create(body), 201),
    happen: async (...events) => {
      for (const [external_id, event_data] of events) await made.send({ external_id, event_data });
      await processDueEvents(made.id);
    },
    score,
    ranks: async ({ id }, season) =>
      (await listed<LeaderboardRank>(`/leaderboards/${id}/ranks?limit=100${season === undefined ? '' : `&season=${season}`}`)).map(
        (one) => `${one.external_id} ${one.rank}. ${one.score}`,
      ),
    rank: ({ id }, who) => must(api.get<ParticipantRank>(`/leaderboards/${id}/participants/ext:${who}`), 200),
    seasons: ({ id }) => listed(`/leaderboards/${id}/seasons`),
    results: ({ id }, query = '') => listed(`/leaderboards/${id}/results?limit=100${query}`),
    prizes: async () =>
      (
        await statement<{ event_data: Body }>(
          `SELECT event_data FROM events WHERE organization_id = $1 AND event_data ->> 'type' = 'leaderboard.prize' ORDER BY id`,
          [made.id],
        )
      ).map(({ event_data }) => event_data),
    advance: async (to) =>
      (await must(api.post<{ performed: Record<string, number> }>('/sandbox/clock/advance', to.includes('-') ? { to } : { by: to }), 200))
        .performed,
    now: async () => new Date((await must(api.get<{ now: string }>('/sandbox/clock'), 200)).now),
  };
  if (start !== undefined) await club.advance(start);
  return club;
}
