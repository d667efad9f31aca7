/** Changes a rule, moves it within its set, or archives it; each change increments the configuration version. */
import type { UpdateRule } from '@/contract/rule';
import { changesNothingArchived } from '@/domain/archiving';
import { DomainError } from '@/domain/errors';
import { assertRuleSound } from '@/domain/rules/check';
import type { Ctx } from '@/server/platform/context';
import { bumpConfigurationVersion } from '@/server/db/repositories/rules/rule-configuration-versions';
import { loadRuleSurroundings } from '@/server/db/repositories/rules/rule-surroundings';
import { countLiveRules, findRuleForUpdate, shiftRules, updateRuleRow, type RuleRow } from '@/server/db/repositories/rules/rules';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { beginConfigurationChange, type StartedChange } from './configuration-change';
import { timeOf } from './create-rule';
import { checkExamples } from './examples';
import { getRule } from './get-rule';

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
