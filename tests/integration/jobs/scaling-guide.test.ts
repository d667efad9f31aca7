/** The scaling guide names only settings and metrics that exist. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startEmbedded } from '@/jobs/embedded';
import { JOBS } from '@/server/services/jobs';
import { JOB_NAMES } from '@/server/platform/wake';
import { origin } from '@tests/support/api';
import { send } from '@tests/support/http';
import { metricsAt } from '@tests/support/metrics';
import { useOwnDatabase } from '@tests/support/own-database';
import { programWithAsset } from '@tests/support/programs';
import { startReceiver } from '@tests/support/receiver';
import { createEndpoint } from '@tests/support/webhooks';

await useOwnDatabase();

/** Inline code of a page, with HTML entities decoded. */
async function codeOf(path: string): Promise<string[]> {
  const { status, text } = await send(origin(), { method: 'GET', path });
  expect(status).toBe(200);
  return [...text.matchAll(/<code>([^<]+)<\/code>/g)].map(([, code = '']) => code.replaceAll('&quot;', '"'));
}

test('every setting that it names exists', async () => {
  const settings = (await codeOf('/docs/scaling')).filter((code) => /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(code));
  expect(settings).toEqual(expect.arrayContaining(['DATABASE_POOL_SIZE', 'JOB_ENGINE', 'INNGEST_SIGNING_KEY', 'METRICS_TOKEN']));
  const source = readFileSync('src/env-schema.ts', 'utf8');
  expect(settings.filter((name) => !source.includes(`\n  ${name}: `))).toEqual([]);
});

test('every metric that it names is told by a process that has worked, with the labels that it names', async () => {
  await using receiver = await startReceiver(200);
  const { api, program } = await programWithAsset();
  await createEndpoint(api, receiver.url, ['event.completed']);
  const engine = startEmbedded(JOBS, { clock: { now: () => new Date() }, onFailure: () => undefined });
  await api.post('/events', { program_id: program.id, external_id: 'ada', idempotency_key: 'one', event_data: {} });
  await receiver.waitFor(1);
  await engine.stop();

  const SELECTOR = /^([a-z]+(?:_[a-z0-9]+)+)(?:\{(\w+)="([^"]+)"\})?$/;
  const ofPostgres = [
    'max_connections',
    'max_prepared_transactions',
    'max_locks_per_transaction',
    'synchronous_commit',
    'wal_level',
    'pg_trgm',
    'pg_prepared_xacts',
  ];
  const notMetrics = [...ofPostgres, 'citus_add_node', 'citus_move_shard_placement', 'block_writes', 'request_id'];
  const named = (await codeOf('/docs/scaling')).flatMap((code) => {
    const [, name = '', label, value] = SELECTOR.exec(code) ?? [];
    return name === '' || notMetrics.includes(name) ? [] : [{ name, label, value }];
  });
  expect(new Set(named.map(({ name }) => name)).size).toBeGreaterThanOrEqual(10);
  const { types, samples } = await metricsAt(origin());
  const exists = ({ name, label }: (typeof named)[number]): boolean =>
    label === undefined ? types.has(name) : samples.some((sample) => sample.name === name && label in sample.labels);
  expect(named.filter((one) => !exists(one))).toEqual([]);
  const jobs = named.filter(({ label }) => label === 'job').map(({ value }) => value);
  expect(jobs.filter((job) => !JOB_NAMES.some((name) => name === job))).toEqual([]);
});

test('the index of the reference leads to it', async () => {
  const { text } = await send(origin(), { method: 'GET', path: '/docs' });
  expect(text).toContain('<a href="/docs/scaling"');
});
