/**
 * Requests, reads, lists and cancels backtests. The rules to try are validated and stored with one, so that later rule changes do not affect it; its
 * result is told with a sentence for each rule.
 */
import type { BacktestPath, CreateBacktest, ListBacktests } from '@/contract/backtest';
import type { CompiledCampaign } from '@/domain/campaigns/compiled';
import { DomainError } from '@/domain/errors';
import type { CompiledRule } from '@/domain/rules/rule';
import type { SpokenRule } from '@/domain/rules/sentence/rule-sentence';
import type { KeysetPage } from '@/server/db/keyset';
import {
  cancelBacktestRow,
  findBacktest,
  insertBacktest,
  listBacktestRows,
  loadBacktestedRules,
  type BacktestedRule,
  type BacktestRow,
  type BacktestWithResult,
} from '@/server/db/repositories/backtests/backtests';
import { listCalledParticipants } from '@/server/db/repositories/people/known-holders';
import { readRuleConfiguration } from '@/server/db/repositories/rules/rule-configurations';
import { listSpokenRules } from '@/server/db/repositories/rules/rules';
import type { Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { wake } from '@/server/platform/wake';
import { getProgram } from '@/server/services/programs/programs';
import { compileDraft, type CompiledDraft } from '@/server/services/rules/compile-draft';
import { ruleSentences } from '@/server/services/rules/rule-sentences';

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

/** @throws DomainError not_found. */
export async function getBacktest(ctx: Ctx, { id, backtest_id }: BacktestPath): Promise<BacktestWithResult> {
  const found = await findBacktest(ctx.organization.id, id, backtest_id);
  if (!found) throw new DomainError('not_found', 'The program has no backtest with this id.', { param: 'backtest_id' });
  return found;
}

/** @throws DomainError not_found. */
export async function listBacktests(ctx: Ctx, query: ListBacktests): Promise<KeysetPage<BacktestRow>> {
  await getProgram(ctx, query.id);
  return listBacktestRows(ctx.organization.id, query);
}

/** Its worker stops soon after. Cancelling again changes nothing. @throws DomainError not_found, invalid_status when it has ended. */
export async function cancelBacktest(ctx: Ctx, path: BacktestPath): Promise<BacktestWithResult> {
  const cancelled = await cancelBacktestRow(ctx.organization.id, path.id, path.backtest_id, ctx.clock.now());
  if (cancelled) return cancelled;
  const found = await getBacktest(ctx, path);
  if (found.status === 'CANCELLED') return found;
  throw new DomainError('invalid_status', 'The backtest has already ended; there is nothing left to cancel.', {
    param: 'backtest_id',
    details: { status: found.status },
  });
}

export interface ToldBacktest {
  readonly backtest: BacktestWithResult;
  /** By the id of the rule. */
  readonly sentences: ReadonlyMap<string, string>;
}

/** @throws DomainError not_found. */
export async function tellBacktest(ctx: Ctx, path: BacktestPath): Promise<ToldBacktest> {
  const backtest = await getBacktest(ctx, path);
  if (backtest.result === null) return { backtest, sentences: new Map() };
  const others = backtest.result.rules.filter(({ tried }) => !tried).map(({ rule_id }) => rule_id);
  const rules = [
    ...(await loadBacktestedRules(ctx.organization.id, backtest.id)).map(asTried),
    ...(others.length === 0 ? [] : await listSpokenRules(ctx.organization.id, others)),
  ];
  const sentences = await ruleSentences(ctx, rules);
  return { backtest, sentences: new Map(rules.map(({ id }, index) => [id, sentences[index] ?? ''])) };
}

const asTried = ({
  id,
  condition,
  actions,
  budgets,
  stopAfterMatch,
  activeFrom,
  activeTo,
}: BacktestedRule): SpokenRule & { id: string } => ({
  id,
  condition,
  actions,
  budgets,
  stop_after_match: stopAfterMatch,
  active_from: activeFrom,
  active_to: activeTo,
});
