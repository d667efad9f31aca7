/** Requests a backtest: the rules to try are validated and stored with it, so that later rule changes do not affect it. */
import type { CreateBacktest } from '@/contract/backtest';
import type { CompiledCampaign } from '@/domain/campaigns/compiled';
import { DomainError } from '@/domain/errors';
import type { CompiledRule } from '@/domain/rules/rule';
import type { Ctx } from '@/server/platform/context';
import { insertBacktest, type BacktestWithResult, type BacktestedRule } from '@/server/db/repositories/backtests/backtests';
import { listCalledParticipants } from '@/server/db/repositories/people/known-holders';
import { readRuleConfiguration } from '@/server/db/repositories/rules/rule-configurations';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { getProgram } from '@/server/services/programs/get-program';
import { compileDraft, type CompiledDraft } from '@/server/services/rules/compile-draft';
import { wake } from '@/server/platform/wake';

/**
 * @throws DomainError not_found (program, participant), invalid_parameter for a window that reaches into the future,
 *   and whatever putting the draft would throw.
 */
export async function createBacktest(
  ctx: Ctx,
  tx: Tx,
  { id: programId, configuration, from, to, participant_ids }: CreateBacktest,
): Promise<BacktestWithResult> {
  await getProgram(ctx, programId);
  const [start, end, now] = [new Date(from.toUpperCase()), new Date(to.toUpperCase()), ctx.clock.now()];
  if (end > now) throw new DomainError('invalid_parameter', '`to` is in the future; send a time in the past.', { param: 'to' });
  const stored = await readRuleConfiguration(tx, ctx.organization.id, programId);
  const known = new Set(stored.rules.flatMap(({ id, ruleSetId }) => [id, ruleSetId]));
  const tried: CompiledDraft = configuration
    ? await compileDraft(ctx, tx, programId, configuration)
    : { configuration: stored, clientRefs: new Map() };
  const rules = tried.configuration.rules.map((rule) => keptRule(datedTo(start, rule, known), tried.clientRefs.get(rule.id) ?? null));
  const made = await insertBacktest(tx, ctx.organization.id, {
    id: newId(),
    programId,
    from: start,
    to: end,
    participantIds: participant_ids ? await knownParticipants(ctx, participant_ids) : null,
    rules,
    isDraft: configuration !== undefined,
    version: stored.version,
    now,
  });
  tx.afterCommit(() => wake('run-backtests'));
  return made;
}

async function knownParticipants({ organization }: Ctx, ids: readonly string[]): Promise<string[]> {
  const known = new Set((await listCalledParticipants(organization.id, ids)).map(({ id }) => id));
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown >= 0)
    throw new DomainError('not_found', 'There is no such participant in your organization.', { param: `participant_ids[${unknown}]` });
  return [...known];
}

const keptCampaign = ({ id, name, terms, createdAt }: CompiledCampaign) => ({ id, name, terms, createdAt: createdAt.toISOString() });

/** A new rule or campaign is dated to the start of the window: the periods of its budgets count from there. */
const datedTo = (start: Date, rule: CompiledRule, known: ReadonlySet<string>): CompiledRule => ({
  ...rule,
  createdAt: known.has(rule.id) ? rule.createdAt : start,
  campaign: rule.campaign && (known.has(rule.campaign.id) ? rule.campaign : { ...rule.campaign, createdAt: start }),
});

const keptRule = (
  { id, ruleSetId, name, version, status, stopAfterMatch, ...rule }: CompiledRule,
  clientRef: string | null,
): BacktestedRule => ({
  id,
  ruleSetId,
  name,
  version,
  status,
  stopAfterMatch,
  clientRef,
  condition: rule.condition.source,
  actions: rule.actions.map(({ source }) => source),
  budgets: rule.budgets.map(({ source }) => source),
  activeFrom: rule.activeFrom?.toISOString() ?? null,
  activeTo: rule.activeTo?.toISOString() ?? null,
  createdAt: rule.createdAt.toISOString(),
  campaign: rule.campaign && keptCampaign(rule.campaign),
});
