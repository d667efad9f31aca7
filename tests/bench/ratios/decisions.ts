/**
 * (k): decisions within the request beside a steady stream of events, as many as there can be against a minimal posting over node:http, and with codes
 * against without.
 */
import { createRawPostings } from '../rivals/posting';
import { withHttpRival } from '../rivals/servers';
import { load, type Load } from './load';
import { inTurns, quantile, ratioOf, type Ratio } from './pairs';
import { timed } from './requests';
import { call } from './service';
import { headersOf, makeClub, MEMBERS, singleEvents, untilIdle, type Club, type Stage } from './stage';

const EVENTS_PER_SECOND = 500;
const DECISIONS_PER_SECOND = 100;
/** Rates tried one after another, until the slowest hundredth takes too long. */
const RATES = [25, 50, 75, 100, 150, 200, 300, 400, 600, 800];
const WARM_UP_S = 3;
const COMMIT_P50_MS = 10;
const COMMIT_P99_MS = 50;
const PREVIEW_P99_MS = 30;

export const decisions = (stage: Stage): Promise<Ratio[]> =>
  withHttpRival(stage.rawUrl, async (http) => {
    await createRawPostings(stage.rawUrl);
    const club = await makeClub(stage.service);
    await untilIdle(stage);
    const committed = await besideEvents(stage, club, 'COMMIT', DECISIONS_PER_SECOND);
    const previewed = await besideEvents(stage, club, 'PREVIEW', DECISIONS_PER_SECOND);
    const beside = `of ${DECISIONS_PER_SECOND} a second beside ${EVENTS_PER_SECOND} events a second`;
    const about = { unit: 'ms', theirs: null, better: 'lower', pairs: [] } as const;
    const line = (name: string, mode: string, ms: readonly number[], share: number, goal: number): Ratio => {
      const value = quantile(ms, share);
      return { ...about, name, what: `${mode} ${beside}, p${share * 100} of ${ms.length}`, ours: value, value, goal };
    };
    const rate = await largestRate(stage, club);
    return [
      line('k1', 'COMMIT', committed, 0.5, COMMIT_P50_MS),
      line('k2', 'COMMIT', committed, 0.99, COMMIT_P99_MS),
      line('k3', 'PREVIEW', previewed, 0.99, PREVIEW_P99_MS),
      {
        name: 'k4',
        what: `the most COMMITs beside ${EVENTS_PER_SECOND} events a second with a p99 of at most ${COMMIT_P99_MS} ms`,
        unit: 'a second',
        theirs: null,
        better: 'higher',
        pairs: [],
        ours: rate,
        value: rate,
        goal: DECISIONS_PER_SECOND,
      },
      await againstPostings(stage, club, http),
      ...(await withCodes(stage, club)),
    ];
  });

const decisionsOf = ({ service }: Stage, club: Club, mode: 'COMMIT' | 'PREVIEW'): Load => ({
  origin: service.origin,
  method: 'POST',
  path: '/v1/decisions',
  headers: headersOf(club),
  body: `{"program_id":"${club.programId}","external_id":"member-{member}","idempotency_key":"{unique}","mode":"${mode}","event_data":{"type":"purchase","amount":24.5}}`,
  members: MEMBERS,
  connections: 64,
});

/**
 * A low rate takes longer, so that at each a hundredth is more decisions than a single pause holds up.
 * @returns how long each decision took, in milliseconds, without those of the warm-up.
 */
async function besideEvents(stage: Stage, club: Club, mode: 'COMMIT' | 'PREVIEW', perSecond: number): Promise<number[]> {
  const { seconds } = stage.scale;
  const length = WARM_UP_S + Math.max(seconds * 2, Math.ceil((seconds * 4 * DECISIONS_PER_SECOND) / perSecond));
  const [{ milliseconds }] = await Promise.all([
    load({ ...decisionsOf(stage, club, mode), perSecond, seconds: length }),
    load({ ...singleEvents(stage, club), perSecond: EVENTS_PER_SECOND, seconds: length }),
  ]);
  await untilIdle(stage);
  return milliseconds.slice(WARM_UP_S * perSecond);
}

async function largestRate(stage: Stage, club: Club): Promise<number> {
  let reached = 0;
  for (const rate of RATES) {
    const ms = await besideEvents(stage, club, 'COMMIT', rate);
    const slowest = quantile(ms, 0.99);
    stage.tell(`  ${rate} a second: p50 ${quantile(ms, 0.5).toFixed(1)} ms, p99 ${slowest.toFixed(1)} ms`);
    if (slowest > COMMIT_P99_MS) break;
    reached = rate;
  }
  return reached;
}

async function againstPostings(stage: Stage, club: Club, http: string): Promise<Ratio> {
  const plan = decisionsOf(stage, club, 'COMMIT');
  const pairs = await inTurns(stage.scale.pairs, timed(stage, plan), timed(stage, { ...plan, origin: http, path: '/post' }), stage.tell);
  const what = 'COMMITs as fast as they are answered, against postings of a minimal function over node:http';
  return ratioOf({ name: 'k5', what, unit: 'a second', goal: 0.3, better: 'higher' }, pairs);
}

/** The limits that the codes of a batch can have: a batch without one is counted in shares, one with plenty left without a lock on it. */
const LIMITS = [
  { name: 'k6', about: 'that everybody shares', terms: {} },
  { name: 'k7', about: 'that everybody shares and ten million may use', terms: { max_total: 10_000_000 } },
] as const;

async function withCodes(stage: Stage, club: Club): Promise<Ratio[]> {
  const send = (path: string, body: object): Promise<unknown> =>
    call(stage.service.origin, club.key, path, { program_id: club.programId, ...body });
  const actions = [{ type: 'CREDIT', asset_id: club.assetId, amount: '5' }];
  // Either gives as much, so that only the codes differ.
  for (const condition of ['codes.size() > 0', 'codes.size() == 0']) await send('/v1/rules', { name: condition, condition, actions });
  const without = decisionsOf(stage, club, 'COMMIT');
  const ratios: Ratio[] = [];
  for (const { name, about, terms } of LIMITS) {
    await send('/v1/code-batches', { key: name, name, kind: 'SHARED', code: name, ...terms });
    const plan = { ...without, body: without.body?.replace('"mode"', `"codes":["${name}"],"mode"`) ?? '' };
    const pairs = await inTurns(stage.scale.pairs, timed(stage, plan), timed(stage, without), stage.tell);
    ratios.push(
      ratioOf(
        { name, what: `COMMITs with a code ${about}, against COMMITs without`, unit: 'a second', goal: 0.5, better: 'higher' },
        pairs,
      ),
    );
  }
  return ratios;
}
