/**
 * Runs a program's rules over events: purely, one after another, and each atomically. Either every action of every
 * matched rule is in the Decision, or the event fails and nothing of it is.
 */
import { countForChallenges } from '@/domain/challenges/turn';
import type { CodeVerdict, EventCodes } from '@/domain/codes/judge';
import { CodesInTurn } from '@/domain/codes/turn';
import { combine, NOTHING, type Decision, type NewId } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import { Audiences } from '@/domain/campaigns/compiled';
import { qualifyReferrals } from '@/domain/referrals/turn';
import { webhook } from '@/domain/webhooks/events';
import type { JsonRecord, RuleActivation } from './activation';
import type { ActionOutcome } from './actions/kind';
import { performAction } from './actions/perform';
import { fillIn, type CompiledAction, type FilledFields } from './actions/templates';
import { evaluateCondition, type CompiledCondition, type ConditionResult } from './condition';
import type { EvaluationBudget } from './cel/bounds';
import { isWithinPortion, sharedMeans } from './escrow';
import { activationOf } from './event-activation';
import { assertProcessable } from './processable';
import type { CompiledRule, RuleConfiguration } from './rule';
import { skipReason } from './skip-reason';
import type { TemplateResult } from './template';
import { bringUpToDate } from './up-to-date';
import { Draft, type ProgramFacts, type World } from './world';

export interface EventFacts {
  readonly id: string;
  /** Null for an event about no participant. */
  readonly participantId: string | null;
  readonly recipientId: string | null;
  readonly data: JsonRecord;
  readonly timestamp: Date;
  /** How many steps it is away from an external event. */
  readonly depth: number;
  /** The automation that emitted it; null for any other event. */
  readonly automationId: string | null;
  /** Null for an event without codes. */
  readonly codes: EventCodes | null;
}

export type RuleVerdict = 'MATCHED' | 'NOT_MATCHED' | 'SKIPPED_BUDGET' | 'SKIPPED_INACTIVE' | 'SKIPPED_STOPPED' | 'ERROR';

export interface Evaluation {
  readonly rule: CompiledRule;
  readonly status: RuleVerdict;
  readonly reason: string | null;
  readonly trace: ConditionResult['trace'];
  readonly actions: readonly ActionOutcome[];
}

/** An action that a rule performed, with the values of its templates. */
export interface PerformedAction {
  readonly rule: CompiledRule;
  /** Its place among the actions of the rule. */
  readonly place: number;
  readonly fields: FilledFields;
  readonly outcome: ActionOutcome;
}

export type EventOutcome =
  | {
      readonly failure: null;
      readonly decision: Decision;
      readonly evaluations: readonly Evaluation[];
      /** In their order, those without an effect included. */
      readonly performed: readonly PerformedAction[];
      /** What became of the codes that were to be judged. */
      readonly codes: readonly CodeVerdict[];
    }
  | { readonly failure: DomainError; readonly evaluations: readonly Evaluation[]; readonly codes: readonly CodeVerdict[] };

interface FilledAction {
  readonly action: CompiledAction;
  readonly fields: FilledFields;
}

export interface EvaluationTools {
  readonly newId: NewId;
  /** The budget of each single expression. */
  readonly budget: EvaluationBudget;
  /** Whether evaluations tell the value of every part of a condition; they do unless this is false. */
  readonly trace?: boolean;
}

/** How an event ends: it is stored with the verdict of each rule. */
export type EventEnding = Pick<EventOutcome, 'failure' | 'evaluations' | 'codes'>;

interface BatchDecision {
  readonly decision: Decision;
  /** Of each event, in their order. */
  readonly endings: readonly EventEnding[];
  /** Whether it takes so little of what the lanes of a program share that it needs no lock on it. */
  readonly isWithinPortion: boolean;
}

/** Decides a batch of a program's events in their order. Yields after every rule, so that the caller can let other work run in between. */
export function* decideBatch(
  world: World,
  configuration: RuleConfiguration,
  events: readonly EventFacts[],
  tools: EvaluationTools,
): Generator<void, BatchDecision, void> {
  const means = sharedMeans(world);
  const decisions = [bringUpToDate(world, tools.newId)];
  const endings: EventEnding[] = [];
  for (const event of events) {
    const outcome = yield* evaluateInSteps(world, configuration, event, tools);
    decisions.push(...decisionsOf(world.program, event, outcome));
    endings.push({ failure: outcome.failure, evaluations: outcome.evaluations, codes: outcome.codes });
  }
  const decision = combine(decisions);
  return { decision, endings, isWithinPortion: isWithinPortion(means, decision) };
}

/** What the rules decided, and the webhook that announces the end of the event. */
export function decisionsOf({ id, organizationId }: ProgramFacts, event: EventFacts, outcome: EventOutcome): Decision[] {
  const ids = { event_id: event.id, organization_id: organizationId, program_id: id };
  if (outcome.failure) {
    const { code, message } = outcome.failure;
    return [{ ...NOTHING, webhooks: [webhook('event.failed', { ...ids, error: message, error_code: code })] }];
  }
  return [outcome.decision, { ...NOTHING, webhooks: [webhook('event.completed', ids)] }];
}

/** Decides one event. Its changes are visible in `world` afterwards, unless it failed. */
export function evaluateEvent(world: World, configuration: RuleConfiguration, event: EventFacts, tools: EvaluationTools): EventOutcome {
  const steps = evaluateInSteps(world, configuration, event, tools);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Does the same but yields after every rule, so that the caller can let other work run in between. */
export function* evaluateInSteps(
  world: World,
  configuration: RuleConfiguration,
  event: EventFacts,
  tools: EvaluationTools,
): Generator<void, EventOutcome, void> {
  const draft = new Draft(world);
  const outcome = yield* evaluateOn(draft, configuration, event, tools);
  if (!outcome.failure) draft.keep();
  return outcome;
}

/** Decides one event on a draft, which the caller keeps or, if the event failed, forgets. Yields after every rule. */
export function* evaluateOn(
  draft: Draft,
  configuration: RuleConfiguration,
  event: EventFacts,
  tools: EvaluationTools,
): Generator<void, EventOutcome, void> {
  const evaluations: Evaluation[] = [];
  const run = new Run(draft, event, tools, evaluations);
  try {
    assertProcessable(draft.world, event);
    const decision = yield* run.all(configuration.rules);
    return { failure: null, decision, evaluations, performed: run.performed, codes: run.codes.verdicts };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { failure: error, evaluations, codes: run.codes.verdicts };
  }
}

/** Whether a rule that matched did nothing because a budget was used up. */
const budgetsLeftNothing = (actions: readonly ActionOutcome[]): boolean =>
  actions.some(({ result }) => result === 'SKIPPED_BUDGET') && !actions.some(({ result }) => result === 'APPLIED');

class Run {
  private readonly stoppedSets = new Set<string>();
  private readonly decisions: Decision[] = [];
  private current: RuleActivation | null = null;
  private readonly audiences = new Audiences();
  readonly performed: PerformedAction[] = [];
  readonly codes: CodesInTurn;

  constructor(
    private readonly draft: Draft,
    private readonly event: EventFacts,
    private readonly tools: EvaluationTools,
    private readonly evaluations: Evaluation[],
  ) {
    this.codes = new CodesInTurn(draft, event);
  }

  *all(rules: readonly CompiledRule[]): Generator<void, Decision, void> {
    if (this.event.codes !== null) {
      this.codes.judge(this.activation(), this.tools.budget);
      this.current = null;
    }
    for (const rule of rules) {
      this.one(rule);
      yield;
    }
    const wereRead = this.evaluations.some(({ rule, status }) => status === 'MATCHED' && rule.readsCodes);
    const decided = [...this.decisions, this.codes.use(wereRead, this.tools.newId)];
    const read = (): RuleActivation => this.activation();
    decided.push(qualifyReferrals(this.draft, this.event, read, this.tools));
    return combine([...decided, countForChallenges(this.draft, this.event, read, this.tools)]);
  }

  private one(rule: CompiledRule): void {
    const skipped = skipReason(rule, this.event.timestamp, this.stoppedSets);
    if (skipped) {
      this.evaluations.push({ rule, ...skipped, trace: [], actions: [] });
      return;
    }
    const activation = this.activation();
    const missed = rule.campaign && this.audiences.missed(rule.campaign, (audience) => this.conditionOn(audience, activation));
    if (missed) {
      this.evaluations.push({ rule, ...missed, actions: [] });
      return;
    }
    const { outcome, reason, trace } = this.conditionOn(rule.condition, activation);
    if (outcome !== 'MATCHED') {
      this.evaluations.push({ rule, status: outcome, reason: reason ?? null, trace, actions: [] });
      return;
    }
    const filled = this.fillInAll(rule, activation);
    if (!filled.ok) {
      this.evaluations.push({ rule, status: 'ERROR', reason: filled.reason, trace, actions: [] });
      return;
    }
    const actions = this.performAll(rule, filled.value, trace);
    const exhausted = budgetsLeftNothing(actions);
    this.evaluations.push({
      rule,
      status: exhausted ? 'SKIPPED_BUDGET' : 'MATCHED',
      reason: exhausted ? 'its budgets leave nothing to credit' : null,
      trace,
      actions,
    });
    if (!exhausted && rule.stopAfterMatch) this.stoppedSets.add(rule.ruleSetId);
  }

  private conditionOn(condition: CompiledCondition, activation: RuleActivation): ConditionResult {
    return evaluateCondition(condition, activation, this.tools.budget, { trace: this.tools.trace ?? true });
  }

  /** @throws DomainError when an action is refused, after recording which rule it belongs to. */
  private performAll(rule: CompiledRule, filled: readonly FilledAction[], trace: ConditionResult['trace']): ActionOutcome[] {
    try {
      return filled.map(({ action, fields }, place) => {
        const outcome = this.perform(rule, action, fields);
        this.performed.push({ rule, place, fields, outcome });
        return outcome;
      });
    } catch (error) {
      if (error instanceof DomainError) this.evaluations.push({ rule, status: 'MATCHED', reason: error.message, trace, actions: [] });
      throw error;
    }
  }

  /** Done before anything happens: a rule with an action that cannot be computed does nothing at all. */
  private fillInAll(rule: CompiledRule, activation: RuleActivation): TemplateResult<FilledAction[]> {
    const all: FilledAction[] = [];
    for (const action of rule.actions) {
      const { source } = action;
      if ('asset_id' in source && !this.draft.world.assets.has(source.asset_id)) {
        return { ok: false, reason: `the asset ${source.asset_id} is not linked to the program` };
      }
      const filled = fillIn(action, activation, this.tools.budget);
      if (!filled.ok) return filled;
      all.push({ action, fields: filled.value });
    }
    return { ok: true, value: all };
  }

  /** What expressions read; reused until an action changes something. */
  private activation(): RuleActivation {
    return (this.current ??= this.readActivation());
  }

  private readActivation(): RuleActivation {
    return activationOf(this.draft, this.event, this.codes.applied);
  }

  private perform(rule: CompiledRule, { source }: CompiledAction, fields: FilledFields): ActionOutcome {
    const { decision, outcome } = performAction(this.draft, { event: this.event, rule, source, fields }, this.tools.newId);
    this.current = null;
    this.audiences.forget();
    this.decisions.push(decision);
    return outcome;
  }
}
