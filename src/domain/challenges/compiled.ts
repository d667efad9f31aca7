/** Prepares a challenge for the engine: every expression is compiled once, to be asked of each event that can count. */
import { whyNotRunning, type CompiledCampaign } from '@/domain/campaigns/compiled';
import { CODE_CONDITION_ROOTS } from '@/domain/rules/activation';
import { templateNumbers } from '@/domain/rules/cel/numbers';
import { compileCondition, type CompiledCondition } from '@/domain/rules/condition';
import { compileExpression, type CompiledExpression } from '@/domain/rules/expression';
import { templateExpressions, type CompiledTemplate, type TemplateKind } from '@/domain/rules/template';
import type { Badge, ChallengeMeasure, ChallengeStatus, EventMatch } from './goal';

/** A challenge as it is stored. */
interface ChallengeSource extends ChallengeMeasure {
  readonly id: string;
  readonly key: string;
  readonly termsVersion: number;
  readonly status: ChallengeStatus;
  readonly startsAt: Date | null;
  /** Exclusive. */
  readonly endsAt: Date | null;
  readonly campaign: CompiledCampaign | null;
  /** In percent, ascending, without 100. */
  readonly parts: readonly number[];
  readonly badge: Badge | null;
}

interface CompiledMatch {
  readonly eventTypes: ReadonlySet<string>;
  readonly condition: CompiledCondition | null;
}

interface CompiledTakeBack {
  readonly match: CompiledMatch;
  /** Both read the event alone. */
  readonly reference: CompiledTemplate<'text'>;
  readonly originalReference: CompiledTemplate<'text'>;
  readonly amount: CompiledTemplate<'amount'> | null;
}

export interface CompiledChallenge extends Omit<ChallengeSource, 'audience' | 'takeBack'> {
  readonly audience: CompiledCondition | null;
  /** What counts, by the key of the step; a goal without steps has one. */
  readonly matches: ReadonlyMap<string, CompiledMatch>;
  /** What a SUM adds up. */
  readonly amount: CompiledTemplate<'amount'> | null;
  /** What a DISTINCT tells apart. */
  readonly value: CompiledTemplate<'text'> | null;
  readonly takeBack: CompiledTakeBack | null;
  readonly expressions: readonly CompiledExpression[];
}

/** What conditions and values read. */
const CHALLENGE_ROOTS = CODE_CONDITION_ROOTS;
/** What references read. */
export const REFERENCE_ROOTS: ReadonlySet<string> = new Set(['event']);

/** An expression as the only hole of a template. @throws RuleSyntaxError. */
export const compileValue = <K extends TemplateKind>(
  source: string,
  kind: K,
  roots: ReadonlySet<string> = CHALLENGE_ROOTS,
): CompiledTemplate<K> => ({ kind, source, parts: [compileExpression(source, templateNumbers, roots)] });

/** @throws RuleSyntaxError. */
export const compileChallengeCondition = (source: string): CompiledCondition => compileCondition(source, CHALLENGE_ROOTS);

/** The only match of a goal without steps. */
const WHOLE = '';

/** What counts toward a goal, by the key of the step. */
const matchesOf = ({ goal }: Pick<ChallengeMeasure, 'goal'>): ReadonlyMap<string, EventMatch> =>
  goal.type === 'STEPS' ? new Map(goal.steps.map(({ key, match }) => [key, match])) : new Map([[WHOLE, goal.match]]);

/** @throws RuleSyntaxError when an expression cannot be compiled. */
export function compileChallenge(source: ChallengeSource): CompiledChallenge {
  const { goal, takeBack } = source;
  const audience = compiledOrNull(source.audience);
  const matches = new Map([...matchesOf(source)].map(([key, match]) => [key, compileMatch(match)]));
  const amount = goal.type === 'SUM' ? compileValue(goal.value, 'amount') : null;
  const value = goal.type === 'DISTINCT' ? compileValue(goal.value, 'text') : null;
  const compiledTakeBack = takeBack && {
    match: compileMatch(takeBack.match),
    reference: compileValue(takeBack.reference, 'text', REFERENCE_ROOTS),
    originalReference: compileValue(takeBack.original_reference, 'text', REFERENCE_ROOTS),
    amount: takeBack.amount === null ? null : compileValue(takeBack.amount, 'amount'),
  };
  const conditions = [
    audience,
    ...[...matches.values(), ...(compiledTakeBack ? [compiledTakeBack.match] : [])].map((one) => one.condition),
  ];
  const templates = [amount, value, compiledTakeBack?.amount ?? null];
  return {
    ...source,
    audience,
    matches,
    amount,
    value,
    takeBack: compiledTakeBack,
    expressions: [
      ...conditions.flatMap((condition) => condition?.expression ?? []),
      ...templates.flatMap((template) => (template === null ? [] : templateExpressions(template))),
    ],
  };
}

const compiledOrNull = (source: string | null): CompiledCondition | null => (source === null ? null : compileChallengeCondition(source));

const compileMatch = ({ event_types, condition }: EventMatch): CompiledMatch => ({
  eventTypes: new Set(event_types),
  condition: compiledOrNull(condition),
});

/** Whether an event of this type and time can count at all. */
export function canCount(challenge: CompiledChallenge, type: unknown, timestamp: Date): boolean {
  const { status, startsAt, endsAt, campaign, matches } = challenge;
  if (status !== 'ACTIVE' || typeof type !== 'string') return false;
  if ((startsAt && timestamp < startsAt) || (endsAt && timestamp >= endsAt)) return false;
  if (campaign && whyNotRunning(campaign, timestamp) !== null) return false;
  return [...matches.values()].some(({ eventTypes }) => eventTypes.has(type));
}

/** Whether an event of this type can take back what others counted, at any time, and while the challenge is paused as well. */
export const canTakeBack = ({ takeBack }: CompiledChallenge, type: unknown): boolean =>
  typeof type === 'string' && (takeBack?.match.eventTypes.has(type) ?? false);
