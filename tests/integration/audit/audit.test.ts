/** No configuration table escapes the audit log, and the log itself cannot be rewritten. */
import { afterAll, describe, expect, test } from 'vitest';
import { AUDIT_ACTIONS, AUDIT_RESOURCES } from '@/domain/audit';
import { actingAs, actingAsService, type AuditScope } from '@/server/db/audit-scope';
import { closeDatabase } from '@/server/db/client';
import { statement, withTransaction } from '@/server/db/transaction';
import { newId, timeOfId } from '@/server/platform/ids';
import { ownedOrganization } from '@tests/support/people';

afterAll(closeDatabase);

/** Tables that hold no configuration, grouped by what records their changes instead. */
const OTHERWISE = {
  'the ledger and what follows it':
    'journal_entries account_entries balances holds lots lot_postings transfers transfer_recipients budget_usage campaign_budget_usage',
  'totals that follow from entries, events and enrollments':
    'account_days expiry_days ledger_days entry_days rule_days rule_returns activity_days activity_returns activity_progress ledger_hours rule_hours account_hours entry_hours activity_hours activity_hour_returns rule_hour_returns hour_progress',
  'the proof of the ledger': 'entry_seal_queue entry_chains entry_seals ledger_signing_keys ledger_checkpoints ledger_verifications',
  'people whom the programs are for, and their state':
    'participants program_participants participant_versions state_tags state_attributes state_counters state_tiers state_history group_members group_member_changes',
  'redemptions and their orders': 'redemptions redemption_reversals fulfillment_orders',
  'notices that wait or were sent': 'notice_queue notices notice_days',
  'codes, of which making one void is told with its batch, and their uses':
    'codes code_redemptions code_batch_uses event_codes code_attempts',
  'files of codes, which are told of with their batch when they are there and when they are cancelled':
    'code_imports code_import_parts code_import_refusals',
  'what events count for challenges, and what participants reach by it': 'challenge_progress challenge_contributions challenge_completions',
  'what leaderboards are derived from, and what they come to':
    'leaderboard_queue leaderboard_seasons leaderboard_scores leaderboard_buckets leaderboard_results',
  'who brings whom, of which a cancellation is told': 'referral_codes referrers referrals',
  'decisions, which are events once they are committed': 'decisions',
  'events and what they set off':
    'events event_queue event_outcomes broadcasts automation_runs automation_matches automation_evaluations webhook_events webhook_queue webhook_attempts webhook_recoveries',
  'files that are imported, which are told of when they are opened or cancelled': 'imports import_rows import_errors opening_balances',
  'what a period was closed with, a correction posts and a backtest found, which are told of as a whole':
    'ledger_period_figures ledger_period_balances correction_lines backtest_differences',
  'versions, whose rules are audited one by one': 'rule_configuration_versions',
  'what was announced of campaigns, which are audited as rule sets': 'campaign_announcements',
  'work that changes no configuration, and moves of a sandbox clock, which are told of when they begin': 'backtests clock_moves',
  'with which view a list opens for somebody': 'saved_view_defaults',
  'accounts of people, which belong to no organization': 'users sessions accounts verifications two_factors used_codes',
  'how assistants sign in; what each may read is told of with its grant':
    'oauth_clients oauth_resources oauth_client_resources oauth_refresh_tokens oauth_access_tokens oauth_consents oauth_client_assertions',
  'what processes share out among themselves': 'request_limits job_sweeps',
  'records of the service itself': 'api_key_uses idempotency_records request_logs audit_log _prisma_migrations _routines',
};

const scope = (rest: Partial<AuditScope> = {}): AuditScope => ({
  type: 'ADMIN_KEY',
  id: null,
  request_id: 'req_test',
  ip: '::1',
  operation: 'test.change',
  ...rest,
});

async function newOrganization(): Promise<string> {
  const id = newId();
  await statement(`INSERT INTO organizations (id, name, slug, created_at, updated_at) VALUES ($1, 'Test', $2, now(), now())`, [id, id]);
  return id;
}

const told = (organizationId: string) =>
  statement<Record<string, unknown>>('SELECT * FROM audit_log WHERE organization_id = $1 ORDER BY id', [organizationId]);

describe('every table', () => {
  test('either tells of each new, changed and removed row, or is known to hold no configuration', async () => {
    const exempt = Object.values(OTHERWISE).flatMap((names) => names.split(' '));
    const tables = await statement<{ name: string; watched: string[] | null }>(
      `SELECT c.relname AS name, array_agg(DISTINCT event.name) FILTER (WHERE event.name IS NOT NULL) AS watched
       FROM pg_class c LEFT JOIN pg_trigger t ON t.tgrelid = c.oid AND t.tgfoid = 'audit_change'::regproc AND t.tgenabled = 'O'
       LEFT JOIN LATERAL (VALUES (4, 'INSERT'), (8, 'DELETE'), (16, 'UPDATE')) AS event (bit, name) ON t.tgtype::int & event.bit > 0
       WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace GROUP BY c.relname`,
    );
    const whole = tables.filter(({ watched }) => watched?.join() === 'DELETE,INSERT,UPDATE').map(({ name }) => name);
    expect(tables.map(({ name }) => name).filter((name) => !whole.includes(name) && !exempt.includes(name))).toEqual([]);
    expect(exempt.filter((name) => whole.includes(name) || !tables.some((table) => table.name === name))).toEqual([]);
  });

  test('is told of in words that the API knows', async () => {
    const kinds = await statement<{ kind: string }>(
      `SELECT split_part(encode(tgargs, 'escape'), '\\000', 1) AS kind FROM pg_trigger WHERE tgfoid = 'audit_change'::regproc`,
    );
    expect(kinds.map(({ kind }) => kind).filter((kind) => !(AUDIT_RESOURCES as readonly string[]).includes(kind))).toEqual([]);
    const entryTypes = ['CREDIT', 'DEBIT', 'HOLD', 'RELEASE', 'SETTLE', 'VOID', 'FORFEIT', 'FUND', 'BURN', 'TRANSFER'];
    expect(entryTypes.filter((type) => !(AUDIT_ACTIONS as readonly string[]).includes(type))).toEqual([]);
  });

  test('columns that hold bytes are secrets or bookkeeping, and never told', async () => {
    const leaks = await statement(
      `SELECT c.relname, a.attname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND a.atttypid = 'bytea'::regtype
       WHERE t.tgfoid = 'audit_change'::regproc
         AND NOT a.attname = ANY (regexp_split_to_array(encode(t.tgargs, 'escape'), '(\\\\000|,)'))`,
    );
    expect(leaks).toEqual([]);
  });
});

test.each(['UPDATE audit_log SET action = action', 'DELETE FROM audit_log'])('%s is refused', async (text) => {
  await newOrganization();
  await expect(statement(text)).rejects.toThrow('append-only');
});

test('ids of entries tell when each was written, and are in the order of writing also within a millisecond', async () => {
  const before = Date.now();
  const id = await newOrganization();
  await statement(
    `SELECT record_audit($1, NULL, 'UPDATE', 'PROGRAM', gen_random_uuid(), n::text, NULL, NULL) FROM generate_series(1, 500) AS n`,
    [id],
  );
  const rows = (await told(id)).filter(({ resource_type }) => resource_type === 'PROGRAM');
  expect(rows.map(({ resource_name }) => Number(resource_name))).toEqual(Array.from({ length: 500 }, (_, n) => n + 1));
  for (const row of rows) {
    expect(String(row.id)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    const at = timeOfId(String(row.id)).getTime();
    expect(at).toBeGreaterThanOrEqual(before - 1);
    expect(Math.abs(at - (row.organization_time as Date).getTime())).toBeLessThanOrEqual(1);
  }
});

test('an entry is committed with its change or not at all, and names who acts, also outside a transaction', async () => {
  const id = await actingAs(scope(), newOrganization);
  const rename = 'UPDATE organizations SET name = $2 WHERE id = $1';
  const undone = () =>
    withTransaction(async (tx) => {
      await tx.query(rename, [id, 'Undone']);
      throw new Error('undone');
    });
  await expect(actingAs(scope(), undone)).rejects.toThrow('undone');
  await actingAs(scope({ type: 'TOKEN', id: "x'); --", name: 'Ada \\ "L"' }), () => statement(rename, [id, 'Named']));
  await actingAs(scope(), () => actingAsService(() => statement(rename, [id, 'Unnamed'])));
  await statement(rename, [id, 'Nobody']);
  expect(await told(id)).toMatchObject([
    { actor_type: 'ADMIN_KEY', action: 'CREATE', before: null, request_id: 'req_test', operation: 'test.change' },
    { actor_type: 'TOKEN', actor_id: "x'); --", actor_name: 'Ada \\ "L"', before: { name: 'Test' }, after: { name: 'Named' } },
    { actor_type: 'SYSTEM', actor_id: null, request_id: null, after: { name: 'Unnamed' } },
    { actor_type: 'SYSTEM', after: { name: 'Nobody' } },
  ]);
});

test('amounts are told as text, to the last digit', async () => {
  const id = await newOrganization();
  await statement(
    `INSERT INTO assets (id, organization_id, name, symbol, scale, inventory_mode, issuance_policy, max_transaction_amount, created_at, updated_at)
     VALUES ($1, $2, 'Points', 'PTS', 18, 'SIMPLE', 'UNLIMITED', '12345678901234567890.100000000000000001', now(), now())`,
    [newId(), id],
  );
  expect((await told(id)).at(-1)).toMatchObject({
    after: { scale: 18, max_transaction_amount: '12345678901234567890.100000000000000001' },
  });
});

test('members, invitations, roles and keys are told with the person who changed them', async () => {
  const { id, owner, member } = await ownedOrganization();
  const joined = await member('VIEWER');
  const [{ id: memberId }] = (await statement<{ id: string }>(
    `SELECT m.id FROM members m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 AND u.email = $2`,
    [id, joined.email],
  )) as [{ id: string }];
  await owner.auth('/organization/update-member-role', { organizationId: id, memberId, role: 'ADMIN' });
  await owner.mutate('apiKeys.create', { name: 'Server', trusted: false });
  const rows = await told(id);
  expect(
    rows.map(({ resource_type, action, actor_name }) => `${String(resource_type)} ${String(action)} by ${String(actor_name)}`),
  ).toEqual([
    `ORGANIZATION CREATE by ${owner.email}`,
    `MEMBER CREATE by ${owner.email}`,
    `INVITATION CREATE by ${owner.email}`,
    `INVITATION UPDATE by ${joined.email}`,
    `MEMBER CREATE by ${joined.email}`,
    `MEMBER UPDATE by ${owner.email}`,
    `API_KEY CREATE by ${owner.email}`,
  ]);
  expect(rows[5]).toMatchObject({
    resource_name: joined.email,
    operation: 'organization.update-member-role',
    before: { role: 'VIEWER' },
    after: { role: 'ADMIN' },
  });
});

test('owners and admins read the log in the dashboard, others are refused', async () => {
  const { owner, member } = await ownedOrganization();
  expect((await owner.query('auditLog.list', {})).failure).toBeUndefined();
  expect((await (await member('ADMIN')).query('auditLog.list', {})).failure).toBeUndefined();
  expect((await (await member('MEMBER')).query('auditLog.list', {})).failure).toMatchObject({ code: 'insufficient_permissions' });
});
