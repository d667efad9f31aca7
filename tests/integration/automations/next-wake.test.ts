/** Engines with rare sweeps learn when any automation work falls due: a run, the rest of one, a tier evaluation. */
import { expect, test } from 'vitest';
import { clockJob } from '@tests/support/clock-jobs';
import { origin } from '@tests/support/api';
import { automatedProgram } from '@tests/support/automations';
import { crowd, work, workUntilDone } from '@tests/support/crowd';
import { metricsAt, sampleOf } from '@tests/support/metrics';
import { useOwnDatabase } from '@tests/support/own-database';

await useOwnDatabase();

const HOUR_MS = 3_600_000;
/** Milliseconds until an engine must wake; negative when overdue. */
const wait = async (): Promise<number | null> => {
  const due = await clockJob('run-automations').nextWake(new Date(Date.now() + HOUR_MS));
  return due && due.getTime() - Date.now();
};
const waiting = async () => sampleOf(await metricsAt(origin()), 'queue_due_rows', { job: 'run-automations' });

test('a run at a set time, in real time whatever the clock of its organization shows', async () => {
  const made = await automatedProgram();
  await made.advance('30d');
  expect(await wait()).toBeNull();
  const runAt = new Date((await made.now()).getTime() + HOUR_MS / 2).toISOString();
  const { id } = await made.automate({ trigger: { type: 'ONE_TIME', run_at: runAt } });
  expect(await wait()).toBeGreaterThan(HOUR_MS / 3);
  expect(await wait()).toBeLessThanOrEqual(HOUR_MS / 2);
  await made.patch(id, { status: 'PAUSED' });
  expect(await wait()).toBeNull();
});

test('the rest of a run that has begun', async () => {
  const made = await automatedProgram();
  await crowd(made, 30);
  await made.automate();
  await work(10);
  expect(await wait()).toBeLessThanOrEqual(0);
  expect(await waiting()).toBe(1);
  await workUntilDone(10);
  expect(await wait()).toBeNull();
  expect(await waiting()).toBe(0);
});

test('a evaluation, unless its automation is paused', async () => {
  const made = await automatedProgram();
  await crowd(made, 2);
  const { id } = await made.automate({ trigger: { type: 'PARTICIPANT_STATE' }, participant_filter: '"vip" in participant.tags' });
  await workUntilDone(10);
  expect(await wait()).toBeNull();
  await made.api.patch('/participants/ext:person-1/state/tags', { add: ['vip'] });
  expect(await wait()).toBeLessThanOrEqual(0);
  expect(await waiting()).toBe(1);
  await made.patch(id, { status: 'PAUSED' });
  expect(await wait()).toBeNull();
  await made.patch(id, { status: 'ACTIVE' });
  await workUntilDone(10);
  expect(await wait()).toBeNull();
});
