/**
 * Valid, mistaken and hostile requests of every operation in the API description: the short form of `npm run fuzz`.
 * FUZZ_SEED reproduces a run, FUZZ_REQUESTS sets its number of requests.
 */
import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { publishSettings } from '@/env';
import { fuzz } from '@tests/support/fuzz/campaign';
import { note } from '@tests/support/chance';
import { useOwnDatabase } from '@tests/support/own-database';
import { startTremendous } from '@tests/support/tremendous';

// Due work of every organization runs in between.
await useOwnDatabase();

const SHORT = 1_350;
const MS_PER_REQUEST = 100;

const seed = Number(process.env.FUZZ_SEED || randomInt(2 ** 20));
const requests = Number(process.env.FUZZ_REQUESTS || SHORT);

test(
  'no request makes the service fail, answer what is not described, or speak of its inside',
  async () => {
    await using tremendous = await startTremendous();
    publishSettings({ TREMENDOUS_BASE_URL: tremendous.url });
    note(`fuzzing: FUZZ_SEED=${seed} FUZZ_REQUESTS=${requests}`);
    const { faults, answers, neverDone, slowest } = await fuzz(seed, requests);
    const counts = Object.entries(answers).map(([kind, count]) => `${kind} ${count}`);
    note(`fuzzing: ${counts.join(', ')}; slowest ${slowest}; never done: ${neverDone.join(', ') || 'none'}`);
    expect(faults.join('\n')).toBe('');
  },
  60_000 + requests * MS_PER_REQUEST,
);
