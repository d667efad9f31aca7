/** Counts one event that has completed for every challenge that it concerns, and says what was reached or has to be revoked by it. */
import { combine, NOTHING, type Decision, type NewId } from '@/domain/decision';
import type { RuleActivation } from '@/domain/rules/activation';
import type { EvaluationBudget } from '@/domain/rules/cel/bounds';
import type { EventFacts } from '@/domain/rules/evaluate';
import type { Draft } from '@/domain/rules/world';
import { announced } from './announce';
import type { ChallengeChange, Completion, Progress, ProgressAfter } from './book';
import type { CompiledChallenge } from './compiled';
import { countedBy, type ChallengeRecord } from './count';
import { changesBetween, type PieceChange } from './take-back';
import { added, attainmentOf, isReached, newlyReached, NOTHING_COUNTED, taken, type Tally } from './tally';

interface Tools {
  readonly newId: NewId;
  readonly budget: EvaluationBudget;
}

/** @param activation read once the rules have run; only if there are challenges. */
export function countForChallenges(draft: Draft, event: EventFacts, activation: () => RuleActivation, tools: Tools): Decision {
  const { challenges } = draft.world.challenges;
  if (challenges.length === 0 || event.participantId === null) return NOTHING;
  const counting = {
    event: { id: event.id, timestamp: event.timestamp, type: event.data.type },
    activation: activation(),
    budget: tools.budget,
  };
  const decisions: Decision[] = [NOTHING];
  for (const challenge of challenges) {
    const counted = countedBy(challenge, counting);
    if (counted === null) continue;
    const change = changeBy(draft, challenge, { event, participantId: event.participantId, counted }, tools.newId);
    const made = { ...NOTHING, challenges: [change], ...announced(draft.world, event, change, tools.newId) };
    draft.apply(made);
    decisions.push(made);
  }
  return combine(decisions);
}

interface CountedEvent {
  readonly event: Pick<EventFacts, 'id' | 'timestamp'>;
  readonly participantId: string;
  readonly counted: ChallengeRecord;
}

function changeBy(
  draft: Draft,
  challenge: CompiledChallenge,
  { event, participantId, counted }: CountedEvent,
  newId: NewId,
): ChallengeChange {
  const byPeriod = Map.groupBy(pieceChanges(draft, challenge, participantId, counted, event), ({ period }) => period);
  // What counts for nothing, as it was taken back before, is progress of its period all the same.
  if (counted.type === 'COUNTED' && !byPeriod.has(counted.contribution.period)) byPeriod.set(counted.contribution.period, []);
  const progress = new Map(
    [...byPeriod].map(([period, changes]) => {
      const before = draft.progress.progress({ challengeId: challenge.id, participantId, period });
      const counts = counted.type === 'COUNTED' && counted.contribution.period === period;
      return [
        period,
        progressAfter(challenge, before, changes, { at: counts ? event.timestamp : null, now: draft.world.now }, newId),
      ] as const;
    }),
  );
  return { challenge, participantId, event, record: counted, progress };
}

function pieceChanges(
  draft: Draft,
  { id }: CompiledChallenge,
  participantId: string,
  counted: ChallengeRecord,
  event: Pick<EventFacts, 'id'>,
): PieceChange[] {
  if (counted.type === 'COUNTED' && counted.reference === null) {
    const { contribution } = counted;
    return [{ period: contribution.period, was: NOTHING_COUNTED, is: contribution.piece }];
  }
  const before = draft.progress.under(id, participantId, counted.reference ?? '');
  const after =
    counted.type === 'COUNTED'
      ? { ...before, counted: [...before.counted, counted.contribution] }
      : { ...before, takenBack: [...before.takenBack, { eventId: event.id, amount: counted.amount }] };
  return changesBetween(before, after);
}

function progressAfter(
  challenge: CompiledChallenge,
  before: Progress,
  changes: readonly PieceChange[],
  { at, now }: { readonly at: Date | null; readonly now: Date },
  newId: NewId,
): ProgressAfter {
  const { goal, maxRounds, parts } = challenge;
  const tally = changes.reduce((so: Tally, { was, is }) => added(goal, taken(so, was), is), before.tally);
  const was = attainmentOf(goal, maxRounds, before.tally);
  const is = attainmentOf(goal, maxRounds, tally);
  const known = new Map(before.completions.map((one) => [`${one.round}/${one.part}`, one]));
  const revoked = before.completions
    .filter((one) => one.status === 'COMPLETED' && !isReached(is, one))
    .map((one): Completion => ({ ...one, status: 'REVOKED' }));
  const reached = newlyReached(was, is, parts).map(({ round, part }): Completion => {
    const earlier = known.get(`${round}/${part}`);
    return { id: earlier?.id ?? newId(), round, part, status: 'COMPLETED', attempt: (earlier?.attempt ?? 0) + 1 };
  });
  for (const one of [...revoked, ...reached]) known.set(`${one.round}/${one.part}`, one);
  return {
    tally,
    completions: challenge.takeBack === null ? [] : [...known.values()],
    firstAt: earliest(before.firstAt, at) ?? now,
    lastAt: latest(before.lastAt, at) ?? now,
    completedAt: is.rounds === 0 ? null : (before.completedAt ?? now),
    rounds: is.rounds,
    total: is.total,
    changed: [...revoked, ...reached],
  };
}

const earliest = (one: Date | null, other: Date | null): Date | null => (one && other ? (one < other ? one : other) : (one ?? other));
const latest = (one: Date | null, other: Date | null): Date | null => (one && other ? (one > other ? one : other) : (one ?? other));
