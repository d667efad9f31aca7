/** Reads all of a draft's past, a bounded time at once: each part goes on from where the last one has come to. */
import type { BudgetUsage } from '@/domain/rules/budget';
import { ParticipantUsage, type CarriedUsage } from '@/domain/rules/estimate/participant-usage';
import { EstimateTally, type CarriedTally } from '@/domain/rules/estimate/tally';
import { readEnrolled, readEventsOf, readPastEvents, type PastPosition } from '@/server/db/repositories/rules/past-events';
import { pastScopeOf, sceneScopeOf, type DraftedRule } from './draft';
import { tryEvents, type Deadline, type TriedEvent } from './try-events';

const PART = 2_000;
const PARTICIPANTS = 500;
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** How far an exact estimate has come. */
export interface ExactProgress {
  readonly tally: CarriedTally | null;
  /** Of the last event read, which has a participant where the reading is by participant. */
  readonly position: PastPosition | null;
  readonly usage: readonly CarriedUsage[];
}

export const NOTHING_READ: ExactProgress = { tally: null, position: null, usage: [] };

interface ReadPart {
  readonly tally: EstimateTally;
  /** Null when everything has been read. */
  readonly next: ExactProgress | null;
}

/** @param before what PROGRAM budgets had given when the window began, by asset. */
export async function readOn(
  draft: DraftedRule,
  progress: ExactProgress,
  before: ReadonlyMap<string, BudgetUsage>,
  isLate: Deadline,
): Promise<ReadPart> {
  const tally = new EstimateTally(draft.trial, before, progress.tally ?? undefined);
  const add = (unit: string, { event, outcome }: TriedEvent): void => {
    if (outcome === null) tally.pass();
    else tally.add({ unit, at: event.processedAt }, outcome);
  };
  const usage = new ParticipantUsage(draft.rule.id, progress.position?.participantId ?? null, progress.usage);
  const reading = { after: progress.position, isLate, add };
  const position = draft.trial.countsByParticipant ? await readByParticipant(draft, reading, usage) : await readInOrder(draft, reading);
  return { tally, next: position === null ? null : { tally: tally.carried, position, usage: usage.carried } };
}

interface Reading {
  readonly after: PastPosition | null;
  readonly isLate: Deadline;
  readonly add: (unit: string, tried: TriedEvent) => void;
}

async function readInOrder(draft: DraftedRule, { after, isLate, add }: Reading): Promise<PastPosition | null> {
  let last = after?.eventId ?? null;
  for (;;) {
    const events = await readPastEvents(pastScopeOf(draft), last, PART);
    let tried = 0;
    for await (const one of tryEvents({ scope: sceneScopeOf(draft), configuration: draft.trial.alone, isLate }, events)) {
      add(one.event.id, one);
      last = one.event.id;
      tried++;
    }
    if (tried === events.length && events.length < PART) return null;
    if (isLate()) return { participantId: null, eventId: last };
  }
}

async function readByParticipant(
  draft: DraftedRule,
  { after, isLate, add }: Reading,
  usage: ParticipantUsage,
): Promise<PastPosition | null> {
  const scope = pastScopeOf(draft);
  const trying = {
    scope: sceneScopeOf(draft),
    configuration: draft.trial.alone,
    isLate,
    budgetsFor: ({ participantId }: TriedEvent['event']) => usage.of(participantId),
  };
  let position = after;
  for (;;) {
    const ids = await readEnrolled(scope, position?.participantId ?? null, PARTICIPANTS);
    const events = await readEventsOf(scope, ids, position, PART);
    let tried = 0;
    for await (const one of tryEvents(trying, events)) {
      add(one.event.participantId ?? '', one);
      position = { participantId: one.event.participantId, eventId: one.event.id };
      tried++;
    }
    if (tried === events.length && events.length < PART) {
      const last = ids.at(-1);
      if (last === undefined || ids.length < PARTICIPANTS) return null;
      position = { participantId: last, eventId: LAST_ID };
    }
    if (isLate()) return position;
  }
}
