/**
 * Creates, reads, changes, moves and archives rules, each validated as it will run and shown with the state of its budgets. Every change increments the
 * configuration version.
 */
import type { CreateRule, ListRules, UpdateRule } from '@/contract/rule';
import { changesNothingArchived } from '@/domain/archiving';
import { only } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import type { Finding } from '@/domain/rules/analyse/finding';
import { assertRuleSound } from '@/domain/rules/check';
import { appendSet } from '@/domain/rules/rule-sets';
import { ruleSentence } from '@/domain/rules/sentence/rule-sentence';
import type { KeysetPage } from '@/server/db/keyset';
import { loadAssetNames } from '@/server/db/repositories/programs/assets';
import { bumpConfigurationVersion } from '@/server/db/repositories/rules/rule-configuration-versions';
import { listRuleSets, saveRuleSets } from '@/server/db/repositories/rules/rule-sets';
import { loadRuleSurroundings } from '@/server/db/repositories/rules/rule-surroundings';
import {
  countLiveRules,
  findRule,
  findRuleForUpdate,
  insertRule,
  listRuleRows,
  shiftRules,
  updateRuleRow,
  type RuleRow,
} from '@/server/db/repositories/rules/rules';
import { autocommit, withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { budgetStates, type BudgetState } from './budgets';
import { checkExamples } from './examples';
import { ruleFindings } from './findings';
import { beginConfigurationChange, type StartedChange } from './put-configuration';
import { assetsNamedBy } from './rule-sentences';

/** @throws DomainError not_found (program or set), program_archived, validation_error, asset_not_linked, rule_example_failed. */
export async function createRule(ctx: Ctx, tx: Tx, command: CreateRule): Promise<RuleRow> {
  const organizationId = ctx.organization.id;
  const change = await beginConfigurationChange(ctx, tx, command.program_id, 'program_id');
  const { programId, now } = change;
  const activeFrom = timeOf(command.active_from);
  const activeTo = timeOf(command.active_to);
  assertRuleSound({ ...command, activeFrom, activeTo }, await loadRuleSurroundings(tx, organizationId, programId));
  const ruleSet = await ruleSetOf(tx, change, command.rule_set_id);
  const position = await makeRoom(tx, change.organizationId, ruleSet.id, command.order);
  const id = newId();
  const row: RuleRow = {
    id,
    program_id: programId,
    rule_set_id: ruleSet.id,
    client_ref: id,
    name: command.name,
    description: command.description ?? null,
    condition: command.condition,
    actions: command.actions,
    active_from: activeFrom,
    active_to: activeTo,
    budgets: command.budgets,
    position,
    status: command.status,
    stop_after_match: command.stop_after_match,
    examples: command.examples,
    version: 1,
    rule_configuration_version: change.version,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
  const overridden = await checkExamples(ctx, tx, row, command);
  await insertRule(tx, organizationId, row);
  return { ...row, rule_configuration_version: await bumpConfigurationVersion(tx, { ...change, ...overridden }) };
}

export const timeOf = (text: string | null | undefined): Date | null => (text ? new Date(text) : null);

export const DEFAULT_SET = { key: 'default', name: 'Default' };

/** The requested set, or the default set, created on demand. */
async function ruleSetOf(tx: Tx, change: StartedChange, id: string | undefined): Promise<{ id: string }> {
  const sets = await listRuleSets(tx, change.organizationId, change.programId);
  const found = sets.find((set) => (id === undefined ? set.key === DEFAULT_SET.key : set.id === id));
  if (found) return found;
  if (id !== undefined) throw new DomainError('not_found', 'The program has no such rule set.', { param: 'rule_set_id' });
  const made = appendSet(sets, { id: newId(), ...DEFAULT_SET });
  await saveRuleSets(tx, change, [made]);
  return made;
}

/** Makes room at `order`, capped at the end of the set; the end if undefined. */
async function makeRoom(tx: Tx, organizationId: string, ruleSetId: string, order: number | undefined): Promise<number> {
  const last = (await countLiveRules(tx, organizationId, ruleSetId)) + 1;
  const position = Math.min(order ?? last, last);
  await shiftRules(tx, organizationId, ruleSetId, { from: position, to: last, by: 1 });
  return position;
}

/** @throws DomainError not_found. */
export async function getRule(ctx: Ctx, id: string, param = 'id'): Promise<RuleRow> {
  const rule = await findRule(ctx.organization.id, id);
  if (!rule) throw new DomainError('not_found', 'There is no such rule in your organization.', { param });
  return rule;
}

export const listRules = (ctx: Ctx, query: ListRules): Promise<KeysetPage<RuleRow>> => listRuleRows(ctx.organization.id, query);

/** @throws DomainError not_found, program_archived, invalid_status (archived rule), validation_error, asset_not_linked, rule_example_failed. */
export async function updateRule(ctx: Ctx, { id, ...fields }: UpdateRule): Promise<RuleRow> {
  const { program_id } = await getRule(ctx, id);
  return withTransaction(async (tx) => {
    const change = await beginConfigurationChange(ctx, tx, program_id);
    const rule = await findRuleForUpdate(tx, ctx.organization.id, id);
    if (!rule) return getRule(ctx, id);
    if (rule.status === 'ARCHIVED') {
      if (changesNothingArchived(fields)) return rule;
      throw new DomainError('invalid_status', 'The rule is archived and cannot be changed; create a new one.', { param: 'status' });
    }
    return fields.status === 'ARCHIVED' ? archive(tx, change, rule) : alter(ctx, tx, change, rule, fields);
  });
}

async function archive(tx: Tx, change: StartedChange, rule: RuleRow): Promise<RuleRow> {
  const { organizationId } = change;
  const last = await countLiveRules(tx, organizationId, rule.rule_set_id);
  await shiftRules(tx, organizationId, rule.rule_set_id, { from: rule.position + 1, to: last, by: -1 });
  return save(tx, change, { ...rule, status: 'ARCHIVED', deleted_at: change.now });
}

async function alter(
  ctx: Ctx,
  tx: Tx,
  change: StartedChange,
  rule: RuleRow,
  { order, active_from, active_to, example_override_reason, ...fields }: Omit<UpdateRule, 'id'>,
): Promise<RuleRow> {
  const altered: RuleRow = {
    ...rule,
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    active_from: active_from === undefined ? rule.active_from : timeOf(active_from),
    active_to: active_to === undefined ? rule.active_to : timeOf(active_to),
  };
  assertRuleSound(
    { ...altered, activeFrom: altered.active_from, activeTo: altered.active_to },
    await loadRuleSurroundings(tx, change.organizationId, rule.program_id),
  );
  const isOnlyMoved = Object.values(fields).every((value) => value === undefined) && active_from === undefined && active_to === undefined;
  const overridden = isOnlyMoved ? {} : await checkExamples(ctx, tx, altered, { example_override_reason });
  const position = order === undefined ? rule.position : await move(tx, change, rule, order);
  return save(tx, { ...change, ...overridden }, { ...altered, position });
}

/** Closes the gap the rule leaves and opens one at its new position. */
async function move(tx: Tx, { organizationId }: StartedChange, rule: RuleRow, order: number): Promise<number> {
  const position = Math.min(order, await countLiveRules(tx, organizationId, rule.rule_set_id));
  if (position > rule.position) await shiftRules(tx, organizationId, rule.rule_set_id, { from: rule.position + 1, to: position, by: -1 });
  if (position < rule.position) await shiftRules(tx, organizationId, rule.rule_set_id, { from: position, to: rule.position - 1, by: 1 });
  return position;
}

async function save(tx: Tx, change: StartedChange, row: RuleRow): Promise<RuleRow> {
  const saved = { ...row, version: row.version + 1, updated_at: change.now };
  await updateRuleRow(tx, change.organizationId, saved);
  return { ...saved, rule_configuration_version: await bumpConfigurationVersion(tx, change) };
}

export interface RuleRecord {
  readonly row: RuleRow;
  readonly budgets: readonly BudgetState[];
  readonly sentence: string;
  /** Absent where the rule is shown as part of its configuration. */
  readonly findings?: readonly Finding[];
}

/** @param tx the transaction that wrote the rows, if not yet committed. */
export async function ruleRecords(ctx: Ctx, rows: readonly RuleRow[], tx: Pick<Tx, 'query'> = autocommit): Promise<RuleRecord[]> {
  const organizationId = ctx.organization.id;
  const assets = await loadAssetNames(tx, organizationId, assetsNamedBy(rows));
  const budgets = await budgetStates(ctx, tx, 'RULE', rows, assets);
  return rows.map((row) => ({
    row,
    budgets: budgets.get(row.id) ?? [],
    sentence: ruleSentence(row, (id) => assets.get(id)?.symbol),
  }));
}

/** Rules with the findings about each. @param tx the transaction that wrote the rows, if not yet committed. */
export async function recordsWithFindings(ctx: Ctx, rows: readonly RuleRow[], tx?: Pick<Tx, 'query'>): Promise<RuleRecord[]> {
  const records = await ruleRecords(ctx, rows, tx);
  const findings = await ruleFindings(ctx, rows, tx);
  return records.map((record) => ({ ...record, findings: findings.get(record.row.id) ?? [] }));
}

/** One rule with the findings about it. @param tx the transaction that wrote the row, if not yet committed. */
export async function recordWithFindings(ctx: Ctx, row: RuleRow, tx?: Pick<Tx, 'query'>): Promise<RuleRecord> {
  return only(await recordsWithFindings(ctx, [row], tx));
}
