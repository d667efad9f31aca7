/** Defines referral programs: which terms contradict each other, what they may become, and when they take friends in. */
import { whyNotRunning, type CompiledCampaign } from '@/domain/campaigns/compiled';
import { DomainError, type FieldError } from '@/domain/errors';
import { CODE_CONDITION_ROOTS, type RuleActivation } from '@/domain/rules/activation';
import type { EvaluationBudget } from '@/domain/rules/cel/bounds';
import { faultsOf, withPosition } from '@/domain/rules/check';
import { compileCondition, evaluateCondition, type CompiledCondition } from '@/domain/rules/condition';
import { instantAt, offsetsIn } from '@/domain/time-zone';
import type { ReferralProgramStatus } from './statuses';

export const MAX_WITHIN_DAYS = 3_650;
export const MAX_STEPS = 20;
export const MAX_STEP = 1_000_000;
export const MAX_EVENT_TYPES = 20;

interface WrittenTerms {
  readonly active_from: Date | null;
  readonly active_to: Date | null;
  readonly condition: string | null;
  readonly steps: readonly number[];
  readonly max_per_referrer: number | null;
}

/** @throws DomainError validation_error, naming every field at fault. */
export function assertReferralProgramSound(terms: WrittenTerms): void {
  const faults = [...conditionFaults(terms), ...windowFaults(terms), ...stepFaults(terms)];
  const [first] = faults;
  if (!first) return;
  const message =
    faults.length === 1 ? `\`${first.field}\`: ${first.message}` : `${faults.length} fields are invalid; \`fields\` lists each one.`;
  throw new DomainError('validation_error', message, { fields: faults, ...(faults.length === 1 ? { param: first.field } : {}) });
}

function conditionFaults({ condition }: WrittenTerms): FieldError[] {
  if (condition === null) return [];
  const field = 'qualifies.condition';
  return faultsOf(field, () => compileCondition(condition, CODE_CONDITION_ROOTS)).map(({ message, line, column }) => ({
    field,
    message: withPosition(message, line, column),
    reason: 'invalid_expression',
  }));
}

function windowFaults({ active_from, active_to }: WrittenTerms): FieldError[] {
  if (!active_from || !active_to || active_from < active_to) return [];
  const message = 'The referral program would end before it begins; choose a later time.';
  return [{ field: 'active_to', message, reason: 'out_of_range', expected: 'later than active_from' }];
}

function stepFaults({ steps, max_per_referrer }: WrittenTerms): FieldError[] {
  const rises = steps.every((step, place) => place === 0 || step > (steps[place - 1] ?? 0));
  if (!rises)
    return [{ field: 'steps', message: 'Each step must be higher than the one before it.', reason: 'out_of_range', expected: 'rising' }];
  const last = steps.at(-1);
  if (max_per_referrer === null || last === undefined || last <= max_per_referrer) return [];
  const message = `Nobody could reach the step ${last}, as only ${max_per_referrer} friends count; leave it out.`;
  return [{ field: 'steps', message, reason: 'out_of_range', expected: `at most ${max_per_referrer}` }];
}

const MOVES: Readonly<Record<ReferralProgramStatus, readonly ReferralProgramStatus[]>> = {
  ACTIVE: ['PAUSED', 'ARCHIVED'],
  PAUSED: ['ACTIVE', 'ARCHIVED'],
  ARCHIVED: [],
};

/** @throws DomainError invalid_status. */
export function assertReferralProgramMove(from: ReferralProgramStatus, to: ReferralProgramStatus): void {
  if (from === to || MOVES[from].includes(to)) return;
  throw new DomainError('invalid_status', `A referral program that is ${from} cannot become ${to}.`, { param: 'status' });
}

/** What decides whether somebody can be brought at a time. */
export interface Openness {
  readonly status: ReferralProgramStatus;
  readonly activeFrom: Date | null;
  /** Exclusive. */
  readonly activeTo: Date | null;
  /** Null for one that belongs to none. */
  readonly campaign: CompiledCampaign | null;
}

/** Why nobody can be brought at a time; null when they can. */
export function whyNotOpen({ status, activeFrom, activeTo, campaign }: Openness, at: Date): string | null {
  if (status === 'PAUSED') return 'The referral program is paused.';
  if (status === 'ARCHIVED') return 'The referral program is archived.';
  if (activeFrom && at < activeFrom) return `Friends can be brought from ${activeFrom.toISOString()}.`;
  if (activeTo && at >= activeTo) return `Friends could be brought until ${activeTo.toISOString()}.`;
  const ofCampaign = campaign && whyNotRunning(campaign, at);
  return ofCampaign ? `Nobody can be brought now: ${ofCampaign}.` : null;
}

/** What decides whether an event of a friend qualifies. */
export interface ReferralTerms {
  readonly id: string;
  readonly key: string;
  /** None: of any type that was sent from outside. */
  readonly eventTypes: readonly string[];
  readonly condition: CompiledCondition | null;
  readonly maxPerReferrer: number | null;
  readonly steps: readonly number[];
}

interface Happening {
  readonly data: RuleActivation['event'];
  readonly depth: number;
  readonly automationId: string | null;
}

/** Whether an event is of a type that can qualify, whatever else it says. What the service itself makes has to be named. */
export function isOfQualifyingType({ eventTypes }: Pick<ReferralTerms, 'eventTypes'>, { data, depth, automationId }: Happening): boolean {
  const type = typeof data.type === 'string' ? data.type : '';
  return eventTypes.length > 0 ? eventTypes.includes(type) : depth === 0 && automationId === null && !type.startsWith('referral.');
}

/** Whether the condition is true; a condition that cannot be computed is not. */
export const meetsCondition = ({ condition }: ReferralTerms, read: () => RuleActivation, budget: EvaluationBudget): boolean =>
  condition === null || evaluateCondition(condition, read(), budget, { trace: false }).outcome === 'MATCHED';

const DAY_MS = 24 * 3_600_000;

/** The same time of day some days later, on the clocks of the program; null: never. */
export function expiryOf(boundAt: Date, withinDays: number | null, timezone: string): Date | null {
  if (withinDays === null) return null;
  const offsetAt = offsetsIn(timezone);
  const wall = boundAt.getTime() + offsetAt(boundAt.getTime()) + withinDays * DAY_MS;
  return new Date(instantAt(wall, offsetAt));
}
