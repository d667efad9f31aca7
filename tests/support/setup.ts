/** Gives each worker of a database project the settings of a test process: the run's database, fixed keys, no rate limit. */
import { inject } from 'vitest';
import { publishSettings } from '@/env';

publishSettings({
  DATABASE_URL: inject('databaseUrl') ?? '',
  DATABASE_POOL_SIZE: '5',
  ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  AUTH_SECRET: Buffer.alloc(32, 2).toString('base64'),
  ADMIN_API_KEY: 'sk_admin_for_tests_only_0001',
  RATE_LIMIT_PER_SECOND: '0',
  WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
});
