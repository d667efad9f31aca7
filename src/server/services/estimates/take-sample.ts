/**
 * Estimates from a random sample of a draft's past, within a bounded time: of its events or, if what somebody gets depends on what they got
 * before, of its participants with all of their events.
 */
import type { BudgetUsage } from '@/domain/rules/budget';
import { ParticipantUsage } from '@/domain/rules/estimate/participant-usage';
import { EstimateTally, type Sample } from '@/domain/rules/estimate/tally';
import { countEnrolled, drawEnrolled, drawPastEvents, readEventsOf, type PastEvent } from '@/server/db/repositories/rules/past-events';
import { pastScopeOf, sceneScopeOf, type DraftedRule } from './draft';
import { tryEvents, type Deadline, type TriedEvent } from './try-events';

const SAMPLE_SIZE = 2_000;
/** Room for chance: a sample is a little larger or smaller than asked for. */
const MOST_DRAWN = 2 * SAMPLE_SIZE;
/** Touched events that are kept to be tried with the other rules. */
const KEPT = 300;

interface TakenSample {
  readonly tally: EstimateTally;
  readonly sample: Sample;
  /** Whether nothing was left out. */
  readonly whole: boolean;
  /** Some of the events that the draft touches. */
  readonly touched: readonly PastEvent[];
}

interface SampleRequest {
  /** How many events the window has. */
  readonly total: number;
  /** What PROGRAM budgets had given when it began, by asset. */
  readonly before: ReadonlyMap<string, BudgetUsage>;
  readonly isLate: Deadline;
}

export async function takeSample(draft: DraftedRule, { total, before, isLate }: SampleRequest): Promise<TakenSample> {
  const share = total <= SAMPLE_SIZE ? 1 : SAMPLE_SIZE / total;
  const tally = new EstimateTally(draft.trial, before);
  const touched: PastEvent[] = [];
  const add = (unit: string, { event, outcome }: TriedEvent): void => {
    if (outcome === null) tally.pass();
    else if (tally.add({ unit, at: event.processedAt }, outcome) && touched.length < KEPT) touched.push(event);
  };
  const drawn = draft.trial.countsByParticipant
    ? await byParticipant(draft, share, isLate, add)
    : await byEvent(draft, { share, total, isLate }, add);
  return { tally, touched, ...drawn };
}

type Add = (unit: string, tried: TriedEvent) => void;
type Drawn = Pick<TakenSample, 'sample' | 'whole'>;

async function byEvent(
  draft: DraftedRule,
  { share, total, isLate }: { share: number; total: number; isLate: Deadline },
  add: Add,
): Promise<Drawn> {
  const events = await drawPastEvents(pastScopeOf(draft), share, MOST_DRAWN);
  let drawn = 0;
  for await (const tried of tryEvents({ scope: sceneScopeOf(draft), configuration: draft.trial.alone, isLate }, events)) {
    add(tried.event.id, tried);
    drawn++;
  }
  const whole = share === 1 && drawn === events.length;
  return { whole, sample: { drawn, of: whole ? drawn : total } };
}

async function byParticipant(draft: DraftedRule, share: number, isLate: Deadline, add: Add): Promise<Drawn> {
  const scope = pastScopeOf(draft);
  const participants = await drawEnrolled(scope, share, MOST_DRAWN);
  const events = await readEventsOf(scope, participants, null, MOST_DRAWN);
  const usage = new ParticipantUsage(draft.rule.id, null, []);
  const tried = tryEvents(
    {
      scope: sceneScopeOf(draft),
      configuration: draft.trial.alone,
      isLate,
      budgetsFor: ({ participantId }) => usage.of(participantId),
    },
    events,
  );
  const incomplete = await addTogether(tried, add, events);
  const drawn = incomplete === null ? participants.length : participants.indexOf(incomplete);
  const whole = share === 1 && incomplete === null && participants.length < MOST_DRAWN;
  return { whole, sample: { drawn, of: whole ? drawn : await countEnrolled(scope) } };
}

/** Adds the events of each participant together. @returns the first participant whose events were not all tried, and are left out; null: none. */
async function addTogether(tried: AsyncIterable<TriedEvent>, add: Add, events: readonly PastEvent[]): Promise<string | null> {
  let own: TriedEvent[] = [];
  let count = 0;
  for await (const one of tried) {
    own.push(one);
    const next = events[++count];
    const mayHaveMore = next ? next.participantId === one.event.participantId : count === MOST_DRAWN;
    if (mayHaveMore) continue;
    for (const each of own) add(one.event.participantId ?? '', each);
    own = [];
  }
  const left = own[0]?.event ?? events[count];
  return left ? left.participantId : null;
}
