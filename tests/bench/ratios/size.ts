/** (g): the same work on a very large database and on a small one, each with its own service. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '@/env';
import { temporaryFolder } from '@tests/support/temporary-folder';
import { withConnection } from '../../../prisma/connect';
import type { Load } from './load';
import { figure, inTurns, ratioOf, type Measurement, type Ratio } from './pairs';
import { batches, processedRate } from './processing';
import { adjustmentsOf, balanceReadsOf, timed } from './requests';
import { startService, type Service } from './service';
import { makeClub, untilIdle, singleEvents, withPausedReceiver, type Club, type Stage } from './stage';

const FILL = fileURLToPath(new URL('../load.ts', import.meta.url));
const FEW = 10_000;
const GOAL = 0.9;

export const processingBySize = (stage: Stage): Promise<Ratio[]> =>
  withPausedReceiver((receiver) =>
    bySize(stage, { name: 'ga', what: 'events processed, each with a credit and a webhook', receiver }, (side, club) => {
      const plan = batches(side, club);
      return () => processedRate(side, plan);
    }),
  );

export const ingestionBySize = (stage: Stage): Promise<Ratio[]> =>
  bySize(stage, { name: 'gb', what: 'POST /v1/events' }, loadedBy(singleEvents));

export const readsBySize = (stage: Stage): Promise<Ratio[]> =>
  bySize(stage, { name: 'gc', what: 'balance reads' }, loadedBy(balanceReadsOf));

export const adjustmentsBySize = (stage: Stage): Promise<Ratio[]> =>
  bySize(stage, { name: 'gd', what: 'adjustments of balances' }, loadedBy(adjustmentsOf));

const loadedBy =
  (planOf: (side: Stage, club: Club) => Load) =>
  (side: Stage, club: Club): Measurement =>
    timed(side, planOf(side, club));

interface About {
  readonly name: string;
  readonly what: string;
  readonly receiver?: string;
}

/** @throws Error when the stage's database is hardly larger than the one it is compared with. */
async function bySize(stage: Stage, { name, what, receiver }: About, measured: (side: Stage, club: Club) => Measurement): Promise<Ratio[]> {
  const large = await sizeOf(stage.service);
  if (large.participants < FEW * 10) {
    throw new Error('(g) needs a large database: fill a folder by tests/bench/load.ts and name it with --data.');
  }
  return withSmallService(async (service) => {
    const remark = `${described(large)} against ${described(await sizeOf(service))}`;
    const sides: Measurement[] = [];
    for (const side of [stage, { ...stage, service }]) {
      const club = await makeClub(side.service, receiver === undefined ? {} : { receiver });
      await untilIdle(side);
      sides.push(measured(side, club));
    }
    const pairs = await inTurns(stage.scale.pairs, sides[0]!, sides[1]!, stage.tell);
    const about = {
      name,
      what: `${what}, on a large database against a small one`,
      unit: 'a second',
      goal: GOAL,
      better: 'higher',
    } as const;
    return [ratioOf({ ...about, remarks: [remark] }, pairs)];
  });
}

/** Runs a service on a new, small database populated like the large one. */
async function withSmallService<T>(work: (service: Service) => Promise<T>): Promise<T> {
  const folder = await temporaryFolder('bench-small');
  try {
    const env = childEnvironment({ DATABASE_URL: '', DATA_DIR: folder });
    const filling = fork(FILL, ['--participants', String(FEW)], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const [code] = (await once(filling, 'exit')) as [number];
    if (code !== 0) throw new Error(`Filling the small database ended with ${code}.`);
    const service = await startService(folder);
    try {
      return await work(service);
    } finally {
      await service.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface DatabaseSize {
  readonly participants: number;
  readonly postings: number;
}

const sizeOf = ({ databaseUrl }: Service): Promise<DatabaseSize> =>
  withConnection(databaseUrl, async (client) => {
    const count =
      '(SELECT count(*)::int FROM participants) AS participants, (SELECT sum(cardinality(accounts))::int FROM journal_entries) AS postings';
    return (await client.query<DatabaseSize>(`SELECT ${count}`)).rows[0]!;
  });

const described = ({ participants, postings }: DatabaseSize): string =>
  `${figure(participants)} participants and ${figure(postings)} postings`;
