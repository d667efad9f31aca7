/**
 * Configures the tests that are run once more against a database spread over the nodes of a Citus: what is particular to it, and of the other
 * suites what changes balances, processes events and delivers webhooks, one after another and at the same time.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Chosen for what they exercise, and for their time. Tests that look at the database in statements of their own, which name no organization, or
 * at the sessions that wait for one another in it, are left out: they are of one database.
 */
const CHOSEN = [
  'citus/*',
  'integration/ledger/{oracle,concurrency,opposing}',
  'integration/webhooks/isolation',
  'integration/jobs/retention-export',
  'integration/invariants/partitions',
  'integration/audit/audit',
  'integration/groups/concurrency',
  'api/programs/*',
  'api/balances/{adjust,holds,lots,batch,forfeit,operations}',
  'api/events/{processing,retry,webhooks,together}',
  'api/transfers/*',
  'api/webhooks/{delivery,recovery,envelope}',
  'api/redemptions/{amount,resolve,reverse}',
  'api/rewards/redeem',
  'api/reports/ledger-periods',
  'api/audit-log/audit-log',
  'api/journal/{journal-entries,trial-balance}',
  'api/tiers/{definitions,memberships}',
  'api/decisions/{decide,races,providers}',
  'api/campaigns/campaign-rules',
  'api/codes/races',
  'api/challenges/{goals,races,take-back}',
  'api/leaderboards/{ranks,seasons}',
  'api/referrals/{bindings,qualifying}',
  'api/notices/value',
];

export default defineConfig({
  root,
  test: {
    globalSetup: ['tests/support/citus-run.ts'],
    maxWorkers: '100%',
    projects: [
      {
        resolve: { alias: { '@/': `${root}src/`, '@tests/': `${root}tests/` } },
        test: {
          name: 'citus',
          include: CHOSEN.map((chosen) => `tests/${chosen}.test.ts`),
          setupFiles: ['tests/support/setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
          isolate: false,
          env: { NODE_ENV: 'test', TZ: 'UTC', LOG_LEVEL: 'silent' },
        },
      },
    ],
  },
});
