/**
 * Records a release as the one that upgrades are tested from: starts the service from its checkout, creates the data
 * set through it, and replaces the kept backup, answers and service.
 * `git worktree add ../released <tag>; npm run keep-release -- ../released`.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { childEnvironment } from '@/env';
import { CAMPAIGN_SETTINGS } from '@tests/support/campaign';
import { DEV_LAUNCHER, Installation } from '@tests/support/service';
import { checksumsOf, DATA_FILE, routinesOf, writeKept } from '@tests/support/upgrade/kept';
import { keepService } from '@tests/support/upgrade/kept-service';
import { tellStory } from '@tests/support/upgrade/story';

const SETTINGS = { ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'), AUTH_SECRET: Buffer.alloc(32, 2).toString('base64') };

/** Backs up with the release's own command. */
function backUp(release: string, databaseUrl: string): void {
  const command = ['src/cli/ensure-installed.mjs', 'src/cli/backup.ts', DATA_FILE];
  const env = childEnvironment({ ...SETTINGS, DATABASE_URL: databaseUrl });
  const { status } = spawnSync('node', command, { cwd: release, env, stdio: 'inherit' });
  if (status !== 0) throw new Error(`the backup ended with ${status}`);
}

async function keep(release: string): Promise<void> {
  const place = await Installation.create();
  try {
    const service = place.run({ ...CAMPAIGN_SETTINGS, ...SETTINGS, WEBHOOK_TIMEOUT_MS: '1000' }, DEV_LAUNCHER, release);
    await service.ready();
    const story = await tellStory(service.address);
    const { url } = await place.postgres();
    const made_at = new Date().toISOString();
    const schema = join(release, 'prisma');
    const [migrations, routines] = await Promise.all([checksumsOf(schema), routinesOf(schema)]);
    await writeKept({ made_at, migrations, routines, settings: SETTINGS, ...story });
    await keepService(release);
    backUp(release, url);
  } finally {
    await place.remove();
  }
}

const [release, ...others] = process.argv.slice(2);
if (release === undefined || others.length > 0) {
  process.stderr.write('Usage: npm run keep-release -- <a checkout of the release>\n');
  process.exitCode = 2;
} else await keep(resolve(release));
