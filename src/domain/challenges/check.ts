/** Says what is wrong with a challenge as it is written, and which changes of it are possible. */
import { DomainError, type FieldError } from '@/domain/errors';
import { expressionField, faultsOf, refuseFaults, type ExpressionFault } from '@/domain/rules/check';
import { compileChallengeCondition, compileValue, REFERENCE_ROOTS } from './compiled';
import type { ChallengeMeasure, ChallengePeriod, ChallengeStatus, Goal, EventMatch, StreakUnit } from './goal';

interface WrittenChallenge extends ChallengeMeasure {
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly parts: readonly number[];
}

/** @throws DomainError validation_error, naming every field at fault. */
export function assertChallengeSound(challenge: WrittenChallenge): void {
  refuseFaults(
    [
      ...expressionFaults(challenge).map(expressionField),
      ...goalFaults(challenge),
      ...takeBackFaults(challenge),
      ...windowFaults(challenge),
      ...partFaults(challenge.parts),
    ],
    'challenge',
  );
}

function expressionFaults({ goal, audience, takeBack }: WrittenChallenge): ExpressionFault[] {
  const condition = (field: string, source: string | null): ExpressionFault[] =>
    source === null ? [] : faultsOf(field, () => compileChallengeCondition(source));
  const match = (field: string, { condition: source }: EventMatch): ExpressionFault[] => condition(`${field}.condition`, source);
  return [
    ...condition('audience', audience),
    ...(goal.type === 'STEPS'
      ? goal.steps.flatMap((step, at) => match(`goal.steps[${at}].match`, step.match))
      : match('goal.match', goal.match)),
    ...(goal.type === 'SUM' || goal.type === 'DISTINCT' ? faultsOf('goal.value', () => compileValue(goal.value, 'text')) : []),
    ...(takeBack
      ? [
          ...match('take_back.match', takeBack.match),
          ...faultsOf('take_back.reference', () => compileValue(takeBack.reference, 'text', REFERENCE_ROOTS)),
          ...faultsOf('take_back.original_reference', () => compileValue(takeBack.original_reference, 'text', REFERENCE_ROOTS)),
          ...(takeBack.amount === null ? [] : faultsOf('take_back.amount', () => compileValue(takeBack.amount ?? '', 'amount'))),
        ]
      : []),
  ];
}

/** How many units fit into a period at most. */
const UNITS: Readonly<Record<ChallengePeriod, Readonly<Record<StreakUnit, number>>>> = {
  NONE: { DAY: Infinity, WEEK: Infinity },
  DAY: { DAY: 1, WEEK: 1 },
  WEEK: { DAY: 7, WEEK: 1 },
  MONTH: { DAY: 31, WEEK: 6 },
  QUARTER: { DAY: 92, WEEK: 15 },
  YEAR: { DAY: 366, WEEK: 54 },
};

function goalFaults({ goal, period }: WrittenChallenge): FieldError[] {
  if (goal.type === 'STEPS') return stepFaults(goal);
  if (goal.type !== 'STREAK') return [];
  const most = UNITS[period][goal.unit];
  if (goal.target <= most) return [];
  const message = `A streak of ${goal.target} does not fit into the period; choose at most ${most}, or a longer period.`;
  return [{ field: 'goal.target', message, reason: 'out_of_range', expected: `at most ${most}` }];
}

function stepFaults({ steps }: Goal & { readonly type: 'STEPS' }): FieldError[] {
  const keys = steps.map(({ key }) => key);
  return keys.flatMap((key, at): FieldError[] =>
    keys.indexOf(key) === at
      ? []
      : [{ field: `goal.steps[${at}].key`, message: `Another step has the key ${key}, too; choose another.`, reason: 'duplicate' }],
  );
}

function takeBackFaults({ goal, takeBack }: WrittenChallenge): FieldError[] {
  if (!takeBack || takeBack.amount === null || goal.type === 'SUM') return [];
  const message = 'Only a sum can be taken back in part; leave `amount` out to take back the whole event.';
  return [{ field: 'take_back.amount', message, reason: 'invalid_value' }];
}

function windowFaults({ startsAt, endsAt }: WrittenChallenge): FieldError[] {
  if (!startsAt || !endsAt || startsAt < endsAt) return [];
  const message = 'The challenge would end before it begins; choose a later time.';
  return [{ field: 'ends_at', message, reason: 'out_of_range', expected: 'later than starts_at' }];
}

function partFaults(parts: readonly number[]): FieldError[] {
  const at = parts.findIndex((part, place) => part <= (parts[place - 1] ?? 0));
  if (at === -1) return [];
  return [{ field: `parts[${at}]`, message: 'Parts must be given in ascending order, each once.', reason: 'invalid_value' }];
}

const MOVES: Readonly<Record<ChallengeStatus, readonly ChallengeStatus[]>> = {
  DRAFT: ['ACTIVE', 'ARCHIVED'],
  ACTIVE: ['PAUSED', 'ARCHIVED'],
  PAUSED: ['ACTIVE', 'ARCHIVED'],
  ARCHIVED: [],
};

/** @throws DomainError invalid_status. */
export function assertChallengeMove(from: ChallengeStatus, to: ChallengeStatus): void {
  if (from === to || MOVES[from].includes(to)) return;
  throw new DomainError('invalid_status', `A challenge that is ${from} cannot become ${to}.`, { param: 'status' });
}

/** Parts can be added at any time, and never taken away once a challenge was started. @throws DomainError challenge_has_progress. */
export function assertPartsKept(status: ChallengeStatus, before: readonly number[], after: readonly number[]): void {
  if (status === 'DRAFT' || before.every((part) => after.includes(part))) return;
  throw new DomainError(
    'challenge_has_progress',
    'Parts of a challenge that was started can be added but not taken away; clone it instead.',
    {
      param: 'parts',
    },
  );
}
