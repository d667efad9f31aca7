/**
 * Long form of the simulation: many lives of the service, one per seed, in one process per core:
 * `npm run simulate -- --seeds 10000`. It stops at the first life with a fault and prints what is wrong and how to
 * reproduce it: `npm run simulate -- --seed 7` replays that life step by step.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { childEnvironment, publishSettings } from '@/env';
import { availableCores, onOneCore } from '../support/cores';
import { FASTER_FOR_TESTS, startTestPostgres } from '../support/postgres';
import { PLANTS } from '../support/simulation/plants';
import { Simulation } from '../support/simulation/simulation';

/** No database here lives long enough to need vacuuming, and none is replicated. */
const FASTER_STILL = ['autovacuum=off', 'jit=off', 'wal_level=minimal', 'max_wal_senders=0'];
const SHOWN_STEPS = 400;
/** Brief lives that are set up and evaluated together. */
const AT_ONCE = 50;
const TOLD_EVERY_MS = 20_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    /** Lives of few deeds, over a thousand a minute. */
    brief: { type: 'boolean', default: false },
    /** Name of a fault planted in the service, which must be detected. */
    planted: { type: 'string' },
    /** Set for the worker processes of a run. */
    alone: { type: 'boolean', default: false },
  },
});
const first = Number(values.seed ?? randomInt(2 ** 31));
const { brief: isBrief } = values;
const plant = values.planted === undefined ? undefined : PLANTS[values.planted];
if (values.planted !== undefined && !plant) throw new Error(`the faults that can be planted are ${Object.keys(PLANTS).join(', ')}`);
/** Options that a life needs, besides its seed, to be reproduced. */
const same = [...(isBrief ? ['--brief'] : []), ...(values.planted ? ['--planted', values.planted] : [])];
const lives = Number(values.seeds ?? (values.seed ? 1 : 1_000));

publishSettings({
  NODE_ENV: 'test',
  DATABASE_POOL_SIZE: '30',
  ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  AUTH_SECRET: Buffer.alloc(32, 2).toString('base64'),
  ADMIN_API_KEY: 'sk_admin_for_tests_only_0001',
  RATE_LIMIT_PER_SECOND: '0',
  WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
  LOG_LEVEL: 'silent',
});

const tell = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

/** Runs the lives in this process. @returns whether all passed. */
async function liveHere(): Promise<boolean> {
  await using simulation = await Simulation.open();
  const [begun, sum] = [performance.now(), { lives: 0, steps: 0, deeds: 0, misfortunes: 0 }];
  let told = begun;
  while (sum.lives < lives) {
    const seeds = Array.from({ length: Math.min(isBrief ? AT_ONCE : 1, lives - sum.lives) }, (_, index) => first + sum.lives + index);
    for (const { seed, wrong, trace, deeds, misfortunes } of await simulation.liveAll(seeds, { isBrief, plant })) {
      if (lives === 1) tell(trace.slice(-SHOWN_STEPS).join('\n'));
      if (wrong.length > 0) {
        tell(`seed ${seed}:\n${wrong.join('\n')}\nonce more: npm run simulate -- --seed ${seed} ${same.join(' ')}`);
        return false;
      }
      sum.lives += 1;
      sum.steps += trace.length;
      sum.deeds += deeds;
      sum.misfortunes += misfortunes;
    }
    if (sum.lives < lives && performance.now() - told < TOLD_EVERY_MS) continue;
    told = performance.now();
    const perMinute = Math.round((sum.lives * 60_000) / (told - begun));
    tell(
      `seeds ${first} to ${seeds.at(-1)}: ${sum.lives} lives, ${sum.steps} steps, ${sum.deeds} deeds acknowledged, ${sum.misfortunes} connections cut or processes dead, nothing wrong; ${perMinute} lives a minute`,
    );
  }
  return true;
}

/** These processes produce much short-lived garbage and end soon. */
const ROOMY_HEAP = ['--max-semi-space-size=64', '--heap-growing-percent=100'];

/** Divides the lives among processes, each with its own Postgres. @returns whether all passed. */
async function liveInProcesses(): Promise<boolean> {
  const cores = availableCores();
  const processes = Math.min(lives, cores.length);
  const share = Math.ceil(lives / processes);
  const children = Array.from({ length: Math.ceil(lives / share) }, async (_, index) => {
    const from = index * share;
    const args = ['--seed', String(first + from), '--seeds', String(Math.min(share, lives - from)), '--alone', ...same];
    const command = [process.execPath, ...process.execArgv, ...ROOMY_HEAP, process.argv[1]!, ...args];
    const [program, ...rest] = onOneCore(cores[index]!, command);
    const child = spawn(program!, rest, { stdio: 'inherit', env: childEnvironment() });
    return new Promise<boolean>((done) => child.once('exit', (code) => done(code === 0)));
  });
  return (await Promise.all(children)).every(Boolean);
}

async function run(): Promise<boolean> {
  if (lives > 1 && !values.alone) return liveInProcesses();
  const server = await startTestPostgres([...FASTER_FOR_TESTS, ...FASTER_STILL]);
  // A server being stopped does not keep the process alive.
  using _awake = setInterval(() => undefined, TOLD_EVERY_MS);
  try {
    publishSettings({ DATABASE_URL: server.url });
    return await liveHere();
  } finally {
    // Not `closeDatabase`: after a life that ended early a connection may be held for ever.
    await server.stop();
  }
}

process.exitCode = (await run()) ? 0 : 1;
