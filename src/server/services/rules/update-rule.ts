/** Changes a rule, moves it within its set, or ends it; the configuration version grows with each change. */
import type { UpdateRule } from '@/contract/rule';
import { DomainError } from '@/domain/errors';
import { assertProgramMayChange } from '@/domain/programs';
import { assertRuleSound } from '@/domain/rules/check';
import type { Ctx } from '@/server/context';
import { bumpConfigurationVersion, countLiveRules, findRuleForUpdate, shiftRules, updateRuleRow, type RuleRow } from '@/server/db/repositories/rules';
import { loadRuleSurroundings } from '@/server/db/repositories/rule-surroundings';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { getProgramForUpdate } from '@/server/services/programs/get-program';
import { timeOf } from './create-rule';
import { getRule } from './get-rule';

/** @throws DomainError not_found, program_archived, invalid_status (an archived rule stays as it is), validation_error, asset_not_linked. */
export async function updateRule(ctx: Ctx, { id, ...change }: UpdateRule): Promise<RuleRow> {
  const { program_id } = await getRule(ctx, id);
  return withTransaction(async (tx) => {
    assertProgramMayChange((await getProgramForUpdate(ctx, tx, program_id)).status);
    const rule = await findRuleForUpdate(tx, ctx.organization.id, id);
    if (!rule) return getRule(ctx, id);
    if (rule.status === 'ARCHIVED') throw new DomainError('invalid_status', 'The rule is archived and stays as it is; create a new one.', { param: 'status' });
    return change.status === 'ARCHIVED' ? archive(ctx, tx, rule) : alter(ctx, tx, rule, change);
  });
}

async function archive(ctx: Ctx, tx: Tx, rule: RuleRow): Promise<RuleRow> {
  const now = ctx.clock.now();
  await shiftRules(tx, rule.rule_set_id, { from: rule.position + 1, to: await countLiveRules(tx, rule.rule_set_id), by: -1 });
  return save(ctx, tx, { ...rule, status: 'ARCHIVED', deleted_at: now });
}

async function alter(ctx: Ctx, tx: Tx, rule: RuleRow, { order, ...change }: Omit<UpdateRule, 'id'>): Promise<RuleRow> {
  const { active_from, active_to, ...fields } = change;
  const altered: RuleRow = {
    ...rule,
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    active_from: active_from === undefined ? rule.active_from : timeOf(active_from),
    active_to: active_to === undefined ? rule.active_to : timeOf(active_to),
  };
  assertRuleSound({ ...altered, activeFrom: altered.active_from, activeTo: altered.active_to }, await loadRuleSurroundings(tx, ctx.organization.id, rule.program_id));
  return save(ctx, tx, { ...altered, position: order === undefined ? rule.position : await move(tx, rule, order) });
}

/** Takes the rule out of its place and opens a gap at the new one. */
async function move(tx: Tx, rule: RuleRow, order: number): Promise<number> {
  const position = Math.min(order, await countLiveRules(tx, rule.rule_set_id));
  if (position > rule.position) await shiftRules(tx, rule.rule_set_id, { from: rule.position + 1, to: position, by: -1 });
  if (position < rule.position) await shiftRules(tx, rule.rule_set_id, { from: position, to: rule.position - 1, by: 1 });
  return position;
}

async function save(ctx: Ctx, tx: Tx, row: RuleRow): Promise<RuleRow> {
  const now = ctx.clock.now();
  const version = await bumpConfigurationVersion(tx, ctx.organization.id, row.program_id, now);
  const saved = { ...row, version: row.version + 1, rule_configuration_version: version, updated_at: now };
  await updateRuleRow(tx, ctx.organization.id, saved);
  return saved;
}
