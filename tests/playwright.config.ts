/** Runs the browser tests against the production build on its own embedded Postgres. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, devices } from '@playwright/test';
import { childEnvironment } from '@/env';
import { chromiumPath } from '@tests/support/chromium';
import { localTls } from '@tests/support/tls';

/** Workers load this file too and must see what the run decided. */
const port = (process.env['E2E_PORT'] ??= '3977');
const dataDir = (process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'rewards-e2e-')));
/** Certificates the server trusts, so that tests can serve https to it. */
const tlsDir = (process.env['E2E_TLS_DIR'] ??= newTlsDir());
const address = `http://localhost:${port}`;
const KEY = Buffer.alloc(32, 3).toString('base64');

function newTlsDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rewards-e2e-tls-'));
  for (const [name, text] of Object.entries(localTls())) writeFileSync(join(folder, name), text, { mode: 0o600 });
  return folder;
}

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 120_000,
  // The first page of a run waits for the server to load it, which takes long on a slow machine.
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: address,
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-background-networking'] },
  },
  webServer: {
    command: 'node src/cli/ensure-installed.mjs --production .next/service/main.mjs',
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    url: `${address}/readyz`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: childEnvironment({
      PORT: port,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      SEED_DEMO: 'true',
      // Each test registers its own people.
      OPEN_SIGN_UP: 'true',
      ENCRYPTION_KEY: KEY,
      AUTH_SECRET: KEY,
      ADMIN_API_KEY: 'sk_admin_for_tests_only_0001',
      RATE_LIMIT_PER_SECOND: '0',
      WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
      NODE_EXTRA_CA_CERTS: join(tlsDir, 'cert'),
      LOG_LEVEL: 'warn',
    }) as Record<string, string>,
  },
});
