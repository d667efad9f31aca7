/**
 * Keeps what the rules decided for a reservation, so that exactly that is booked later: every action with the values that its templates had and
 * the amount that budgets left, whatever the rules, the state and the budgets have become since.
 */
import { present } from '@/domain/assert';
import type { CodeChange } from '@/domain/codes/book';
import type { Decision, NewId } from '@/domain/decision';
import type { OrderItem } from '@/domain/fulfillment/order';
import { amountOf } from '@/domain/money';
import type { JsonRecord } from '@/domain/rules/activation';
import type { ActionOutcome } from '@/domain/rules/actions/kind';
import { filledFromKept, keptFields } from '@/domain/rules/actions/templates';
import type { BudgetScope, BudgetUse } from '@/domain/rules/budget';
import { performAction } from '@/domain/rules/actions/perform';
import type { EventFacts, PerformedAction } from '@/domain/rules/evaluate';
import type { RuleConfiguration } from '@/domain/rules/rule';
import type { Draft } from '@/domain/rules/world';
import type { Spend } from './spending';

/** An action to perform, by its place in a version of the rules. */
interface PlannedAction {
  readonly rule_id: string;
  readonly place: number;
  readonly fields: JsonRecord;
  /** The most that is taken back, which only TAKE_BACK says. */
  readonly most?: string;
}

/** What was taken from a budget, as JSON; one that is not of a rule is of a campaign. */
interface PlannedUse {
  readonly rule_id?: string;
  readonly campaign_id?: string;
  readonly asset_id: string;
  readonly scope: BudgetScope;
  readonly holder_id: string;
  readonly period_start: string;
  readonly limit: string;
  readonly amount: string;
}

/** A code that is reserved, as JSON. */
interface PlannedCode {
  /** Of the use. */
  readonly id: string;
  readonly code: string;
  readonly batch_id: string;
  readonly participant_id: string;
  readonly decision_id: string | null;
}

/** What a provider is to deliver for a redemption, as JSON. */
interface PlannedItem extends OrderItem {
  readonly redemptionId: string;
}

/** As it is stored. */
export interface ReservationPlan {
  readonly actions: readonly PlannedAction[];
  readonly budgets: readonly PlannedUse[];
  readonly items: readonly PlannedItem[];
  /** Absent from plans that were made before there were codes. */
  readonly codes?: readonly PlannedCode[];
}

const WITHOUT_EFFECT: ReadonlySet<ActionOutcome['result']> = new Set([
  'SKIPPED_ZERO',
  'SKIPPED_BUDGET',
  'NOTHING_TO_TAKE',
  'NOTHING_TO_VOID',
  'DEPTH_EXCEEDED',
]);

/** @param spends the redemptions of the reservation. */
export function planOf(
  performed: readonly PerformedAction[],
  { budgets, codes }: { readonly budgets: readonly BudgetUse[]; readonly codes: readonly CodeChange[] },
  spends: readonly Spend[],
): ReservationPlan {
  return {
    actions: performed.filter(({ outcome }) => !WITHOUT_EFFECT.has(outcome.result)).map(plannedAction),
    budgets: budgets.map((use) => ({
      ...(use.owner === 'RULE' ? { rule_id: use.ownerId } : { campaign_id: use.ownerId }),
      asset_id: use.assetId,
      scope: use.scope,
      holder_id: use.holderId,
      period_start: use.periodStart.toISOString(),
      limit: use.limit.toFixed(),
      amount: use.amount.toFixed(),
    })),
    codes: codes.map(({ id, code, batchId, participantId, decisionId }) => ({
      id,
      code,
      batch_id: batchId,
      participant_id: participantId,
      decision_id: decisionId,
    })),
    items: spends.flatMap(({ facts, item }) => (item === null ? [] : [{ ...item, redemptionId: facts.id }])),
  };
}

/** With what is left of its amount, which a budget or a balance may have cut. */
function plannedAction({ rule, place, fields, outcome }: PerformedAction): PlannedAction {
  const planned = { rule_id: rule.id, place, fields: keptFields(fields) };
  if (outcome.amount === undefined) return planned;
  if (outcome.type === 'TAKE_BACK') return { ...planned, most: outcome.amount };
  const isCut = outcome.type === 'DEBIT' || outcome.budget_limited === true;
  return isCut ? { ...planned, fields: { ...planned.fields, amount: outcome.amount } } : planned;
}

/** What a plan has taken from budgets. */
export const usesOf = ({ budgets }: ReservationPlan): BudgetUse[] =>
  budgets.map((use) => ({
    ...ownerOf(use),
    assetId: use.asset_id,
    scope: use.scope,
    holderId: use.holder_id,
    periodStart: new Date(use.period_start),
    limit: amountOf(use.limit),
    amount: amountOf(use.amount),
  }));

const ownerOf = ({ rule_id, campaign_id }: PlannedUse): Pick<BudgetUse, 'owner' | 'ownerId'> =>
  rule_id === undefined
    ? { owner: 'CAMPAIGN', ownerId: present(campaign_id, 'a budget is of a rule or of a campaign') }
    : { owner: 'RULE', ownerId: rule_id };

/** What becomes of the codes that a plan has reserved. @param eventId that uses them; null when they are given back. */
export const codesOf = ({ codes = [] }: ReservationPlan, type: 'REDEEM' | 'RETURN', eventId: string | null): CodeChange[] =>
  codes.map(({ id, code, batch_id, participant_id, decision_id }) => ({
    type,
    id,
    code,
    batchId: batch_id,
    participantId: participant_id,
    decisionId: decision_id,
    eventId,
  }));

/** What came of the actions of one rule. */
interface Booked {
  readonly decisions: readonly Decision[];
  /** By the id of the rule, in the order of its actions. */
  readonly outcomes: ReadonlyMap<string, readonly { readonly place: number; readonly outcome: ActionOutcome }[]>;
}

/**
 * Performs a plan on the draft, taking nothing from budgets again.
 * @param configuration the version of the rules that the plan was made with.
 * @throws DomainError when the ledger or a target refuses by now.
 */
export function bookPlan(
  draft: Draft,
  { actions }: ReservationPlan,
  configuration: RuleConfiguration,
  event: EventFacts,
  newId: NewId,
): Booked {
  const rules = new Map(configuration.rules.map((rule) => [rule.id, { ...rule, budgets: [], campaign: null }]));
  const decisions: Decision[] = [];
  const outcomes = new Map<string, { place: number; outcome: ActionOutcome }[]>();
  for (const { rule_id, place, fields, most } of actions) {
    const rule = present(rules.get(rule_id), 'a version keeps every rule that plans were made with');
    const { source } = present(rule.actions[place], 'a version of a rule keeps its actions');
    const { decision, outcome } = performAction(
      draft,
      { event, rule, source, fields: filledFromKept(source, fields), most: most === undefined ? null : amountOf(most) },
      newId,
    );
    decisions.push(decision);
    outcomes.set(rule_id, [...(outcomes.get(rule_id) ?? []), { place, outcome }]);
  }
  return { decisions, outcomes };
}
