/** Gives a stored reservation the form in which it is committed, changed or released. */
import { present } from '@/domain/assert';
import type { Reservation } from '@/domain/decisions/decide';
import type { ReservationPlan } from '@/domain/decisions/plan';
import type { Spend } from '@/domain/decisions/spending';
import { amountOf } from '@/domain/money';
import type { Evaluation, EventFacts } from '@/domain/rules/evaluate';
import { keptEvaluation, toldEvaluations, type KeptEvaluation } from '@/domain/rules/kept-evaluation';
import type { AdmittedEvent } from '@/domain/events/admission';
import type { CompiledRule, RuleConfiguration } from '@/domain/rules/rule';
import type { DecisionRow } from '@/server/db/repositories/decisions/decisions';
import type { RedemptionRow } from '@/server/db/repositories/rewards/redemptions';
import { factsOf } from '@/server/services/redemptions/place-redemption';

type Named = Pick<DecisionRow, 'program_id' | 'participant_id' | 'recipient_id'>;

export const concernedBy = ({ program_id, participant_id, recipient_id }: Named) => ({
  programId: program_id,
  participantId: participant_id,
  recipientId: recipient_id,
});

/** The event of a decision as rules read it. @param id that it is stored with, or a new one while it is not. */
export const eventOf = (row: DecisionRow, id: string): EventFacts => ({
  id,
  participantId: row.participant_id,
  recipientId: row.recipient_id,
  data: row.event_data,
  timestamp: row.event_timestamp,
  depth: 0,
  automationId: null,
  codes: row.codes && { asked: row.codes, decisionId: row.id },
});

/** The event of a new decision as rules read it. @param decisionId null for a preview. */
export const eventOfNew = (
  { id, participantId, recipientId, eventData, eventTimestamp, codes }: AdmittedEvent,
  decisionId: string | null,
): EventFacts => ({
  id,
  participantId,
  recipientId,
  data: eventData as EventFacts['data'], // read from JSON
  timestamp: eventTimestamp,
  depth: 0,
  automationId: null,
  codes: codes && { asked: codes, decisionId },
});

/** A compiled rule with its condition and its actions as they are written. */
export const asWritten = (rule: CompiledRule) => ({
  ...rule,
  condition: rule.condition.source,
  actions: rule.actions.map(({ source }) => source),
});

/** What is kept of the verdicts of a reservation: nothing that only a commit makes. */
export const reservedEvaluations = (evaluations: readonly Evaluation[], named: Named): KeptEvaluation[] =>
  evaluations.map((evaluation) =>
    keptEvaluation(
      {
        ...evaluation,
        actions: evaluation.actions.map(({ journal_entry_id: _entry, event_id: _event, broadcast_id: _broadcast, ...action }) => action),
      },
      concernedBy(named),
      false,
    ),
  );

/** @param row reserved. @param configuration the version that decided. @param pending its redemptions, locked. */
export function reservationOf(
  row: DecisionRow,
  pending: readonly RedemptionRow[],
  configuration: RuleConfiguration,
  eventId: string,
): Reservation {
  const plan = present(row.plan, 'a decision that is reserved has its plan');
  const evaluations = toldEvaluations(plan.evaluations, configuration.rules.map(asWritten), concernedBy(row)).map(
    ({ status, reason, trace, actions }, place): Evaluation => ({
      rule: present(configuration.rules[place], 'verdicts have the places of their rules'),
      status,
      reason,
      trace,
      actions,
    }),
  );
  return { id: row.id, event: eventOf(row, eventId), plan, evaluations, spends: pending.map((row) => spendOf(row, plan)) };
}

function spendOf(row: RedemptionRow, { items }: ReservationPlan): Spend {
  const { reward_id, quantity, unit_cost } = row;
  return {
    facts: factsOf(row),
    assetId: row.asset_id,
    item: items.find(({ redemptionId }) => redemptionId === row.id) ?? null,
    order:
      reward_id === null
        ? null
        : {
            rewardId: reward_id,
            quantity: quantity ?? 1,
            unitCost: amountOf(unit_cost ?? row.amount),
            amount: amountOf(row.amount),
            type: row.reversed_quantity === null ? 'AMOUNT_BASED' : 'UNIT_BASED',
          },
  };
}
