/** Picks rows of the loaded organization to open and filter by: some ordinary, some with very many related rows. */
import { statement } from '@/server/db/transaction';

/** Values by field; several where one is ordinary and another heavy. */
export type Samples = Readonly<Record<string, readonly unknown[]>>;

const DAY_MS = 86_400_000;

/** @returns null when no organization has a participant. */
export async function largestOrganization(): Promise<string | null> {
  const [row] = await statement<{ organization_id: string }>(
    'SELECT organization_id FROM participants GROUP BY organization_id ORDER BY count(*) DESC LIMIT 1',
  );
  return row?.organization_id ?? null;
}

/** The single value of a query whose `$1` is the organization. */
async function one(organizationId: string, sql: string): Promise<string | null> {
  const [row] = await statement<{ value: string }>(`SELECT (${sql})::text AS value`, [organizationId]);
  return row?.value ?? null;
}

const newest = (table: string, column = 'id', order = 'created_at'): string =>
  `SELECT ${column} FROM ${table} WHERE organization_id = $1 ORDER BY ${order} DESC LIMIT 1`;
const middle = (table: string, column = 'id'): string =>
  `SELECT ${column} FROM ${table} WHERE organization_id = $1 ORDER BY created_at OFFSET 100 LIMIT 1`;

/** By field, or by `procedure prefix.field` where procedures use one name for different things. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  'participants.id': [`SELECT id FROM participants WHERE organization_id = $1 AND external_id = 'customer-1'`, middle('participants')],
  participant_id: [`SELECT id FROM participants WHERE organization_id = $1 AND external_id = 'customer-1'`, middle('participants')],
  'groups.id': [`SELECT id FROM groups WHERE organization_id = $1 AND name = 'Team 1'`, middle('groups')],
  group_id: [`SELECT id FROM groups WHERE organization_id = $1 AND name = 'Team 1'`, middle('groups')],
  'programs.id': [newest('programs')],
  'ruleConfiguration.id': [newest('programs')],
  'ruleSets.id': [newest('programs')],
  'backtests.id': [newest('programs')],
  'campaigns.id': [`SELECT id FROM rule_sets WHERE organization_id = $1 AND campaign IS NOT NULL LIMIT 1`],
  'changeSets.id': [newest('change_sets')],
  'changeSets.list.id': [newest('programs')],
  'corrections.id': [newest('programs')],
  correction_id: [newest('corrections')],
  'imports.id': [newest('imports')],
  program_id: [newest('programs')],
  programId: [newest('programs')],
  'assets.id': [`SELECT id FROM assets WHERE organization_id = $1 AND symbol = 'PTS'`],
  asset_id: [
    `SELECT id FROM assets WHERE organization_id = $1 AND symbol = 'PTS'`,
    `SELECT id FROM assets WHERE organization_id = $1 AND symbol = 'MILES'`,
  ],
  'events.id': [newest('events', 'id', 'id')],
  event_id: [newest('journal_entries', 'event_id', 'event_id IS NOT NULL, created_at')],
  'journalEntries.id': [newest('journal_entries')],
  'redemptions.id': [newest('redemptions')],
  'transfers.id': [newest('transfers')],
  'rules.id': [newest('rules')],
  'rules.simulate.id': [newest('programs')],
  'rules.simulateConfiguration.id': [newest('programs')],
  'rules.estimate.id': [newest('programs')],
  rule_id: [newest('rules')],
  rule_set_id: [newest('rule_sets')],
  changed_id: [newest('rules')],
  reward_id: [newest('rewards')],
  'fulfillmentAccounts.id': [newest('fulfillment_accounts')],
  source_id: [newest('reward_sources')],
  backtest_id: [newest('backtests')],
  'reports.getVerification.id': [newest('ledger_verifications')],
  recovery_id: [newest('webhook_recoveries')],
  'ledgerPeriods.id': [newest('ledger_periods')],
  'challenges.id': [newest('challenges')],
  challenge_id: [newest('challenges')],
  'leaderboards.id': [newest('leaderboards')],
  'leaderboards.rank.participant_id': [newest('leaderboard_results', 'participant_id', 'participant_id')],
  leaderboard_id: [newest('leaderboards')],
  'codeBatches.id': [newest('code_batches')],
  'codeImports.id': [newest('code_imports')],
  batch_id: [newest('code_batches')],
  'noticeSettings.id': [newest('notice_settings')],
  setting_id: [newest('notice_settings')],
  'notices.id': [newest('notices', 'id', 'id')],
  'referralPrograms.id': [newest('referral_programs')],
  referral_program_id: [newest('referral_programs')],
  'referrals.id': [newest('referrals', 'id', 'id')],
  'referralCodes.id': [newest('referrals', 'referrer_id', 'id')],
  referrer_participant_id: [newest('referrals', 'referrer_id', 'id')],
  referred_participant_id: [newest('referrals', 'referred_id', 'id')],
  'codes.get.code': [newest('codes', 'code', 'code')],
  'decisions.id': [newest('decisions', 'id', 'id')],
  'auditLog.id': [newest('audit_log', 'id', 'id')],
  resource_id: [newest('audit_log', 'resource_id', 'id')],
  actor_id: [newest('api_keys')],
  api_key_id: [newest('api_keys')],
  request_id: [
    `SELECT 'req_' || left(d, 12) || substring(d from 14 for 3) || substring(d from 20)
     FROM (SELECT replace(id::text, '-', '') AS d FROM request_logs WHERE organization_id = $1 ORDER BY id DESC LIMIT 1) newest`,
  ],
  'logs.id': [newest('request_logs', 'id', 'id')],
  'webhookDeliveries.id': [newest('webhook_attempts', 'delivery_id', 'delivery_id')],
  'webhookEndpoints.id': [newest('webhook_endpoints')],
  endpoint_id: [newest('webhook_endpoints')],
  automation_id: [newest('automations')],
  external_id: [
    `SELECT external_id FROM participants WHERE organization_id = $1 AND external_id = 'customer-1'`,
    middle('participants', 'external_id'),
  ],
  idempotency_key: [newest('events', 'idempotency_key', 'id')],
  category: [newest('rewards', 'category')],
};

const TEXTS: Samples = {
  season: ['ALL', 'no-such-season'],
  search: ['customer-77', 'lovelace', 'Team 7', 'a', 'zq', 'nothing is called so'],
  tag: ['newsletter', 'vip', 'no-such-tag'],
  reference_id: ['ticket-7', 'no-such-reference'],
  key: ['purchases', 'country', 'status'],
  'stateHistory.key': ['country'],
  'attribute.key': ['country'],
  'counter.key': ['purchases'],
  'tier.key': ['status'],
  'programs.tiers.key': ['status'],
  route: ['/v1/events/{id}', '/v1/nothing'],
  method: ['GET', 'DELETE'],
  status: [404, 500],
  version: [1],
  condition: ['event.type == "purchase"'],
  event: [{ event_data: { type: 'purchase', amount: 50 }, external_id: 'customer-1' }],
  'decisions.preview.event_data': [{ type: 'purchase', amount: 50 }],
  'rules.estimate.rule': [{ condition: 'event.type == "purchase"', actions: [{ type: 'TAG', tag: 'buyer' }] }],
  participant_filter: ['participant.tags.exists(t, t == "vip")', undefined],
  window_days: [30],
  terms: [
    { kind: 'VALUE_EXPIRES', days_before: 30 },
    { kind: 'INACTIVE', days: 30 },
  ],
};

export async function samplesOf(organizationId: string, now: Date): Promise<Samples> {
  const before = (days: number): string => new Date(now.getTime() - days * DAY_MS).toISOString();
  const found = await Promise.all(
    Object.entries(QUERIES).map(async ([field, queries]) => {
      const values = await Promise.all(queries.map((sql) => one(organizationId, sql)));
      return [field, values.filter((value) => value !== null)] as const;
    }),
  );
  return {
    ...TEXTS,
    ...Object.fromEntries(found),
    from: [before(30), before(365)],
    'programs.calendar.from': [before(30), before(-30)],
    event_from: [before(7), before(365)],
    to: [before(0)],
    as_of: [before(100)],
    expires_after: [before(-100)],
    expires_before: [before(-100)],
    'organizations.id': [organizationId],
    'assets.lookup.ids': [await someIds('assets', organizationId)],
    'holders.names.participant_ids': [await someIds('participants', organizationId)],
    'holders.names.group_ids': [await someIds('groups', organizationId)],
  };
}

/** As many ids as the rows of a page refer to. */
async function someIds(table: string, organizationId: string): Promise<string[]> {
  const rows = await statement<{ id: string }>(`SELECT id FROM ${table} WHERE organization_id = $1 LIMIT 100`, [organizationId]);
  return rows.map(({ id }) => id);
}
