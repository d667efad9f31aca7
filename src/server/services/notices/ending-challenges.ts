/** Reads the challenges that a setting of notices is about and that end, each with its end. */
import { challengeEnd, type ChallengeEnd } from '@/domain/notices/ending-challenges';
import type { NoticeTerms } from '@/domain/notices/kinds';
import { runningChallenges, type RunningChallengeRow } from '@/server/db/repositories/notices/challenge-facts';
import type { Tx } from '@/server/db/transaction';

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
