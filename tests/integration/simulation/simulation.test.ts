/** Short form of the simulation, whose long form is `npm run simulate`; both print the seeds that reproduce their findings. */
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishSettings } from '@/env';
import { note } from '@tests/support/chance';
import { useOwnDatabase } from '@tests/support/own-database';
import { PLANTS } from '@tests/support/simulation/plants';
import { Simulation } from '@tests/support/simulation/simulation';

// Lock waits are looked for in the whole database, and any connection may be cut.
await useOwnDatabase();

const LIVES = 4;
const BRIEF_LIVES = 20;
/** A life has some five hundred steps, each a round trip. */
const PATIENCE_MS = 120_000;
/** Within this many lives a client that forgets its keys, or a service that forgets what it acknowledged, must be detected. */
const FOUND_WITHIN = 5;
const FOUND_WITHIN_BRIEF = 30;

let simulation: Simulation;

beforeAll(async () => {
  publishSettings({ DATABASE_POOL_SIZE: '30' });
  simulation = await Simulation.open();
});

afterAll(() => simulation[Symbol.asyncDispose]());

test(
  'whatever order clients and workers act in, and whatever breaks between any two steps, each thing is done once and nothing is lost',
  async () => {
    const first = randomInt(2 ** 31);
    note(`seeds ${first} to ${first + LIVES - 1}: npm run simulate -- --seed ${first} --seeds ${LIVES}`);
    let steps = 0;
    let misfortunes = 0;
    for (let seed = first; seed < first + LIVES; seed++) {
      const life = await simulation.live(seed);
      expect(life.wrong, `npm run simulate -- --seed ${seed}`).toEqual([]);
      steps += life.trace.length;
      misfortunes += life.misfortunes;
    }
    note(`${LIVES} lives, ${steps} steps, ${misfortunes} connections cut or processes dead`);
    expect(misfortunes).toBeGreaterThan(0);
  },
  PATIENCE_MS,
);

test(
  'nor is anything lost or done twice in brief lives of few deeds, many about one person',
  async () => {
    const first = randomInt(2 ** 31);
    note(`seeds ${first} to ${first + BRIEF_LIVES - 1}: npm run simulate -- --brief --seed ${first} --seeds ${BRIEF_LIVES}`);
    const lives = await simulation.liveAll(
      Array.from({ length: BRIEF_LIVES }, (_, index) => first + index),
      { isBrief: true },
    );
    for (const { seed, wrong } of lives) expect(wrong, `npm run simulate -- --brief --seed ${seed}`).toEqual([]);
    expect(lives.reduce((sum, { deeds }) => sum + deeds, 0)).toBeGreaterThan(0);
  },
  PATIENCE_MS,
);

test(
  'a service that does not keep what it acknowledged is found out',
  async () => {
    const seed = randomInt(2 ** 31);
    const found: string[] = [];
    for (let next = seed; next < seed + FOUND_WITHIN_BRIEF && found.length === 0; next++)
      found.push(...(await simulation.live(next, { isBrief: true, plant: PLANTS['lost-commit']! })).wrong);
    expect(found, `npm run simulate -- --brief --planted lost-commit --seed ${seed}`).not.toEqual([]);
  },
  PATIENCE_MS,
);

test(
  'the same seed lives the same life again',
  async () => {
    const seed = randomInt(2 ** 31);
    const once = await simulation.live(seed);
    const again = await simulation.live(seed);
    expect(again.trace, `seed ${seed}`).toEqual(once.trace);
  },
  PATIENCE_MS,
);

test(
  'a client that sends again under a new key is found out: what it asked for is done twice',
  async () => {
    const seed = randomInt(2 ** 31);
    const found: string[] = [];
    for (let next = seed; next < seed + FOUND_WITHIN && found.length === 0; next++)
      found.push(...(await simulation.live(next, { isForgetful: true })).wrong);
    expect(found, `seed ${seed}`).toContainEqual(expect.stringMatching(/instead of/));
  },
  PATIENCE_MS,
);
