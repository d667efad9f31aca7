/** (a) and (e): events from first request to last commit, against raw postings in Postgres, and concentrated against spread out. */
import { rawPostings } from '../rivals/posting';
import { load, type Load } from './load';
import { inTurns, ratioOf, type Ratio } from './pairs';
import type { Service } from './service';
import {
  eventOf,
  headersOf,
  makeClub,
  MEMBERS,
  processed,
  untilIdle,
  withPausedReceiver,
  type Club,
  type Scale,
  type Stage,
} from './stage';

const BATCH = 100;
const CONNECTIONS = 8;

interface Batches {
  readonly service: Pick<Service, 'origin'>;
  readonly scale: Pick<Scale, 'events'>;
}

export const batches = ({ service, scale }: Batches, club: Club, member?: string): Load => ({
  origin: service.origin,
  method: 'POST',
  path: '/v1/events/batch',
  headers: headersOf(club),
  body: '{"events":[{events}]}',
  event: eventOf(club, member),
  batch: BATCH,
  members: MEMBERS,
  connections: CONNECTIONS,
  requests: Math.ceil(scale.events / BATCH),
});

/** Events per second, from before the first is sent until the last is processed. */
export async function processedRate(stage: Stage, plan: Load): Promise<number> {
  let began = 0;
  const { requests } = await load(plan, () => void (began = performance.now()));
  await processed(stage);
  const rate = (requests * BATCH * 1_000) / (performance.now() - began);
  await untilIdle(stage);
  return rate;
}

export const processing = (stage: Stage): Promise<Ratio[]> =>
  withPausedReceiver(async (receiver) => {
    const raw = await rawPostings(stage.rawUrl);
    const club = await makeClub(stage.service, { receiver });
    await untilIdle(stage);
    const plan = batches(stage, club);
    const pairs = await inTurns(
      stage.scale.pairs,
      () => processedRate(stage, plan),
      () => raw.measure(stage.scale.seconds),
      stage.tell,
    );
    const what = 'events processed, each with a credit and a webhook, against postings of a minimal function';
    return [ratioOf({ name: 'a', what, unit: 'a second', goal: 0.65, better: 'higher', remarks: [raw.described] }, pairs)];
  });

export async function contention(stage: Stage): Promise<Ratio[]> {
  const one = await makeClub(stage.service, { issuance: 'PREFUNDED' });
  const many = await makeClub(stage.service);
  await untilIdle(stage);
  const crowded = batches(stage, one, 'member-7');
  const spread = batches(stage, many);
  const pairs = await inTurns(
    stage.scale.pairs,
    () => processedRate(stage, crowded),
    () => processedRate(stage, spread),
    stage.tell,
  );
  const what = 'events on one participant and one prefunded wallet, against spread ones';
  return [ratioOf({ name: 'e', what, unit: 'a second', goal: 0.9, better: 'higher' }, pairs)];
}
