/** Reads decisions in their wire form, with their redemptions and, where asked for, the verdict of every rule. */
import type { DecisionRecord, ListDecisions } from '@/contract/decision';
import type { RuleEvaluation } from '@/contract/event';
import { toldEvaluations } from '@/domain/rules/kept-evaluation';
import { findDecisions, listDecisionRows, type DecisionRow } from '@/server/db/repositories/decisions/decisions';
import { listRedemptionsOfDecisions } from '@/server/db/repositories/rewards/redemptions';
import { keptConfiguration } from '@/server/db/repositories/rules/kept-configurations';
import { autocommit } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { getEvent } from '@/server/services/events/events';
import { showRedemption } from '@/server/services/redemptions/redemptions';
import { getDecisionRow } from './decide';
import { presentEvaluation } from '@/server/services/rules/present-evaluation';
import { asWritten, concernedBy } from './reservation-of';
import { presentDecision } from './tell-decision';

/** @throws DomainError not_found. */
export const getDecision = async (ctx: Ctx, { id, evaluations }: { id: string; evaluations: boolean }): Promise<DecisionRecord> =>
  describeDecision(ctx, await getDecisionRow(ctx, id), evaluations);

export async function describeDecision(ctx: Ctx, row: DecisionRow, evaluations: boolean): Promise<DecisionRecord> {
  const [redemptions, told] = await Promise.all([
    row.redemption_ids.length > 0 ? listRedemptionsOfDecisions(autocommit, ctx.organization.id, [row.id]) : [],
    evaluations ? evaluationsOf(ctx, row) : null,
  ]);
  return presentDecision(row, redemptions.map(showRedemption), told);
}

export async function listDecisions(ctx: Ctx, query: ListDecisions): Promise<{ decisions: DecisionRecord[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await listDecisionRows(ctx.organization.id, query);
  return { decisions: await withRedemptions(ctx, rows), nextCursor };
}

/** Those of `ids` that belong to the organization, in no particular order. */
export const findDecisionRecords = async (ctx: Ctx, ids: readonly string[]): Promise<DecisionRecord[]> =>
  withRedemptions(ctx, await findDecisions(ctx.organization.id, ids));

async function withRedemptions(ctx: Ctx, rows: readonly DecisionRow[]): Promise<DecisionRecord[]> {
  const redemptions = await listRedemptionsOfDecisions(
    autocommit,
    ctx.organization.id,
    rows.filter(({ redemption_ids }) => redemption_ids.length > 0).map(({ id }) => id),
  );
  const byDecision = Map.groupBy(redemptions, ({ decision_id }) => decision_id);
  return rows.map((row) => presentDecision(row, (byDecision.get(row.id) ?? []).map(showRedemption), null));
}

/** Of what is committed, as the event keeps them; of what is reserved, as its plan does; none of what was never committed. */
async function evaluationsOf(ctx: Ctx, row: DecisionRow): Promise<RuleEvaluation[]> {
  if (row.event_id !== null) return (await getEvent(ctx, row.event_id)).rule_evaluations.map(presentEvaluation);
  if (row.plan === null) return [];
  const { rules } = await keptConfiguration(autocommit, ctx.organization.id, row.program_id, row.configuration_version);
  return toldEvaluations(row.plan.evaluations, rules.map(asWritten), concernedBy(row)).map(presentEvaluation);
}
