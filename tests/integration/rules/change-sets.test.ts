/** Change sets are published by any worker at their time, once, whoever else publishes or changes rules at that moment. */
import { expect, test } from 'vitest';
import type { ChangeSet } from '@/contract/change-set';
import { statement } from '@/server/db/transaction';
import { origin } from '@tests/support/api';
import { drafting } from '@tests/support/change-sets';
import { clockJob } from '@tests/support/clock-jobs';
import { metricsAt, sampleOf } from '@tests/support/metrics';
import { useOwnDatabase } from '@tests/support/own-database';

await useOwnDatabase();

const HOUR_MS = 3_600_000;
const job = clockJob('publish-change-sets');
const sweep = () => job.run({ clock: { now: () => new Date() }, limit: 10, signal: new AbortController().signal });
const wait = async (): Promise<number | null> => {
  const due = await job.nextWake(new Date(Date.now() + HOUR_MS));
  return due && due.getTime() - Date.now();
};
const waiting = async () => sampleOf(await metricsAt(origin()), 'queue_due_rows', { job: 'publish-change-sets' });
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

async function prepared() {
  const made = await drafting();
  const set = await made.begin([{ type: 'CREATE_RULE', rule: { name: 'New', condition: 'true', actions: [made.credit('1')] } }]);
  /** As if the time had come. */
  const comes = () => statement(`UPDATE change_sets SET publish_at = now() - interval '1 second' WHERE id = $1`, [set.id]);
  return { ...made, set, comes };
}

test('a sweep finds what is due in a live organization, also when two look at once, and engines know when that is', async () => {
  const made = await prepared();
  expect(await wait()).toBeNull();
  await made.ask(made.set.id, 'publish', { publish_at: inMs(HOUR_MS / 2) });
  expect(await wait()).toBeGreaterThan(HOUR_MS / 3);
  expect((await sweep()).performed).toBe(0);
  await made.comes();
  expect(await wait()).toBeLessThanOrEqual(0);
  expect(await waiting()).toBe(1);
  const before = (await made.configuration()).rule_configuration_version;
  await Promise.all([sweep(), sweep(), sweep()]);
  expect(await made.read(made.set.id)).toMatchObject({ status: 'PUBLISHED', published_version: before + 1 });
  expect((await made.configuration()).rule_configuration_version).toBe(before + 1);
  expect(await waiting()).toBe(0);
});

test('a set that was cancelled, or moved to a later time, at the moment it is due is left alone', async () => {
  const made = await prepared();
  await made.ask(made.set.id, 'publish', { publish_at: inMs(HOUR_MS / 2) });
  await made.comes();
  await made.ask(made.set.id, 'publish', { publish_at: inMs(HOUR_MS / 2) });
  await sweep();
  expect((await made.read(made.set.id)).status).toBe('SCHEDULED');
  await made.comes();
  await made.ask(made.set.id, 'cancel-schedule');
  await sweep();
  expect((await made.read(made.set.id)).status).toBe('OPEN');
});

test('published by many at once, beside changes of other rules, it makes one version of its own', async () => {
  const made = await prepared();
  const other = await made.addRule({ name: 'Other' });
  const before = (await made.configuration()).rule_configuration_version;
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => made.ask(made.set.id, 'publish')),
    made.api.patch(`/rules/${other.id}`, { name: 'Renamed' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  const versions = new Set(answers.slice(0, 5).map(({ body }) => (body as unknown as ChangeSet).published_version));
  expect(versions.size).toBe(1);
  const { rule_configuration_version, rule_sets } = await made.configuration();
  expect(rule_configuration_version).toBe(before + 2);
  expect(rule_sets[0]?.rules.map(({ name }) => name)).toEqual(['Renamed', 'New']);
});
