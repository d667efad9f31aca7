/** Composes the notices of challenges that end: what is found to be completed, or moved, by now composes none. */
import { zoneOf } from '@/domain/challenges/periods';
import { amountOf } from '@/domain/money';
import { challengeEnd, endingChallenge, type ChallengeEnd } from '@/domain/notices/ending-challenges';
import type { NoticeTerms, TermsOf } from '@/domain/notices/kinds';
import { progressAt, runningChallenges, type RunningChallengeRow } from '@/server/db/repositories/notices/challenge-facts';
import type { Tx } from '@/server/db/transaction';
import type { ComposedNotice, Composing, DueCause } from './compose-notices';

interface EndingChallenge {
  readonly row: RunningChallengeRow;
  readonly end: ChallengeEnd;
}

interface Asking {
  readonly organizationId: string;
  readonly programId: string;
  readonly timezone: string;
  readonly now: Date;
}

/** None for a setting of another kind. */
export async function endingChallenges(tx: Pick<Tx, 'query'>, by: Asking, terms: NoticeTerms): Promise<EndingChallenge[]> {
  if (terms.kind !== 'CHALLENGE_ENDS') return [];
  const rows = await runningChallenges(tx, by, terms.challenge);
  return rows.flatMap((row): EndingChallenge[] => {
    const end = challengeEnd(row, by.now, by.timezone);
    return end === null ? [] : [{ row, end }];
  });
}

export async function ofChallenges<Cause extends DueCause>(
  tx: Pick<Tx, 'query'>,
  by: Composing,
  terms: TermsOf<'CHALLENGE_ENDS'>,
  causes: readonly Cause[],
): Promise<ComposedNotice<Cause>[]> {
  const endings = new Map((await endingChallenges(tx, by, terms)).map((one) => [one.row.id, one]));
  const places = causes.flatMap((cause) => {
    const ending = endings.get(cause.about ?? '');
    return ending ? [{ cause, ending, participantId: cause.participant_id, challengeId: ending.row.id, period: ending.end.period }] : [];
  });
  const progress = new Map(
    (await progressAt(tx, by.organizationId, places)).map((row) => [placeOf(row.participant_id, row.challenge_id), row]),
  );
  return places.flatMap(({ cause, ending: { row, end }, participantId }): ComposedNotice<Cause>[] => {
    const stored = progress.get(placeOf(participantId, row.id));
    if (!stored) return [];
    const tally = { sum: amountOf(stored.tally.sum), counts: new Map(Object.entries(stored.tally.counts)) };
    const zone = zoneOf(stored.timezone, by.timezone);
    const told = endingChallenge({ participantId, challenge: row, end, tally, zone }, by.now, by.timezone);
    // An end that was moved since it was found is another cause.
    return told === null || told.cause !== cause.cause ? [] : [{ of: cause, ...told, coversUntil: null }];
  });
}

const placeOf = (participantId: string, challengeId: string): string => `${participantId}/${challengeId}`;
