/** Decides what one event counts for a challenge, or takes back of it. An expression that has no value for the event counts nothing. */
import { createHash } from 'node:crypto';
import type { RuleActivation } from '@/domain/rules/activation';
import type { EvaluationBudget } from '@/domain/rules/cel/bounds';
import { evaluateCondition, type CompiledCondition } from '@/domain/rules/condition';
import { evaluateTemplate, type CompiledTemplate } from '@/domain/rules/template';
import { amountOf, isMovable, MAX_SCALE, truncateToScale, type Amount } from '@/domain/money';
import { canCount, canTakeBack, type CompiledChallenge } from './compiled';
import { periodAt, unitAt, zoneOf } from './periods';
import type { Contribution } from './take-back';
import type { CountedPiece } from './tally';

/** Everything that expressions read of an event. */
export interface Counting {
  readonly event: { readonly id: string; readonly timestamp: Date; readonly type: unknown };
  readonly activation: RuleActivation;
  readonly budget: EvaluationBudget;
}

/** What an event counts or takes back, and under which reference. */
export type ChallengeRecord =
  | { readonly type: 'COUNTED'; readonly contribution: Contribution; readonly reference: string | null }
  | { readonly type: 'TAKEN_BACK'; readonly amount: Amount | null; readonly reference: string };

const ONE = amountOf(1);

/** Null for an event that the challenge does not concern. One that takes back does not count as well. */
export function countedBy(challenge: CompiledChallenge, counting: Counting): ChallengeRecord | null {
  const { type, timestamp } = counting.event;
  const taken = canTakeBack(challenge, type) ? takenBack(challenge, counting) : null;
  if (taken) return taken;
  if (!canCount(challenge, type, timestamp) || !holds(challenge.audience, counting)) return null;
  const piece = pieceOf(challenge, counting);
  if (piece === null) return null;
  const period = periodAt(challenge.period, timestamp, counting.activation.program.timezone);
  const reference = challenge.takeBack && evaluateTemplate(challenge.takeBack.originalReference, counting.activation, counting.budget);
  return {
    type: 'COUNTED',
    contribution: { eventId: counting.event.id, timestamp, period, piece },
    reference: reference?.ok ? reference.value : null,
  };
}

function takenBack({ takeBack }: CompiledChallenge, counting: Counting): ChallengeRecord | null {
  if (takeBack === null || !holds(takeBack.match.condition, counting)) return null;
  const reference = evaluateTemplate(takeBack.reference, counting.activation, counting.budget);
  if (!reference.ok) return null;
  if (takeBack.amount === null) return { type: 'TAKEN_BACK', amount: null, reference: reference.value };
  const amount = amountBy(takeBack.amount, counting);
  return amount && { type: 'TAKEN_BACK', amount, reference: reference.value };
}

/** Null for one that is not above 0, or that no sum could hold. */
function amountBy(template: CompiledTemplate<'amount'>, { activation, budget }: Counting): Amount | null {
  const found = evaluateTemplate(template, activation, budget);
  if (!found.ok) return null;
  const amount = truncateToScale(found.value, MAX_SCALE);
  return isMovable(amount) ? amount : null;
}

const holds = (condition: CompiledCondition | null, { activation, budget }: Counting): boolean =>
  condition === null || evaluateCondition(condition, activation, budget, { trace: false }).outcome === 'MATCHED';

function pieceOf(challenge: CompiledChallenge, counting: Counting): CountedPiece | null {
  const { goal, amount, value } = challenge;
  const { type, timestamp } = counting.event;
  const matched = [...challenge.matches].flatMap(([key, { eventTypes, condition }]) =>
    typeof type === 'string' && eventTypes.has(type) && holds(condition, counting) ? [key] : [],
  );
  if (matched.length === 0) return null;
  if (amount) {
    const summed = amountBy(amount, counting);
    return summed && { amount: summed, keys: [] };
  }
  if (value) {
    const text = evaluateTemplate(value, counting.activation, counting.budget);
    return text.ok ? { amount: ONE, keys: [digestOf(challenge.id, text.value)] } : null;
  }
  if (goal.type === 'STEPS') return { amount: ONE, keys: matched };
  if (goal.type !== 'STREAK') return { amount: ONE, keys: [] };
  const { participant, program } = counting.activation;
  const zone = zoneOf(participant?.attributes.timezone, program.timezone);
  return { amount: ONE, keys: [String(unitAt(goal.unit, timestamp, zone))] };
}

/** Values are told apart without being kept, as they can be personal. */
const digestOf = (challengeId: string, value: string): string =>
  createHash('sha256').update(`${challengeId}/${value}`).digest('base64url').slice(0, 16);
