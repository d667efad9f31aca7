/** Evaluates an automation for a batch of participants and creates the resulting events, each under a reserved idempotency key. */
import {
  concerns,
  makeEvent,
  type AutomationCandidate,
  type CompiledAutomation,
  type GuardSurroundings,
} from '@/domain/automations/evaluate';
import type { SystemEvent } from '@/domain/events/system';
import type { JsonRecord } from '@/domain/rules/activation';
import type { RunFailure, RunProgress } from '@/server/db/repositories/automations/automation-runs';
import { loadMatches, saveMatches, type AutomationMatch } from '@/server/db/repositories/automations/automation-matches';
import type { ClaimedAutomation } from '@/server/db/repositories/automations/automations';
import { insertSystemEvents } from '@/server/db/repositories/events/system-events';
import type { Tx } from '@/server/db/transaction';
import { newIdAt } from '@/server/platform/ids';

export interface CandidateEvaluation {
  readonly automation: ClaimedAutomation;
  readonly compiled: CompiledAutomation;
  /** Its `now` is the due time of the events. */
  readonly surroundings: GuardSurroundings;
  /** The current time on the organization's clock. */
  readonly now: Date;
}

/** Those whom the filter matches, those whom it does not, and those for whom it could not be evaluated. */
interface EvaluatedCandidates {
  readonly matched: AutomationCandidate[];
  readonly unmatched: AutomationCandidate[];
  readonly failures: RunFailure[];
}

/** The automation must be locked by the transaction. */
export async function evaluateCandidates(
  tx: Tx,
  evaluation: CandidateEvaluation,
  candidates: readonly AutomationCandidate[],
): Promise<RunProgress> {
  const evaluated = evaluate(evaluation, candidates);
  const byState = evaluation.automation.trigger.type === 'PARTICIPANT_STATE';
  const told = byState
    ? await enter(tx, evaluation, evaluated)
    : make(
        evaluation,
        evaluated.matched.map((candidate) => ({ candidate })),
      );
  const made = await insertSystemEvents(tx, { organizationId: evaluation.automation.organization_id, now: evaluation.now }, told.events);
  return { evaluated: candidates.length, matched: evaluated.matched.length, made, failures: [...evaluated.failures, ...told.failures] };
}

function evaluate({ compiled, surroundings }: CandidateEvaluation, candidates: readonly AutomationCandidate[]): EvaluatedCandidates {
  const evaluated: EvaluatedCandidates = { matched: [], unmatched: [], failures: [] };
  for (const candidate of candidates) {
    const verdict = concerns(compiled, candidate, surroundings);
    if (verdict.ok) evaluated[verdict.holds ? 'matched' : 'unmatched'].push(candidate);
    else evaluated.failures.push({ participant_id: candidate.participant.id, reason: `participant_filter: ${verdict.reason}` });
  }
  return evaluated;
}

interface Told {
  readonly events: SystemEvent[];
  readonly failures: RunFailure[];
}

/** @param wanted `entry` counts how often the participant has come to match; absent if the event is for a due time. */
function make(
  { automation, compiled, surroundings }: CandidateEvaluation,
  wanted: readonly { candidate: AutomationCandidate; entry?: number }[],
): Told {
  const told: Told = { events: [], failures: [] };
  for (const { candidate, entry } of wanted) {
    const { id, external_id: externalId } = candidate.participant;
    const made = makeEvent(compiled, candidate, surroundings);
    if (made.ok)
      told.events.push(
        eventOf(automation, { participant: { id, externalId }, data: made.data, dueAt: surroundings.now, entry }, surroundings.now),
      );
    else told.failures.push({ participant_id: id, reason: made.reason });
  }
  return told;
}

/** Creates events only for those whom the filter newly matches, and records who has stopped matching. */
async function enter(tx: Tx, evaluation: CandidateEvaluation, { matched, unmatched }: EvaluatedCandidates): Promise<Told> {
  const ids = [...matched, ...unmatched].map(({ participant }) => participant.id);
  const known = await loadMatches(tx, evaluation.automation, ids);
  const entries = matched
    .filter(({ participant }) => known.get(participant.id)?.satisfied !== true)
    .map((candidate) => ({ candidate, entry: (known.get(candidate.participant.id)?.entries ?? 0) + 1 }));
  const told = make(evaluation, entries);
  const failed = new Set(told.failures.map(({ participant_id }) => participant_id));
  const left = unmatched.flatMap(({ participant }) => {
    const match = known.get(participant.id);
    return match?.satisfied ? [match] : [];
  });
  const changed: AutomationMatch[] = [
    ...entries
      .filter(({ candidate }) => !failed.has(candidate.participant.id))
      .map(({ candidate, entry }) => ({ participantId: candidate.participant.id, satisfied: true, entries: entry })),
    ...left.map((match) => ({ ...match, satisfied: false })),
  ];
  await saveMatches(tx, evaluation.automation, changed, evaluation.now);
  return told;
}

interface Telling {
  readonly participant: SystemEvent['participant'];
  readonly data: JsonRecord;
  readonly dueAt: Date;
  readonly entry?: number | undefined;
}

/** An event of an automation: at most one per participant (or the program) and due time or entry. */
export const eventOf = (
  { id, program_id }: Pick<ClaimedAutomation, 'id' | 'program_id'>,
  { participant, data, dueAt, entry }: Telling,
  now: Date,
): SystemEvent => ({
  id: newIdAt(now),
  programId: program_id,
  participant,
  data,
  dueAt,
  idempotencyKey: `service:automation/${id}/${entry === undefined ? dueAt.toISOString() : `entry-${entry}`}/${participant?.id ?? 'program'}`,
  cause: null,
  automationId: id,
});
