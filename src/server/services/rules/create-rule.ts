/** A new rule, checked as it will run, at its place in its set; the configuration version grows with it. */
import type { CreateRule } from '@/contract/rule';
import { DomainError } from '@/domain/errors';
import { assertProgramMayChange } from '@/domain/programs';
import { assertRuleSound } from '@/domain/rules/check';
import type { Ctx } from '@/server/context';
import { bumpConfigurationVersion, countLiveRules, defaultRuleSet, findRuleSet, insertRule, shiftRules, type RuleRow } from '@/server/db/repositories/rules';
import { loadRuleSurroundings } from '@/server/db/repositories/rule-surroundings';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/ids';
import { getProgramForUpdate } from '@/server/services/programs/get-program';

/** @throws DomainError not_found (program or set), program_archived, validation_error, asset_not_linked. */
export async function createRule(ctx: Ctx, tx: Tx, command: CreateRule): Promise<RuleRow> {
  const organizationId = ctx.organization.id;
  const now = ctx.clock.now();
  const program = await getProgramForUpdate(ctx, tx, command.program_id);
  assertProgramMayChange(program.status);
  const activeFrom = timeOf(command.active_from);
  const activeTo = timeOf(command.active_to);
  assertRuleSound({ ...command, activeFrom, activeTo }, await loadRuleSurroundings(tx, organizationId, program.id));
  const ruleSet = await ruleSetOf(ctx, tx, command, now);
  const position = await makeRoom(tx, ruleSet.id, command.order);
  const row: RuleRow = {
    id: newId(),
    program_id: program.id,
    rule_set_id: ruleSet.id,
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
    version: 1,
    rule_configuration_version: await bumpConfigurationVersion(tx, organizationId, program.id, now),
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
  await insertRule(tx, organizationId, row);
  return row;
}

export const timeOf = (text: string | null | undefined): Date | null => (text ? new Date(text) : null);

async function ruleSetOf(ctx: Ctx, tx: Tx, { program_id, rule_set_id }: CreateRule, now: Date): Promise<{ id: string }> {
  if (rule_set_id === undefined) return defaultRuleSet(tx, ctx.organization.id, program_id, newId(), now);
  const found = await findRuleSet(tx, ctx.organization.id, program_id, rule_set_id);
  if (!found) throw new DomainError('not_found', 'The program has no such rule set.', { param: 'rule_set_id' });
  return found;
}

/** Opens a gap at `order`, or at the end; a number beyond the end means the end. */
async function makeRoom(tx: Tx, ruleSetId: string, order: number | undefined): Promise<number> {
  const last = (await countLiveRules(tx, ruleSetId)) + 1;
  const position = Math.min(order ?? last, last);
  await shiftRules(tx, ruleSetId, { from: position, to: last, by: 1 });
  return position;
}
