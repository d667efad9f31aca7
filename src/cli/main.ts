/**
 * Starts the service as one process: settings, data folder, database, schema, demo data, pages, jobs,
 * listener, in this order. Whatever prevents the start is explained in one sentence, and nothing that
 * was started outlives the process.
 */
import { DatabaseUnavailableError } from '../../prisma/connect';
import { migrate, MigrationError } from '../../prisma/migrate';
import { databaseUrl, env, SettingsError } from '../env';
import { banner } from './banner';
import { embeddedDatabase } from './database';
import { keepDemoAccess, readDemoAccess, type DemoAccess } from './demo-access';
import { assertPortFree } from './listener';
import { lockFolder } from './lock';
import { Interrupted, Shutdown } from './shutdown';
import { StartError } from './start-error';

const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

async function start(shutdown: Shutdown): Promise<void> {
  const settings = env();
  const address = `http://localhost:${settings.PORT}`;
  const embedded = !settings.DATABASE_URL;
  // A production process that is given a database needs no folder, so many can share one machine image.
  if (embedded || settings.NODE_ENV !== 'production') {
    await shutdown.begin({ name: 'the data folder', start: () => lockFolder(settings.DATA_DIR, address), stop: (lock) => lock.release() });
  }
  await assertPortFree(settings.HOST, settings.PORT);
  const serving = readService();
  if (embedded) await shutdown.begin(embeddedDatabase({ report: say, giveUp: () => void shutdown.end(1) }));
  await shutdown.begin({ name: 'the migrations', start: () => migrate(databaseUrl()) });
  const demo = await shutdown.begin({ name: 'the demo data', start: () => seedOnce(embedded) });
  const { serve } = await serving;
  await serve(shutdown, demo.access);
  if (shutdown.ending) return;
  const readyAfter = performance.now();
  if (demo.access && demo.isNew) {
    const [{ runDemo }, { quietly }] = await Promise.all([import('./demo'), import('../server/platform/log')]);
    const { access } = demo;
    await quietly(() => runDemo(address, access));
  }
  // Last, so that it stays on the screen.
  if (!shutdown.ending) process.stdout.write(banner(address, demo.access, readyAfter));
}

/** Loaded while the database starts, so that a start takes as long as the slower of the two, not as both. */
function readService() {
  const reading = import('./serve');
  // A start that fails earlier says why; this rejection must not end the process first.
  reading.catch(() => undefined);
  return reading;
}

/** The seed itself knows whether this is the first run; what it returns then is kept for later starts. */
async function seedOnce(embedded: boolean): Promise<{ access: DemoAccess | null; isNew: boolean }> {
  const { SEED_DEMO, DATA_DIR } = env();
  if (!SEED_DEMO) return { access: null, isNew: false };
  const { host, pathname } = new URL(databaseUrl());
  const database = embedded ? 'embedded' : `${host}${pathname}`;
  const [{ default: seed }, { quietly }] = await Promise.all([import('../../prisma/seed'), import('../server/platform/log')]);
  const access = await quietly(() => seed((made) => keepDemoAccess(DATA_DIR, database, made)));
  return access ? { access, isNew: true } : { access: await readDemoAccess(DATA_DIR, database), isNew: false };
}

const EXPLAINED = [SettingsError, StartError, DatabaseUnavailableError, MigrationError];

function explain(error: unknown): string {
  if (!(error instanceof Error)) return `The service could not start: ${String(error)}`;
  return EXPLAINED.some((kind) => error instanceof kind) ? error.message : `The service could not start: ${error.stack ?? error.message}`;
}

const shutdown = new Shutdown(say, (code) => process.exit(code));
shutdown.listen();
try {
  await start(shutdown);
} catch (error) {
  if (!(error instanceof Interrupted)) say(explain(error));
  await shutdown.end(1);
}
