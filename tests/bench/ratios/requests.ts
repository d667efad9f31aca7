/** (b), (c) and (d): requests per second against a bare Next.js route, bare node:http and raw postings in Postgres. */
import { rawPostings } from '../rivals/posting';
import { withRivals } from '../rivals/servers';
import { rateOf, type Load } from './load';
import { inTurns, ratioOf, type Ratio } from './pairs';
import { headersOf, makeClub, MEMBERS, untilIdle, singleEvents, type Club, type Stage } from './stage';

const AGAINST_NEXT = { unit: 'requests a second', goal: 4, better: 'higher' } as const;
const AGAINST_HTTP = { unit: 'requests a second', goal: 0.5, better: 'higher' } as const;

export const ingestion = (stage: Stage): Promise<Ratio[]> =>
  withRivals(stage.rawUrl, async (rivals) => {
    const club = await makeClub(stage.service);
    await untilIdle(stage);
    const ours = timed(stage, singleEvents(stage, club));
    const theirs = (origin: string) => timed(stage, { ...singleEvents(stage, club), origin, path: '/row' });
    return [
      await compared(
        stage,
        { name: 'b1', what: 'POST /v1/events against a bare route of Next that inserts a row', ...AGAINST_NEXT },
        ours,
        theirs(rivals.next),
      ),
      await compared(
        stage,
        { name: 'b2', what: 'POST /v1/events against node:http with pg', ...AGAINST_HTTP, goal: 0.8 },
        ours,
        theirs(rivals.http),
      ),
    ];
  });

export const balanceReads = (stage: Stage): Promise<Ratio[]> =>
  withRivals(stage.rawUrl, async (rivals) => {
    const club = await makeClub(stage.service);
    await untilIdle(stage);
    const reads = balanceReadsOf(stage, club);
    const ours = timed(stage, reads);
    const theirs = (origin: string) => timed(stage, { ...reads, origin, path: '/row?id={member}' });
    return [
      await compared(
        stage,
        { name: 'c1', what: 'balance reads against a bare route of Next that reads a row', ...AGAINST_NEXT },
        ours,
        theirs(rivals.next),
      ),
      await compared(stage, { name: 'c2', what: 'balance reads against node:http with pg', ...AGAINST_HTTP }, ours, theirs(rivals.http)),
    ];
  });

export async function adjustments(stage: Stage): Promise<Ratio[]> {
  const raw = await rawPostings(stage.rawUrl);
  const club = await makeClub(stage.service);
  await untilIdle(stage);
  const theirs = () => raw.measure(stage.scale.seconds);
  const about = { unit: 'a second', better: 'higher', remarks: [raw.described] } as const;
  const inBatches = async () => BATCH * (await timed(stage, batchedAdjustmentsOf(stage, club))());
  return [
    await compared(
      stage,
      { name: 'd1', what: 'adjustments of balances, one in each request, against postings of a minimal function', goal: 0.3, ...about },
      timed(stage, adjustmentsOf(stage, club)),
      theirs,
    ),
    await compared(
      stage,
      { name: 'd2', what: `adjustments in batches of ${BATCH}, against the same`, goal: 1, ...about, remarks: [] },
      inBatches,
      theirs,
    ),
  ];
}

export const balanceReadsOf = ({ service }: Pick<Stage, 'service'>, club: Club): Load => ({
  origin: service.origin,
  method: 'GET',
  path: `/v1/participants/ext:member-{member}/balances?program_id=${club.programId}`,
  headers: headersOf(club),
  members: MEMBERS,
  connections: 64,
});

export const adjustmentsOf = ({ service }: Pick<Stage, 'service'>, club: Club): Load => ({
  origin: service.origin,
  method: 'POST',
  path: '/v1/participants/ext:member-{member}/balances/adjust',
  headers: headersOf(club),
  body: `{"program_id":"${club.programId}","asset_id":"${club.assetId}","type":"CREDIT","amount":"5","description":"Measured","idempotency_key":"{unique}"}`,
  members: MEMBERS,
  connections: 64,
});

const BATCH = 100;
const BATCHED = `"operation":"ADJUST","external_id":"member-{member}","type":"CREDIT","amount":"5","description":"Measured","idempotency_key":"{unique}"`;

const batchedAdjustmentsOf = ({ service }: Pick<Stage, 'service'>, club: Club): Load => ({
  origin: service.origin,
  method: 'POST',
  path: '/v1/balances/batch',
  headers: headersOf(club),
  body: '{"operations":[{events}]}',
  event: `{"program_id":"${club.programId}","asset_id":"${club.assetId}",${BATCHED}}`,
  batch: BATCH,
  members: MEMBERS,
  connections: 8,
});

/** What was accepted is fully processed before the next turn. */
export const timed = (stage: Stage, plan: Load) => async (): Promise<number> => {
  const rate = await rateOf({ ...plan, seconds: stage.scale.seconds });
  await untilIdle(stage);
  return rate;
};

async function compared(
  stage: Stage,
  about: Parameters<typeof ratioOf>[0],
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<Ratio> {
  return ratioOf(about, await inTurns(stage.scale.pairs, ours, theirs, stage.tell));
}
