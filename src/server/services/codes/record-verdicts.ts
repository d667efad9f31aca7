/** Records what became of the codes of events that have ended, and counts the unknown ones. Events without codes leave nothing. */
import { keptCodes } from '@/domain/codes/kept';
import type { CodeVerdict } from '@/domain/codes/judge';
import { attemptValues, COUNT_ATTEMPTS } from '@/server/db/repositories/codes/code-attempts';
import { writeEventCodes } from '@/server/db/repositories/codes/code-uses';
import type { Tx } from '@/server/db/transaction';

interface EndedEvent {
  readonly id: string;
  readonly participantId: string | null;
  readonly verdicts: readonly CodeVerdict[];
  readonly isFailed: boolean;
}

export function recordVerdicts(
  tx: Pick<Tx, 'send'>,
  { organizationId, now }: { readonly organizationId: string; readonly now: Date },
  events: readonly EndedEvent[],
): void {
  const named = events.filter(({ verdicts }) => verdicts.length > 0);
  if (named.length === 0) return;
  writeEventCodes(
    tx,
    organizationId,
    named.map(({ id, verdicts, isFailed }) => ({ id, verdicts: keptCodes(verdicts, isFailed) })),
  );
  const participantIds = named.flatMap(({ participantId, verdicts }) => unknownIn(verdicts).map(() => participantId));
  if (participantIds.length > 0) tx.send(COUNT_ATTEMPTS, attemptValues({ organizationId, now, participantIds }));
}

/** The codes that the program does not have. */
export const unknownIn = (verdicts: readonly CodeVerdict[]): CodeVerdict[] =>
  verdicts.filter(({ refusal }) => refusal?.code === 'code_unknown');
