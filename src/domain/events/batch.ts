/** Decides a batch of events of one program, one after another in their order: what all of them change together, and how each one ends. */
import { combine, NOTHING, type Decision } from '@/domain/decision';
import { catchUp } from '@/domain/ledger/catch-up';
import { isWithinPortion, sharedMeans } from '@/domain/rules/escrow';
import { evaluateInSteps, type EvaluationTools, type EventFacts, type EventOutcome } from '@/domain/rules/evaluate';
import type { RuleConfiguration } from '@/domain/rules/rule';
import { applyDueTierChanges } from '@/domain/rules/due-tier-changes';
import type { ProgramFacts, World } from '@/domain/rules/world';
import { webhook } from '@/domain/webhooks/events';

/** How an event ends: it is stored with the verdict of each rule. */
type EventEnding = Pick<EventOutcome, 'failure' | 'evaluations'>;

interface BatchDecision {
  readonly decision: Decision;
  /** Of each event, in their order. */
  readonly endings: readonly EventEnding[];
  /** Whether it takes so little of what the lanes of a program share that it needs no lock on it. */
  readonly isWithinPortion: boolean;
}

/** Yields after every rule, so that the caller can let other work run in between. */
export function* decideBatch(
  world: World,
  configuration: RuleConfiguration,
  events: readonly EventFacts[],
  tools: EvaluationTools,
): Generator<void, BatchDecision, void> {
  const means = sharedMeans(world);
  const { organizationId } = world.program;
  const decisions = [
    catchUp(world.accounts, world.assets, { organizationId, now: world.now, newId: tools.newId }),
    applyDueTierChanges(world),
  ];
  const endings: EventEnding[] = [];
  for (const event of events) {
    const outcome = yield* evaluateInSteps(world, configuration, event, tools);
    decisions.push(...decisionsOf(world.program, event, outcome));
    endings.push({ failure: outcome.failure, evaluations: outcome.evaluations });
  }
  const decision = combine(decisions);
  return { decision, endings, isWithinPortion: isWithinPortion(means, decision) };
}

/** What the rules decided, and the webhook that announces the end of the event. */
function decisionsOf({ id, organizationId }: ProgramFacts, event: EventFacts, outcome: EventOutcome): Decision[] {
  const ids = { event_id: event.id, organization_id: organizationId, program_id: id };
  if (outcome.failure) {
    const { code, message } = outcome.failure;
    return [{ ...NOTHING, webhooks: [webhook('event.failed', { ...ids, error: message, error_code: code })] }];
  }
  return [outcome.decision, { ...NOTHING, webhooks: [webhook('event.completed', ids)] }];
}
