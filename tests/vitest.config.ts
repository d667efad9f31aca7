/** Configures one project per kind of test; only those that need a database share the run's Postgres. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Kind {
  readonly name: string;
  readonly database?: boolean;
  /** Whether each file loads everything anew: one that starts processes may leave something behind. */
  readonly isolated?: boolean;
  readonly timeoutMs?: number;
  /** Kinds of a later group start when the earlier ones are done. */
  readonly group?: number;
}

const KINDS: readonly Kind[] = [
  { name: 'unit' },
  { name: 'architecture', timeoutMs: 60_000 },
  // The longest takes ten seconds on a quiet machine.
  { name: 'integration', database: true, timeoutMs: 120_000, group: 1 },
  { name: 'api', database: true, timeoutMs: 120_000, group: 1 },
  { name: 'faults', isolated: true, timeoutMs: 300_000, group: 2 },
];

export default defineConfig({
  root,
  test: {
    globalSetup: ['tests/support/postgres.ts', 'tests/support/bundled-service.ts'],
    // Half of a test's time is spent waiting for the database, so every core can run a file.
    maxWorkers: '100%',
    projects: KINDS.map(({ name, database, isolated = false, timeoutMs = 30_000, group = 0 }) => ({
      resolve: { alias: { '@/': `${root}src/`, '@tests/': `${root}tests/` } },
      test: {
        name,
        include: [`tests/${name}/**/*.test.{ts,tsx}`],
        setupFiles: database ? ['tests/support/setup.ts'] : [],
        testTimeout: timeoutMs,
        hookTimeout: timeoutMs,
        // The awaited result comes within milliseconds, or much later on a busy machine.
        expect: { poll: { timeout: 60_000 } },
        // What was found instead of nothing is the whole message of many tests.
        chaiConfig: { truncateThreshold: 2_000 },
        // Most of a short file's time is loading the service, so files share what is loaded.
        isolate: isolated,
        sequence: { groupOrder: group },
        env: { NODE_ENV: 'test', TZ: 'UTC', LOG_LEVEL: 'silent' },
      },
    })),
  },
});
