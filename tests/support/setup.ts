/**
 * Gives each test file that uses the database its settings (the run's database, fixed keys, no rate limit) and a
 * listener, and leaves none of it to the next file in the same worker.
 */
import { afterAll, beforeAll, inject } from 'vitest';
import { childEnvironment, publishSettings } from '@/env';
import { dropSingleton } from '@/server/platform/singleton';
import { startListener, stopListener } from './api';

/** Singletons that would carry the settings, connections or stopped engine of one file into the next. */
const NOT_HANDED_ON = ['dashboard-auth', 'inngest-handlers', 'inngest-end'];

const inherited = childEnvironment();

publishSettings({
  DATABASE_URL: inject('databaseUrl') ?? '',
  DATABASE_POOL_SIZE: '5',
  ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  AUTH_SECRET: Buffer.alloc(32, 2).toString('base64'),
  ADMIN_API_KEY: 'sk_admin_for_tests_only_0001',
  RATE_LIMIT_PER_SECOND: '0',
  WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
  // Each test registers its own people.
  OPEN_SIGN_UP: 'true',
});

beforeAll(startListener);

afterAll(async () => {
  await stopListener();
  const added = Object.keys(childEnvironment()).filter((name) => !(name in inherited));
  publishSettings({ ...Object.fromEntries(added.map((name) => [name, ''])), ...inherited });
  for (const name of NOT_HANDED_ON) dropSingleton(name);
});
