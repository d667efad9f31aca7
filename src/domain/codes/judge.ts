/**
 * Decides which of an event's codes apply, before any rule runs, and which of these are used, after all have run: a code that applies is used by an
 * event that completes if a rule that reads `codes` matched. Otherwise whoever has it keeps it, as nothing came of it.
 */
import { DomainError, type ErrorCode } from '@/domain/errors';
import type { NewId } from '@/domain/decision';
import type { AppliedCode, RuleActivation } from '@/domain/rules/activation';
import type { EvaluationBudget } from '@/domain/rules/cel/bounds';
import { evaluateCondition } from '@/domain/rules/condition';
import { explainMiss, marginOfMiss } from '@/domain/rules/explanation';
import type { FriendCodes } from '@/domain/referrals/friend-codes';
import type { Bound } from '@/domain/referrals/referral';
import type { CodeBatchFacts, CodeBook, CodeChange, CodeFacts, CodeTally } from './book';
import { canBeCode, normalizedCode } from './text';

/** The codes of an event: those that were sent, to be judged, or those that are known to apply because they did when it was decided. */
export type EventCodes =
  | {
      readonly asked: readonly string[];
      /** The decision that asks for them. */
      readonly decisionId: string | null;
    }
  | { readonly applied: readonly AppliedCode[] };

export interface CodeRefusal {
  readonly code: ErrorCode;
  readonly message: string;
  /** By how much the condition of the batch was missed, where one comparison of numbers decided. */
  readonly margin: string | null;
}

/** What became of one code, in the order in which they were sent. A code that was sent twice is one. */
export interface CodeVerdict {
  /** Normalized. */
  readonly code: string;
  /** Its place among the codes as they were sent. */
  readonly place: number;
  readonly batch: CodeBatchFacts | null;
  /** Whom the event is to bind to whose code it is; absent for a code of a batch, and for two who are bound already. */
  readonly binds?: Bound;
  /** Null for one that applies. */
  readonly refusal: CodeRefusal | null;
  readonly used: boolean;
}

interface Judging {
  readonly book: CodeBook;
  readonly tally: CodeTally;
  readonly organizationId: string;
  readonly participantId: string | null;
  /** What the conditions of batches read; its time is that of the event. */
  readonly activation: RuleActivation;
  readonly budget: EvaluationBudget;
  /** The codes with which others bring the participant. */
  readonly friends: FriendCodes;
}

interface Found {
  readonly code: string;
  readonly place: number;
  readonly facts: CodeFacts;
  readonly batch: CodeBatchFacts;
}

export function judgeCodes(asked: readonly string[], judging: Judging): CodeVerdict[] {
  const distinct = new Map<string, number>();
  for (const [place, text] of asked.entries()) if (!distinct.has(normalizedCode(text))) distinct.set(normalizedCode(text), place);
  const verdicts = [...distinct].map(([code, place]) => {
    const found = judging.book.mayTry(triers(judging)) ? lookedUp(code, place, judging) : TOO_MANY;
    if ('isOfFriend' in found) return { code, place, batch: null, ...found.bound, used: false };
    if (!('facts' in found)) return { code, place, batch: null, refusal: found, used: false };
    return { code, place, batch: found.batch, refusal: refusalOf(found, judging), used: false };
  });
  return stacked(verdicts);
}

const triers = ({ participantId, organizationId }: Judging): string[] => [
  organizationId,
  ...(participantId === null ? [] : [participantId]),
];

interface OfFriend {
  readonly isOfFriend: true;
  readonly bound: Pick<CodeVerdict, 'refusal' | 'binds'>;
}

/** A code of a batch comes before one with which somebody brings friends. */
function lookedUp(code: string, place: number, judging: Judging): Found | OfFriend | CodeRefusal {
  const found = canBeCode(code) ? judging.book.code(code) : null;
  if (found) return { code, place, ...found };
  const bound = judging.friends.judge(code);
  if (bound instanceof DomainError) {
    if (bound.code !== 'code_unknown') return { isOfFriend: true, bound: { refusal: refused(bound.code, bound.message) } };
  } else return { isOfFriend: true, bound: { refusal: null, ...(bound ? { binds: bound } : {}) } };
  judging.book.countAttempt(triers(judging));
  return refused('code_unknown', 'The program has no such code; check how it is written.');
}

const refused = (code: ErrorCode, message: string, margin: string | null = null): CodeRefusal => ({ code, message, margin });

const TOO_MANY = refused('code_attempts_exceeded', 'Too many unknown codes were tried; wait some minutes before the next.');

function refusalOf({ facts, batch, code }: Found, judging: Judging): CodeRefusal | null {
  const { ofCode, ofBatch, ofParticipant } = judging.book.counts({ code, batchId: batch.id }, judging.participantId, judging.tally);
  const counted = problemNow({ ...facts, used: ofCode }, { ...batch, redeemedCount: ofBatch }, judging.activation.now);
  if (counted) return counted;
  const { maxPerParticipant } = batch;
  if (maxPerParticipant !== null && ofParticipant >= maxPerParticipant)
    return refused('code_used', 'The participant has used codes of this batch as often as one can.');
  return unmet(batch, judging);
}

type Terms = Pick<CodeBatchFacts, 'status' | 'maxTotal' | 'activeFrom' | 'activeTo' | 'redeemedCount'>;

/** Why nobody can use a code at a time, whoever it is and whatever the event is like; null when it can be used. */
export function problemNow(facts: CodeFacts, batch: Terms, now: Date): CodeRefusal | null {
  if (facts.isVoid) return refused('code_inactive', 'The code was made void.');
  if (batch.status !== 'ACTIVE') return refused('code_inactive', INACTIVE[batch.status]);
  if (batch.activeFrom && now < batch.activeFrom)
    return refused('code_not_yet', `The code can be used from ${batch.activeFrom.toISOString()}.`);
  if (batch.activeTo && now >= batch.activeTo)
    return refused('code_expired', `The code could be used until ${batch.activeTo.toISOString()}.`);
  if (facts.maxUses !== null && facts.used >= facts.maxUses) return refused('code_used', 'The code has been used as often as it can be.');
  if (batch.maxTotal !== null && batch.redeemedCount >= batch.maxTotal)
    return refused('code_used', 'The codes of this batch have been used as often as they can be in all.');
  return null;
}

const INACTIVE: Readonly<Record<Exclude<CodeBatchFacts['status'], 'ACTIVE'>, string>> = {
  GENERATING: 'The codes of this batch are still being made.',
  PAUSED: 'The codes of this batch are paused.',
  ARCHIVED: 'The codes of this batch have been archived.',
};

function unmet({ condition }: CodeBatchFacts, { activation, budget }: Judging): CodeRefusal | null {
  if (condition === null) return null;
  const { outcome, reason, trace } = evaluateCondition(condition, activation, budget, { trace: 'ALL' });
  if (outcome === 'MATCHED') return null;
  const why = outcome === 'ERROR' ? reason : explainMiss(trace);
  return refused('code_conditions_not_met', why ? `${why}.` : 'The condition of the code is not true.', marginOfMiss(trace));
}

/** Of each exclusive group, only the code with the highest priority applies; among equals, the one that was sent first. */
function stacked(verdicts: readonly CodeVerdict[]): CodeVerdict[] {
  const first = new Map<string, CodeVerdict>();
  for (const verdict of inPriority(verdicts)) {
    const group = verdict.batch?.exclusiveGroup;
    if (group != null && !first.has(group)) first.set(group, verdict);
  }
  return verdicts.map((verdict) => {
    const group = verdict.batch?.exclusiveGroup;
    const winner = group == null ? undefined : first.get(group);
    if (verdict.refusal !== null || winner === undefined || winner === verdict) return verdict;
    return { ...verdict, refusal: refused('code_not_stackable', `The code cannot be combined with ${winner.code}, which applies.`) };
  });
}

/** Those that apply, the highest priority first. */
const inPriority = (verdicts: readonly CodeVerdict[]): CodeVerdict[] =>
  verdicts
    .filter(({ refusal }) => refusal === null)
    .sort((a, b) => (b.batch?.priority ?? 0) - (a.batch?.priority ?? 0) || a.place - b.place);

/** What rules read of the codes that apply. */
export const appliedCodes = (verdicts: readonly CodeVerdict[]): AppliedCode[] =>
  inPriority(verdicts).flatMap(({ code, batch }) => (batch ? [{ code, batch: batch.key, campaign_id: batch.campaignId }] : []));

/** The uses of those that apply. @param event what uses them. */
export function usesOfCodes(
  verdicts: readonly CodeVerdict[],
  event: { readonly id: string; readonly participantId: string; readonly decisionId: string | null },
  newId: NewId,
): CodeChange[] {
  return verdicts.flatMap(({ code, batch, refusal }): CodeChange[] =>
    batch === null || refusal !== null
      ? []
      : [
          {
            type: 'TAKE',
            id: newId(),
            code,
            batchId: batch.id,
            participantId: event.participantId,
            decisionId: event.decisionId,
            eventId: event.id,
          },
        ],
  );
}

/** Why a decision cannot be made with these codes; null when all of them apply. */
export function firstRefusal(verdicts: readonly CodeVerdict[]): DomainError | null {
  for (const { refusal, place } of verdicts) {
    if (refusal === null) continue;
    const { code, message, margin } = refusal;
    return new DomainError(code, message, {
      param: `codes[${place}]`,
      ...(margin === null ? {} : { details: { margin } }),
      ...(code === 'code_attempts_exceeded' ? { details: { retry_after_seconds: ATTEMPTS_WINDOW_MS / 1_000 } } : {}),
    });
  }
  return null;
}

/** How long unknown codes are counted together. */
export const ATTEMPTS_WINDOW_MS = 10 * 60_000;
