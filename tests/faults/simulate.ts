/**
 * The long form of the simulation: many lives of the service, one for each seed, in as many processes as there are
 * cores: `npm run simulate -- --seeds 10000`. It ends at the first life in which something is wrong and says what,
 * and how to repeat it: `npm run simulate -- --seed 7` lives that life again, step by step.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { childEnvironment, publishSettings } from '@/env';
import { availableCores, onOneCore } from '../support/cores';
import { FASTER_FOR_TESTS, startTestPostgres } from '../support/postgres';
import { PLANTS } from '../support/simulation/plants';
import { Simulation } from '../support/simulation/simulation';

/** Nothing here lasts long enough to be cleaned up, or is copied elsewhere. */
const FASTER_STILL = ['autovacuum=off', 'jit=off', 'wal_level=minimal', 'max_wal_senders=0'];
const SHOWN_STEPS = 400;
/** Brief lives that are begun and judged together. */
const AT_ONCE = 50;
const TOLD_EVERY_MS = 20_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    /** Lives of few deeds, a thousand of them and more a minute. */
    brief: { type: 'boolean', default: false },
    /** The name of a fault that is planted in the service, and must be found. */
    planted: { type: 'string' },
    /** Given to the processes of one run. */
    alone: { type: 'boolean', default: false },
  },
});
const first = Number(values.seed ?? randomInt(2 ** 31));
const { brief: isBrief } = values;
const plant = values.planted === undefined ? undefined : PLANTS[values.planted];
if (values.planted !== undefined && !plant) throw new Error(`the faults that can be planted are ${Object.keys(PLANTS).join(', ')}`);
/** What makes a life of a seed the same again. */
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

/** Lives them in this process. @returns whether all was right. */
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

/** These processes make much that is soon of no use, and end before long. */
const ROOMY_HEAP = ['--max-semi-space-size=64', '--heap-growing-percent=100'];

/** Shares them among processes, each with a Postgres of its own. @returns whether all was right. */
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
  // A server that is being stopped keeps no process waiting.
  using _awake = setInterval(() => undefined, TOLD_EVERY_MS);
  try {
    publishSettings({ DATABASE_URL: server.url });
    return await liveHere();
  } finally {
    // Not `closeDatabase`: in a life that ended too early somebody may hold a connection for ever.
    await server.stop();
  }
}

process.exitCode = (await run()) ? 0 : 1;
