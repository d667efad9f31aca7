/** Configures the tests that are run once more against a database spread over the nodes of a Citus. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  root,
  resolve: { alias: { '@/': `${root}src/`, '@tests/': `${root}tests/` } },
  test: {
    name: 'citus',
    globalSetup: ['tests/support/citus-run.ts'],
    setupFiles: ['tests/support/setup.ts'],
    include: ['tests/{integration,api}/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    isolate: false,
    env: { NODE_ENV: 'test', TZ: 'UTC', LOG_LEVEL: 'silent' },
  },
});
