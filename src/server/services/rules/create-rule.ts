/** Creates a rule, validated as it will run, at its position in its set; this increments the configuration version. */
import type { CreateRule } from '@/contract/rule';
import { DomainError } from '@/domain/errors';
import { assertRuleSound } from '@/domain/rules/check';
import { appendSet } from '@/domain/rules/rule-sets';
import type { Ctx } from '@/server/platform/context';
import { bumpConfigurationVersion } from '@/server/db/repositories/rules/rule-configuration-versions';
import { listRuleSets, saveRuleSets } from '@/server/db/repositories/rules/rule-sets';
import { loadRuleSurroundings } from '@/server/db/repositories/rules/rule-surroundings';
import { countLiveRules, insertRule, shiftRules, type RuleRow } from '@/server/db/repositories/rules/rules';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { beginConfigurationChange, type StartedChange } from './configuration-change';
import { checkExamples } from './examples';

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
