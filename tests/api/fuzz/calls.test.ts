/**
 * Valid, mistaken and hostile calls of every dashboard procedure and every tool: the short form of `npm run fuzz`.
 * FUZZ_SEED reproduces a run.
 */
import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { publishSettings } from '@/env';
import { fuzzCalls } from '@tests/support/fuzz/calls-campaign';
import { note } from '@tests/support/chance';
import { useOwnDatabase } from '@tests/support/own-database';
import { startTremendous } from '@tests/support/tremendous';

// Due work of every organization runs in between.
await useOwnDatabase();

const SHORT = { procedures: 420, tools: 180 };
const MS_PER_CALL = 100;

const seed = Number(process.env.FUZZ_SEED || randomInt(2 ** 20));

test.each(['procedures', 'tools'] as const)(
  'no call of the %s makes the service fail or speak of its inside',
  async (kind) => {
    const requests = Number(process.env.FUZZ_REQUESTS || SHORT[kind]);
    await using tremendous = await startTremendous();
    publishSettings({ TREMENDOUS_BASE_URL: tremendous.url });
    note(`fuzzing ${kind}: FUZZ_SEED=${seed} FUZZ_REQUESTS=${requests}`);
    const { faults, answers } = await fuzzCalls(kind, seed, requests);
    note(`fuzzing ${kind}: ${JSON.stringify(answers)}`);
    expect(faults.join('\n')).toBe('');
    expect(answers['2xx']).toBeGreaterThan(requests / 10);
  },
  120_000 + Number(process.env.FUZZ_REQUESTS || 0) * MS_PER_CALL,
);
