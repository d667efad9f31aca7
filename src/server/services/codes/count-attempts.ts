/** Counts the unknown codes of decisions, of which nothing else is stored: they are refused, or only tried. */
import type { DecisionTask } from '@/server/services/decisions/orders';
import { namedIn, type SentEvent } from '@/domain/events/admission';
import { attemptValues, COUNT_ATTEMPTS } from '@/server/db/repositories/codes/code-attempts';
import { findKnownParticipants } from '@/server/db/repositories/events/enrollment';
import { autocommit } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';

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
