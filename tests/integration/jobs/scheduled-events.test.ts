/** Engines with rare sweeps learn when the next scheduled event is due. */
import { expect, test } from 'vitest';
import { clockJob } from '@tests/support/clock-jobs';
import { useOwnDatabase } from '@tests/support/own-database';
import { actionProgram } from '@tests/support/rules';

await useOwnDatabase();

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000);

test('the next event of any organization is announced in real time, whatever its clock shows', async () => {
  const next = (seconds: number) => clockJob('process-events').nextWake!(inSeconds(seconds));
  expect(await next(60)).toBeNull();
  const ahead = await actionProgram({ mode: 'SANDBOX' });
  await ahead.api.post('/sandbox/clock/advance', { by: '30d' });
  for (const [made, delay] of [
    [await actionProgram(), '50s'],
    [ahead, '30s'],
  ] as const) {
    await made.on('start', { type: 'SCHEDULE_EVENT', event_name: 'tick', delay });
    await made.happen('start');
  }
  const due = await next(60);
  expect(due!.getTime()).toBeGreaterThan(inSeconds(15).getTime());
  expect(due!.getTime()).toBeLessThanOrEqual(inSeconds(30).getTime());
  expect(await next(5)).toBeNull();
});
