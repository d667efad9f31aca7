/**
 * Every statement of the service is given to Postgres, and what Postgres says of its rows is compared with the row type in the code. Runs in
 * a database of its own, since it also changes tables to see that this is noticed.
 */
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { databaseUrl } from '@/env';
import { statement } from '@/server/db/transaction';
import { useOwnDatabase } from '@tests/support/own-database';
import { check, type Findings, type Lie } from '@tests/support/rows/check';
import { Describer } from '@tests/support/rows/described';
import { leftToBeNull } from '@tests/support/rows/inserts';
import { Sends } from '@tests/support/rows/sends';
import { withConnection } from '../../../prisma/connect';

/** Columns that may be null in their table but not in these rows, for a reason that Postgres does not tell. */
const NEVER_NULL: Readonly<Record<string, string>> = {
  'src/server/db/repositories/backtests/backtest-accounts.ts hold_reference': 'a posting to HELD names its hold (check_entries)',
  'src/server/db/repositories/notices/notice-facts.ts covers_until': 'those without are left out',
  'src/server/db/repositories/notices/notice-facts.ts expires_at': 'those without are left out',
  'src/server/db/repositories/rewards/order-queue.ts begun_at': 'the statement itself sets it where it is null',
  'src/server/db/repositories/rewards/order-queue.ts lease_until': 'the statement itself sets it',
  'src/server/db/repositories/rules/campaigns.ts position': 'a set has one unless it is deleted (rule_sets_placed), and those are left out',
  'src/server/db/repositories/rules/rule-sets.ts position': 'a set has one unless it is deleted (rule_sets_placed), and those are left out',
  'src/server/db/repositories/webhooks/webhook-deliveries.ts exchange':
    'null with duration_ms alone (webhook_attempts_check), which is not null here',
  'src/server/db/repositories/webhooks/webhook-health.ts failing_since':
    'set as long as there are failures (webhook_endpoints_check), and there are here',
  'src/server/db/repositories/webhooks/webhook-queue.ts lease_until': 'the statement itself sets it',
};

/** Calls that are not checked, or not in every form, by file. */
const NOT_CHECKED: Readonly<Record<string, { readonly calls: number; readonly because: string }>> = {
  'src/server/db/spread.ts': { calls: 1, because: 'only a Citus has the function that it calls' },
  'src/server/db/audit-scope.ts': {
    calls: 4,
    because: 'they begin transactions, and pass on what the sign-in library sends in its own words',
  },
  'src/server/db/client.ts': { calls: 1, because: 'settings, one of which only a Citus has' },
  'src/server/db/partition-export.ts': { calls: 2, because: 'whole rows of a partition, as text, whichever table it belongs to' },
  'src/server/db/partitions.ts': { calls: 4, because: 'they lock, empty and drop partitions, whose names only the run knows' },
  'src/server/db/repositories/backtests/backtest-accounts.ts': {
    calls: 1,
    because: 'checked but for a window that is cut into no parts, which there is not',
  },
  'src/server/db/repositories/operations/statistics.ts': { calls: 1, because: 'it analyses whichever tables have grown' },
  'src/server/db/repositories/webhooks/webhook-delivery-list.ts': {
    calls: 1,
    because: 'checked but for a list of neither waiting nor ended ones, which there is not',
  },
};

/** What a new row does not have yet, or what is of another kind of row; `late` is told by a trigger. */
const NULL_AT_FIRST: Readonly<Record<string, string>> = {
  'src/server/db/repositories/organizations/account-sessions.ts accounts':
    'access_token access_token_expires_at id_token refresh_token refresh_token_expires_at scope',
  'src/server/db/repositories/organizations/api-keys.ts api_keys': 'expires_at revoked_at',
  'src/server/db/repositories/automations/automation-runs.ts automation_runs': 'completed_at reached reason',
  'src/server/db/repositories/backtests/backtests.ts backtests':
    'completed_at difference_count error_message lease_token lease_until result total',
  'src/server/db/repositories/challenges/challenge-writing.ts challenge_completions': 'earlier_completed_at earlier_revoked_at',
  'src/server/db/repositories/events/broadcasts.ts broadcasts': 'completed_at reached',
  'src/server/db/repositories/organizations/clock-moves.ts clock_moves': 'ended_at reached',
  'src/server/db/repositories/ledger/corrections.ts correction_lines': 'journal_entry_id posted reason',
  'src/server/db/repositories/ledger/corrections.ts corrections': 'approved_at completed_at',
  'src/server/db/repositories/events/enrollment.ts participants': 'display_name email first_name last_name phone',
  'src/server/db/repositories/ledger/entry-chains.ts entry_chains': 'checkpoint_due_at',
  'src/server/db/repositories/events/decided-events.ts events': 'automation_id cause_event_id',
  'src/server/db/repositories/events/event-queue.ts event_queue': 'requeued_at',
  'src/server/db/repositories/events/event-queue.ts events': 'automation_id cause_event_id',
  'src/server/db/repositories/rewards/fulfillment-accounts.ts fulfillment_accounts': 'deleted_at verified_at',
  'src/server/db/repositories/rewards/fulfillment-orders.ts fulfillment_orders':
    'begun_at consented_at failure_reason lease_until link provider_order_id resolved_at',
  'src/server/db/repositories/people/group-members.ts group_members': 'left_at',
  'src/server/db/repositories/codes/code-imports.ts code_imports': 'completed_at error_code error_message',
  'src/server/db/repositories/people/imports.ts imports': 'completed_at error_code error_message lease_token phase reached taken_at',
  'src/server/db/repositories/leaderboards/leaderboards.ts leaderboards': 'scan_after',
  'src/server/db/repositories/leaderboards/results.ts leaderboard_results': 'event_id won_at',
  'src/server/db/repositories/leaderboards/seasons.ts leaderboard_seasons': 'frozen_at',
  'src/server/db/repositories/ledger/ledger-periods.ts ledger_periods':
    'chain_position closed_at entry_count reopen_reason reopened_at seal_hash',
  'src/server/db/repositories/ledger/ledger-verifications.ts ledger_verifications': 'completed_at lease_token lease_until place step',
  'src/server/db/repositories/organizations/mcp-grants.ts mcp_grants': 'last_used_at revoked_at',
  'src/server/db/repositories/organizations/organizations.ts organizations': 'clock_leased_until logo metadata',
  'src/server/db/repositories/rewards/redemptions.ts redemptions':
    'capture_journal_entry_id captured_at failure_reason release_journal_entry_id released_amount resolved_at',
  'src/server/db/repositories/rewards/reward-sources.ts reward_sources': 'deleted_at',
  'src/server/db/repositories/referrals/referral-changes.ts referrals':
    'cancelled_at count expired_at qualified_at qualifying_event_id reason step',
  'src/server/db/repositories/referrals/referrals.ts referrals':
    'cancelled_at count expired_at qualified_at qualifying_event_id reason step',
  'src/server/db/repositories/rules/change-sets.ts change_sets':
    'failure publish_at published_at published_version publisher reverted_at reverted_version',
  'src/server/db/repositories/rules/rule-sets.ts rule_sets': 'deleted_at',
  'src/server/db/repositories/events/system-events.ts event_queue': 'requeued_at',
  'src/server/db/repositories/events/system-events.ts events': 'codes recipient_id',
  'src/server/db/repositories/programs/tiers.ts tiers': 'evaluated_to',
  'src/server/db/repositories/webhooks/webhook-attempts.ts webhook_attempts': 'duration_ms exchange late',
  'src/server/db/repositories/webhooks/webhook-deliveries.ts webhook_queue':
    'error_code first_limited_at last_error lease_until response_status',
  'src/server/db/repositories/webhooks/webhook-endpoints.ts webhook_endpoints':
    'deleted_at disabled_at disabled_reason failing_since previous_secret previous_secret_until rate_limited_until',
  'src/server/db/repositories/webhooks/webhook-recoveries.ts webhook_queue':
    'error_code first_limited_at last_error lease_until response_status',
  'src/server/db/repositories/webhooks/webhook-recoveries.ts webhook_recoveries': 'completed_at reached_id',
  'src/server/db/webhook-writing.ts webhook_events': 'request_id',
  'src/server/db/webhook-writing.ts webhook_queue': 'error_code first_limited_at last_error lease_until recovery_id response_status',
};

await useOwnDatabase();

const sends = new Sends(
  process.cwd(),
  globSync('src/{server,cli}/**/*.ts', { cwd: process.cwd() }).map((file) => `${process.cwd()}/${file}`),
).all();

const sentence = ({ place, column, declared, lie }: Lie): string => `${place}: ${column}: ${declared} ${lie}`;

const findings = (): Promise<Findings> => withConnection(databaseUrl(), async (client) => check(sends, await Describer.on(client)));

const SAVED_VIEWS = 'src/server/db/repositories/organizations/saved-views.ts';

/** What is found about saved views while their table is otherwise. */
async function findingsWhile(change: string, undo: string): Promise<string[]> {
  await statement(`ALTER TABLE saved_views ${change}`);
  try {
    const { lies, unchecked } = await findings();
    const told = [...lies.map(sentence), ...[...unchecked].map(([place, why]) => `${place}: ${why}`)];
    return told.filter((line) => line.startsWith(SAVED_VIEWS));
  } finally {
    await statement(`ALTER TABLE saved_views ${undo}`);
  }
}

const fileOf = (place: string): string => place.replace(/:\d+$/, '');

test('every statement of the service is accepted by Postgres, and returns the rows that the code declares for it', async () => {
  const { lies, unchecked } = await findings();

  const excused = lies.filter(({ place, column, lie }) => lie === 'may be null' && `${fileOf(place)} ${column}` in NEVER_NULL);
  const told = lies.filter((lie) => !excused.includes(lie)).map(sentence);
  expect(told, 'what the code declares is not so').toEqual([]);
  expect(new Set(excused.map(({ place, column }) => `${fileOf(place)} ${column}`)), 'excuses that are needed').toEqual(
    new Set(Object.keys(NEVER_NULL)),
  );

  const byFile = Map.groupBy(unchecked, ([place]) => fileOf(place));
  const unexpected = [...byFile].filter(([file, calls]) => NOT_CHECKED[file]?.calls !== calls.length).flatMap(([, calls]) => calls);
  expect(Object.fromEntries(unexpected), 'statements that cannot be checked').toEqual({});
  expect(new Set(byFile.keys()), 'files that are excused').toEqual(new Set(Object.keys(NOT_CHECKED)));
  expect(sends.length).toBeGreaterThan(500);
});

test.each([
  [
    'type',
    'ALTER created_at TYPE text',
    'ALTER created_at TYPE timestamptz(3) USING created_at::timestamptz',
    /:\d+: created_at: Date is string \(text\)$/,
  ],
  ['nullability', 'ALTER query DROP NOT NULL', 'ALTER query SET NOT NULL', /:\d+: query: string may be null$/],
  ['name', 'RENAME query TO asked', 'RENAME asked TO query', /:\d+: column .*query.* does not exist/],
])('a column whose %s changes is told of by each line that still declares the old one', async (_, change, undo, message) => {
  const told = await findingsWhile(change, undo);
  expect(told.length).toBeGreaterThan(1);
  for (const line of told) expect(line).toMatch(message);
});

test('a statement that inserts names every column, but for those that have a default or are to be null at first', async () => {
  const left = await withConnection(databaseUrl(), (client) => leftToBeNull(sends, client));
  expect(left).toEqual(NULL_AT_FIRST);
});
