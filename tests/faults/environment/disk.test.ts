/** The disk of Postgres is full or stalls: the service reports it, recovers by itself, and does what it acknowledged exactly once. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startPostgres, type EmbeddedPostgres } from '@/cli/postgres';
import { Campaign, remoteOrganization } from '@tests/support/campaign';
import { chance, note } from '@tests/support/chance';
import { CrashableService, untilDone } from '@tests/support/crash';
import { brokenInvariants, queryAt } from '@tests/support/invariants';
import { Installation } from '@tests/support/service';
import { SmallDisk } from '@tests/support/small-disk';

const DISK_MB = 320;
/** Otherwise the WAL alone would outgrow the disk. */
const SMALL_LOG = ['max_wal_size=64MB', 'min_wal_size=32MB'];
const KEYS = { ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'), AUTH_SECRET: Buffer.alloc(32, 2).toString('base64') };
const STALLS = 4;
const STALL_MS = 1_000;
const PATIENCE_MS = 60_000;

const disk = SmallDisk.make(DISK_MB);
const isMounted = disk instanceof SmallDisk;
if (!isMounted) note(`a full disk is not tried here, since none can be mounted: ${disk.reason}`);

let place: Installation;
let database: EmbeddedPostgres;
let service: CrashableService;

beforeAll(async () => {
  place = await Installation.create();
  database = await startPostgres(join(isMounted ? disk.folder : place.folder, 'database'), { settings: SMALL_LOG });
  service = await CrashableService.start(place, { ...KEYS, DATABASE_URL: database.url });
});

afterAll(async () => {
  await place.remove();
  await database.stop();
  if (isMounted) disk[Symbol.dispose]();
});

/** 202 is an acknowledgement, 503 asks to retry; any other status is a fault. */
const worseThan503 = ({ statuses }: Campaign): number[] => [...statuses].filter((status) => status !== 202 && status !== 503);

async function expectAllRewardedOnce(campaign: Campaign): Promise<void> {
  const query = queryAt(database.url);
  await untilDone(query, 'events');
  expect(await campaign.outcome(query)).toEqual(campaign.expected());
  expect(await brokenInvariants(query)).toEqual([]);
  expect(worseThan503(campaign)).toEqual([]);
}

/** Suspends every Postgres process, as when its disk does not respond. */
async function stall(): Promise<void> {
  const rows = await queryAt(database.url)<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
  const pids = [database.pid, ...rows.map(({ pid }) => pid)];
  const signal = (name: NodeJS.Signals): void => pids.forEach((pid) => sendIfAlive(pid, name));
  signal('SIGSTOP');
  try {
    const until = performance.now() + STALL_MS;
    await vi.waitUntil(() => performance.now() > until, { timeout: 2 * STALL_MS, interval: 20 });
  } finally {
    signal('SIGCONT');
  }
}

function sendIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

test('while Postgres stands still, again and again, nothing is lost or doubled and nobody is answered worse than 503', async () => {
  const random = chance('a disk that stands still');
  const campaign = new Campaign(await remoteOrganization(service.address), { events: 1_000, participants: 30 }, 'slow');
  const sending = campaign.sendPersistently([service.address]);
  for (let number = 0; number < STALLS; number++) {
    await random.moment(200);
    await stall();
  }
  await sending;
  await expectAllRewardedOnce(campaign);
});

test.runIf(isMounted)('when the disk of Postgres is full, what was acknowledged is there, and all goes on once there is room', async () => {
  const small = disk as SmallDisk;
  const organizations = [await remoteOrganization(service.address), await remoteOrganization(service.address)] as const;
  const before = new Campaign(organizations[0], { events: 200, participants: 30 }, 'before');
  await before.sendPersistently([service.address]);
  await small.fill();
  const campaign = new Campaign(organizations[1], { events: 3_000, participants: 30 }, 'full');
  const sending = campaign.sendPersistently([service.address]);
  await service.until('the service answers 503', async () => {
    // Postgres frees space itself; fill that too.
    await small.fill();
    return campaign.statuses.has(503);
  });
  const acknowledged = before.acknowledged.size + campaign.acknowledged.size;
  await small.free();
  const begun = performance.now();
  const ended = await Promise.race([database.exited.then(() => true), service.until('ready', () => service.isReady()).then(() => false)]);
  // Without room for its WAL Postgres may exit; restart it as an operator would.
  if (ended)
    database = await startPostgres(join(small.folder, 'database'), { settings: SMALL_LOG, port: Number(new URL(database.url).port) });
  await vi.waitUntil(() => service.isReady(), { timeout: PATIENCE_MS, interval: 50 });
  note(
    `full after ${acknowledged} events; ready ${Math.round(performance.now() - begun)} ms after there was room${ended ? ', Postgres started again' : ''}`,
  );
  await sending;
  for (const each of [before, campaign]) await expectAllRewardedOnce(each);
});
