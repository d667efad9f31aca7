/** Tells what a decision came to, in its wire form, in which it is stored too. */
import { z } from 'zod';
import { CodeOutcome } from '@/contract/code-use';
import { DecisionBalance, DecisionEffect, DecisionRefusal, type DecisionRecord } from '@/contract/decision';
import type { Redemption } from '@/contract/redemption';
import type { RuleEvaluation } from '@/contract/event';
import { present } from '@/domain/assert';
import type { CodeVerdict } from '@/domain/codes/judge';
import { keptCodes } from '@/domain/codes/kept';
import type { BalanceChange } from '@/domain/decisions/balances';
import type { DecisionMade } from '@/domain/decisions/decide';
import type { DomainError } from '@/domain/errors';
import { isOneOf } from '@/domain/fields';
import { amountOf, formatAmount } from '@/domain/money';
import type { Evaluation } from '@/domain/rules/evaluate';
import { explainMiss, marginOfMiss } from '@/domain/rules/explanation';
import type { World } from '@/domain/rules/world';
import type { DecisionRow } from '@/server/db/repositories/decisions/decisions';
import { decisionCodes } from '@/server/services/codes/verdicts';
import { presentEffect } from '@/server/services/rules/present-evaluation';

/** A code as it is stored: one that is used is REDEEMED, whatever becomes of the decision. */
const ToldCode = CodeOutcome.extend({ status: z.enum(['REDEEMED', 'REFUSED', 'UNUSED']) });

const Told = z.object({
  effects: z.array(DecisionEffect),
  refused: z.array(DecisionRefusal),
  balances: z.array(DecisionBalance),
  codes: z.array(ToldCode).default([]),
  error: z.object({ code: z.string(), message: z.string(), param: z.string().optional() }).nullable(),
});
export type Told = z.infer<typeof Told>;

/** @param told as it was stored. */
export const toldOf = ({ told }: Pick<DecisionRow, 'told'>): Told => Told.parse(told);

/** @param fresh the ids of participants who exist only for a preview. */
export function tell(made: DecisionMade, world: World, fresh: ReadonlySet<string> = new Set()): Told {
  const rules = new Map(made.evaluations.map(({ rule }) => [rule.id, rule]));
  const people = new Map([...world.participants.values()].map(({ id, externalId }) => [id, { externalId, fresh: fresh.has(id) }]));
  const effects = (made.effects ?? []).map((effect) => {
    const rule = rules.get(effect.ruleId ?? '');
    return { ...presentEffect(effect, people), rule_name: rule?.name ?? null, rule_version: rule?.version ?? null };
  });
  const verdicts = made.codes ?? [];
  const refused = [
    ...[...made.refusedSpends].map(([index, error]) => ({ type: 'REDEMPTION' as const, index, ...presentFailure(error) })),
    ...verdicts.flatMap(refusedCode),
    ...made.evaluations.flatMap(refusalOf),
  ];
  return {
    effects,
    refused,
    balances: tellBalances(made.balances, world, fresh),
    codes: keptCodes(verdicts, made.failure !== null),
    error: made.failure && presentFailure(made.failure),
  };
}

export const tellBalances = (
  balances: readonly BalanceChange[],
  { assets }: World,
  fresh: ReadonlySet<string> = new Set(),
): Told['balances'] =>
  balances.map(({ holder, assetId, before, after }) => {
    const { symbol, scale } = present(assets.get(assetId), 'balances change only of linked assets');
    const figures = ({ available, held, deferred }: BalanceChange['before']) => ({
      available: formatAmount(available, scale),
      held: formatAmount(held, scale),
      deferred: formatAmount(deferred, scale),
    });
    const id = fresh.has(holder.id) ? null : holder.id;
    return { holder: { type: holder.type, id }, asset_id: assetId, symbol, before: figures(before), after: figures(after) };
  });

function presentFailure({ code, message, param }: DomainError) {
  return { code, message, ...(param === undefined ? {} : { param }) };
}

const refusedCode = ({ place, refusal }: CodeVerdict) =>
  refusal ? [{ type: 'CODE' as const, index: place, code: refusal.code, message: refusal.message, margin: refusal.margin }] : [];

const WITHOUT_EFFECT = ['NOT_MATCHED', 'SKIPPED_BUDGET', 'SKIPPED_INACTIVE', 'SKIPPED_STOPPED', 'ERROR'] as const;

function refusalOf({ rule, status, reason, trace }: Evaluation) {
  if (!isOneOf(WITHOUT_EFFECT, status)) return [];
  const margin = marginOfMiss(trace);
  return [
    {
      type: 'RULE' as const,
      rule_id: rule.id,
      rule_name: rule.name,
      status,
      reason: status === 'NOT_MATCHED' ? explainMiss(trace) : reason,
      margin: margin && amountOf(margin).abs().toFixed(),
    },
  ];
}

export function presentDecision(
  row: DecisionRow,
  redemptions: readonly Redemption[],
  evaluations: readonly RuleEvaluation[] | null,
): DecisionRecord {
  const { codes, ...told } = toldOf(row);
  return {
    id: row.id,
    program_id: row.program_id,
    participant_id: row.participant_id,
    external_id: row.external_id,
    idempotency_key: row.idempotency_key,
    mode: row.mode,
    status: row.status,
    event_id: row.event_id,
    event_data: row.event_data,
    event_timestamp: row.event_timestamp.toISOString(),
    ...told,
    ...decisionCodes(codes, row.status),
    redemptions: [...redemptions],
    reason: row.reason,
    ...(evaluations === null ? {} : { evaluations: [...evaluations] }),
    rule_configuration_version: row.configuration_version,
    expires_at: row.expires_at && row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    resolved_at: row.resolved_at && row.resolved_at.toISOString(),
  };
}
