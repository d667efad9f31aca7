/** Records and presents what became of the codes that events and decisions named, and counts the unknown ones. Those without codes leave nothing. */
import type { CodeOutcome } from '@/contract/code-use';
import type { CodeVerdict } from '@/domain/codes/judge';
import { keptCodes, untoldCodes, type KeptCode } from '@/domain/codes/kept';
import { normalizedCode } from '@/domain/codes/text';
import type { DecisionStatus } from '@/domain/decisions/machine';
import { namedIn, type SentEvent } from '@/domain/events/admission';
import { attemptValues, COUNT_ATTEMPTS } from '@/server/db/repositories/codes/code-attempts';
import { writeEventCodes } from '@/server/db/repositories/codes/code-uses';
import { findKnownParticipants } from '@/server/db/repositories/events/enrollment';
import type { EventRow } from '@/server/db/repositories/events/event-records';
import { autocommit, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import type { DecisionTask } from '@/server/services/decisions/orders';

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

/** Nothing for an event without codes. */
export function eventCodes({ codes, code_verdicts, status }: Pick<EventRow, 'codes' | 'code_verdicts' | 'status'>): {
  codes?: CodeOutcome[];
} {
  if (codes === null) return {};
  const isOver = status === 'COMPLETED' || status === 'FAILED';
  return { codes: code_verdicts ?? untoldCodes(codes.map(normalizedCode), isOver ? 'UNUSED' : 'PENDING') };
}

const USED: Readonly<Record<DecisionStatus, CodeOutcome['status']>> = {
  RESERVED: 'RESERVED',
  COMMITTED: 'REDEEMED',
  FAILED: 'UNUSED',
  CANCELLED: 'RETURNED',
  EXPIRED: 'RETURNED',
};

/** The same of a decision. @param told as it was when it was decided. */
export const decisionCodes = (told: readonly KeptCode[], status: DecisionStatus): { codes?: CodeOutcome[] } =>
  told.length === 0 ? {} : { codes: told.map((code) => (code.status === 'REDEEMED' ? { ...code, status: USED[status] } : code)) };

type Scope = Pick<Ctx, 'organization' | 'clock'>;

/** @param attempts the number of unknown codes. */
export async function countAttempts({ organization, clock }: Scope, participantId: string | null, attempts: number): Promise<void> {
  if (attempts === 0) return;
  const participantIds = Array.from({ length: attempts }, () => participantId);
  await autocommit.query(COUNT_ATTEMPTS, attemptValues({ organizationId: organization.id, now: clock.now(), participantIds }));
}

/** Whom a task is about; null for somebody who does not exist. */
export async function triedBy({ organization }: Scope, task: DecisionTask): Promise<string | null> {
  return task.type === 'DECIDE' ? sentBy(organization.id, task.sent) : task.participantId;
}

async function sentBy(organizationId: string, { actor }: SentEvent): Promise<string | null> {
  const [known] = await findKnownParticipants(autocommit, organizationId, namedIn([{ actor, recipient: null }]), []);
  return known?.id ?? null;
}
