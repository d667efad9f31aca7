/** Provokes the codes of groups, events, rules, tiers, automations, imports, webhooks, books and corrections. */
import type { ChangeSet } from '@/contract/change-set';
import type { EventDetail } from '@/contract/event';
import type { Rule } from '@/contract/rule';
import { organization } from '../api';
import { askForBacktest, runToItsEnd } from '../backtests';
import { wrongClub } from '../corrections';
import { csv, importFile } from '../imports';
import { askToClose, closeBooks } from '../periods';
import { programWithAsset, type TestProgram } from '../programs';
import { startReceiver } from '../receiver';
import { shop } from '../redemptions';
import { tierClub } from '../tiers';
import { sandboxWith } from '../webhooks';
import { refusal, within, type Answered, type Provocations } from './answered';

type Body = Record<string, unknown>;
const MISSING = '00000000-0000-4000-8000-000000000000';

async function groupOf() {
  const club = await programWithAsset();
  const { body: ada } = await club.api.post<{ id: string }>('/participants', { external_id: 'ada', program_id: club.program.id });
  const members = [{ participant_id: ada.id, role: 'ADMIN' }];
  const { body: group } = await club.api.post<{ id: string }>('/groups', { name: 'Team', members });
  return { ...club, ada, group: `/groups/${group.id}` };
}

const groups: Provocations = {
  member_exists: async () => {
    const { api, group, ada } = await groupOf();
    return refusal(api.post(`${group}/members`, { participant_id: ada.id }));
  },
  last_admin: async () => {
    const { api, group, ada } = await groupOf();
    return refusal(api.delete(`${group}/members/${ada.id}`));
  },
  group_archived: async () => {
    const { api, group, program, asset } = await groupOf();
    await api.patch(group, { status: 'ARCHIVED' });
    const credit = { program_id: program.id, asset_id: asset.id, type: 'CREDIT', amount: '1', description: 'Test' };
    return refusal(api.post(`${group}/balances/adjust`, credit));
  },
};

const sent = ({ api, program }: TestProgram, body: Body = {}) =>
  refusal(api.post('/events', { program_id: program.id, external_id: 'ada', idempotency_key: 'e', event_data: {}, ...body }));

async function sentByOne(status: string): Promise<Answered> {
  const club = await programWithAsset();
  await club.api.post('/participants', { external_id: 'ada' });
  await club.api.patch('/participants/ext:ada', { status });
  return sent(club);
}

const events: Provocations = {
  amount_precision_exceeded: async () => sent(await programWithAsset(), { event_data: { amount: 2 ** 60 } }),
  participant_not_found: async () => sent(await programWithAsset({ program: { on_unknown_participant: 'REJECT' } })),
  participant_suspended: () => sentByOne('SUSPENDED'),
  participant_closed: () => sentByOne('CLOSED'),
  program_inactive: async () => {
    const club = await programWithAsset();
    await club.api.patch(`/programs/${club.program.id}`, { status: 'SUSPENDED' });
    const event: EventDetail = await club.sendAndProcess({});
    return within(Promise.resolve(event.error_code));
  },
};

const rules: Provocations = {
  invalid_status: async () => {
    const { api, addRule } = await programWithAsset();
    const { id } = await addRule({});
    await api.patch<Rule>(`/rules/${id}`, { status: 'ARCHIVED' });
    return refusal(api.patch(`/rules/${id}`, { name: 'Other' }));
  },
  rule_configuration_version_conflict: async () => {
    const { api, program } = await programWithAsset();
    const stale = { expected_rule_configuration_version: 99, rule_sets: [] };
    return refusal(api.put(`/programs/${program.id}/rules/configuration`, stale));
  },
  rule_example_failed: async () => {
    const { api, program, asset } = await programWithAsset();
    const actions = [{ type: 'CREDIT', asset_id: asset.id, amount: '1' }];
    const examples = [{ name: 'gives nothing', event: { event_data: {} }, expects: { matched: false } }];
    return refusal(api.post('/rules', { program_id: program.id, name: 'Welcome', condition: 'true', actions, examples }));
  },
  change_set_conflict: async () => {
    const { api, program, addRule } = await programWithAsset();
    const { id: rule_id } = await addRule({});
    const changes = [{ type: 'UPDATE_RULE', id: rule_id, rule: { name: 'Theirs' } }];
    const { body } = await api.post<ChangeSet>(`/programs/${program.id}/change-sets`, { name: 'Renamed', changes });
    await api.patch<Rule>(`/rules/${rule_id}`, { name: 'Ours' });
    return refusal(api.post(`/change-sets/${body.id}/publish`, {}));
  },
  unprocessable: async () => {
    const { api, program, addRule } = await programWithAsset();
    const { rule_configuration_version: expected_rule_configuration_version } = await addRule({});
    const order = { expected_rule_configuration_version, rule_set_ids: [MISSING] };
    return refusal(api.put(`/programs/${program.id}/rule-sets/order`, order));
  },
  rule_set_not_empty: async () => {
    const { api, program, addRule } = await programWithAsset();
    const { rule_set_id } = await addRule({});
    return refusal(api.delete(`/programs/${program.id}/rule-sets/${rule_set_id}`));
  },
  tier_referenced_by_rules: async () => {
    const { api, program, addRule } = await tierClub();
    await addRule({ actions: [{ type: 'SET_TIER', tier: 'status', level: 'gold' }] });
    return refusal(api.patch(`/programs/${program.id}/tiers/status`, { status: 'ARCHIVED' }));
  },
  sandbox_only: async () => refusal((await organization()).api.get('/sandbox/clock')),
};

const imports: Provocations = {
  invalid_csv: async () => refusal(importFile(await programWithAsset(), 'nonsense\r\n"')),
  opening_balance_exists: async () => {
    const ours = await programWithAsset({ symbol: 'OPN' });
    const file = (amount: string) => csv('external_id,asset_symbol,opening_balance', `ada,OPN,${amount}`);
    await importFile(ours, file('10'));
    return within(importFile(ours, file('11')).then(({ body }) => body.errors[0]?.code));
  },
};

async function books() {
  const { api, advance } = await shop();
  await advance('30d');
  const ago = async (ms: number) => new Date(Date.parse((await api.get<{ now: string }>('/sandbox/clock')).body.now) - ms).toISOString();
  const first = await closeBooks(api, await ago(3_600_000));
  return { api, ago, first };
}

const later: Provocations = {
  recovery_running: async () => {
    await using receiver = await startReceiver(404);
    const sandbox = await sandboxWith(receiver);
    await sandbox.send();
    await sandbox.advance('1s');
    const recover = () => sandbox.api.post(`/webhook-endpoints/${sandbox.endpoint.id}/recover`, { from: sandbox.endpoint.created_at });
    await recover();
    return refusal(recover());
  },
  period_closed: async () => {
    const { api, first } = await books();
    return refusal(askToClose(api, first.to));
  },
  later_period_closed: async () => {
    const { api, ago, first } = await books();
    await closeBooks(api, await ago(120_000));
    return refusal(api.post(`/ledger-periods/${first.id}/reopen`, { reason: 'Posted twice.' }));
  },
  correction_overlaps: async () => {
    const club = await wrongClub(['ada']);
    const [first, second] = [await club.plan('8'), await club.plan('9')];
    await club.act('approve', first);
    return refusal(club.act('approve', second));
  },
  correction_stale: async () => {
    const club = await wrongClub(['ada']);
    const debit = { type: 'DEBIT', asset_id: club.asset.id, amount: '999' };
    await club.addRule({ condition: 'event.type == "take"', actions: [debit] });
    const failed = await club.sendAndProcess({ external_id: 'ada', event_data: { type: 'take' } });
    await club.advance('1h');
    const { body: clock } = await club.api.get<{ now: string }>('/sandbox/clock');
    const { body: asked } = await askForBacktest(club.api, club.program.id, { from: club.window.from, to: clock.now });
    const { body: plan } = await club.ask({ backtest_id: (await runToItsEnd(club.api, asked)).id });
    await club.post({ amount: '1000' });
    await club.api.post(`/events/${failed.id}/retry`);
    await club.advance('1h');
    return refusal(club.act('approve', plan));
  },
};

export const PROGRAMS: Provocations = { ...groups, ...events, ...rules, ...imports, ...later };
