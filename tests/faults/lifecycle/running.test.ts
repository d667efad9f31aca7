/** A running service holds its data folder alone, survives its database, and leaves nothing behind. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { isAlive, waitUntil } from '@/cli/postmaster';
import { DEV_LAUNCHER, Installation, type RunningService } from '@tests/support/service';
import { withConnection } from '../../../prisma/connect';

const SHUTDOWN_MS = 10_000;

let place: Installation;

beforeEach(async () => {
  const made = await Installation.create();
  place = made;
  return () => made.remove();
});

async function started(command?: readonly string[]): Promise<RunningService> {
  const service = place.run({}, command);
  await service.ready();
  return service;
}

const isReady = async (service: RunningService): Promise<boolean> =>
  fetch(`${service.address}/readyz`).then(
    async (answer) => (await answer.text(), answer.status === 200),
    () => false,
  );

const query = async (sql: string): Promise<unknown[]> =>
  withConnection((await place.postgres()).url, async (client) => (await client.query(sql)).rows as unknown[]);

async function expectOrderlyEnd(): Promise<void> {
  expect(await waitUntil(() => place.processes().length === 0, 1_000)).toBe(true);
  expect(existsSync(join(place.dataDir, 'service.lock'))).toBe(false);
  // Postgres removes this file only on a clean shutdown.
  expect(existsSync(join(place.dataDir, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false);
}

describe('the end', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s, to the whole group as a terminal sends it, ends everything in order within ten seconds',
    async (signal) => {
      const service = await started(DEV_LAUNCHER);
      const begun = performance.now();
      service.signalGroup(signal);
      expect(await service.ended).toMatchObject({ code: 0, stderr: '' });
      expect(performance.now() - begun).toBeLessThan(SHUTDOWN_MS);
      await expectOrderlyEnd();
    },
  );

  test.each(['SIGINT', 'SIGTERM'] as const)('%s to npm alone is enough', async (signal) => {
    const service = await started();
    service.signal(signal);
    await service.ended;
    expect(await waitUntil(() => place.processes().length === 0, SHUTDOWN_MS)).toBe(true);
    await expectOrderlyEnd();
  });

  test('Ctrl-C while the service starts leaves nothing either', async () => {
    const service = place.run();
    expect(await waitUntil(() => existsSync(join(place.dataDir, 'postgres')), 30_000)).toBe(true);
    service.signalGroup('SIGINT');
    await service.ended;
    expect(await waitUntil(() => place.processes().length === 0, 1_000)).toBe(true);
  });

  test('a killed command takes its service along', async () => {
    const service = await started(DEV_LAUNCHER);
    service.signal('SIGKILL');
    expect(await waitUntil(() => place.processes().length === 0, SHUTDOWN_MS)).toBe(true);
    await expectOrderlyEnd();
  });
});

test('a second start on the same data folder is refused and leaves the first alone', async () => {
  const first = await started();
  const second = await place.run({ PORT: '1' }).ended;
  expect(second).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `The service already runs on the data folder ${place.dataDir} (process ${first.pid()}, http://localhost:${place.port}): stop it first, or set DATA_DIR to another folder.`,
  });
  expect(await isReady(first)).toBe(true);
});

test('after kill -9 the next start ends the database that was left, takes over the lock and finds what was committed', async () => {
  const killed = await started();
  await query('CREATE TABLE kept AS SELECT 42 AS answer');
  const orphan = await place.postgres();
  process.kill(killed.pid(), 'SIGKILL');
  await killed.ended;
  expect(isAlive(orphan.pid)).toBe(true);
  const again = await started();
  expect((await place.postgres()).pid).not.toBe(orphan.pid);
  expect(isAlive(orphan.pid)).toBe(false);
  expect(await query('SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  expect(await isReady(again)).toBe(true);
});

test('a database that dies comes back under the running service; dying again at once, it ends the service', async () => {
  const service = await started();
  const first = await place.postgres();
  process.kill(first.pid, 'SIGKILL');
  expect(await waitUntil(() => service.stderr().includes('The embedded Postgres is back.'), 20_000)).toBe(true);
  expect(await waitUntil(() => isReady(service), 10_000)).toBe(true);
  process.kill((await place.postgres()).pid, 'SIGKILL');
  const { code, stderr } = await service.ended;
  expect(code).not.toBe(0);
  expect(stderr).toMatch(/The embedded Postgres died twice within a minute, see .*server\.log; ending\./);
  expect(await waitUntil(() => place.processes().length === 0, 1_000)).toBe(true);
});
